"""The server's log: a line a happening, for people or for programs."""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime
from typing import Any

LOGGER = logging.getLogger("croupier.server")


class _Json(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        said: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "message": record.getMessage(),
            **getattr(record, "facts", {}),
        }
        if record.exc_info:
            said["trace"] = self.formatException(record.exc_info)
        return json.dumps(said, ensure_ascii=False, default=str)


class _Text(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, UTC).strftime("%H:%M:%S")
        facts = " ".join(f"{key}={value}" for key, value in getattr(record, "facts", {}).items())
        level = "" if record.levelno <= logging.INFO else f"{record.levelname} "
        line = f"{at} {level}{record.getMessage()} {facts}".rstrip()
        return f"{line}\n{self.formatException(record.exc_info)}" if record.exc_info else line


def start(kind: str) -> None:
    """Write the log to standard error, which is kept apart from what commands print."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Json() if kind == "json" else _Text())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    LOGGER.setLevel(logging.INFO)


def note(message: str, **facts: object) -> None:
    """Note something that happened."""
    LOGGER.info(message, extra={"facts": facts})


def warn(message: str, **facts: object) -> None:
    """Note something that should not have happened."""
    LOGGER.warning(message, extra={"facts": facts})


def fail(message: str, wrong: BaseException, **facts: object) -> None:
    """Note a mistake of our own, with where it was made."""
    LOGGER.error(message, exc_info=wrong, extra={"facts": facts})
