"""What the pure rooms leave to others: report files."""
