"""How pictures look: small type, thin lines, three colours that people tell apart."""

from __future__ import annotations

from typing import Any

INK, LINE, OTHER, GRID = "#222222", "#2a6f97", "#b5482a", "#dddddd"

STYLE: dict[Any, Any] = {
    "font.size": 8,
    "axes.edgecolor": "#888888",
    "axes.labelcolor": INK,
    "axes.linewidth": 0.6,
    "axes.titlesize": 9,
    "svg.hashsalt": "croupier",
    "text.parse_math": False,
}
"""What `matplotlib.rc_context` takes."""
