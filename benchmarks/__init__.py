"""What croupier's speed is, measured as ratios in one run: `./run bench`."""
