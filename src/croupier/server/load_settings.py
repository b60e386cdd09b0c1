"""The settings that bound the work of a process; they are read without a server too."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LoadLimits:
    """The settings that bound the work of a process; no honest house reaches the defaults."""

    sockets: int = 20_000
    """How many sockets may be open."""
    sockets_per_address: int = 2_000
    watches: int = 100_000
    """How many tables all sockets together may watch; one socket, 200."""
    watches_per_address: int = 10_000
    frames_per_second: int = 10_000
    """How many frames all sockets may send on average, and ten times as many at once."""
    frames_per_second_per_address: int = 2_000
    frames_per_second_per_socket: int = 100
    """How many one socket may send on average, and thirty times as many at once."""
    reads: int = 10_000
    """How many reads may wait for their turn."""
    reads_per_address: int = 2_000
    requests: int = 1_000
    """How many HTTP requests are answered at once; five times as many may wait."""
    requests_per_address: int = 64
    queued_megabytes: int = 512
    """How much may wait to be sent to all sockets; to one socket, four."""
    queued_megabytes_per_address: int = 128
    sent_megabytes_per_second: int = 128
    """How much of what is asked for is sent on average, and ten times as much at once."""
    sent_megabytes_per_second_per_address: int = 32
