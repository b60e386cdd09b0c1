"""A lock on an open file that the operating system releases when the process ends."""

from __future__ import annotations

import os
import sys

if sys.platform == "win32":  # pragma: no cover
    import msvcrt

    def try_lock(file: int, *, shared: bool = False) -> bool:
        """Lock a file without waiting; return False if another process has locked it.

        Windows has no shared lock of this kind, so `shared` asks for none: only the process that
        was started first holds the file.
        """
        if shared:
            return True
        os.lseek(file, _FAR, os.SEEK_SET)
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

    _FAR = 1 << 30
    """The byte that is locked: after all content, because a locked byte cannot be read."""

else:
    import fcntl

    def try_lock(file: int, *, shared: bool = False) -> bool:
        """Lock a file without waiting; return False if another process has locked it.

        Several processes may share a lock; nobody else can have it alone then. A lock that is
        held is changed from the one kind to the other.
        """
        kind = fcntl.LOCK_SH if shared else fcntl.LOCK_EX
        try:
            fcntl.flock(file, kind | fcntl.LOCK_NB)
        except OSError:
            return False
        return True
