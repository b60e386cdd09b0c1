"""What the measured cut-card effect looks like: the table and the picture of docs/cut-card.md.

`python -m benchmarks.cut_page` writes both anew from docs/cut-card.json, which
`./run bench cut-card --json` writes, and the file from which PAR sheets take their note.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from croupier.par.plots import BLUE, GRID

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
PACKAGED = ROOT / "src" / "croupier" / "par" / "cut_card.json"
BEGIN, END = "<!-- figures -->\n", "<!-- end of figures -->\n"
MILLION = 1e6

Run = dict[str, Any]
Bets = dict[tuple[str, float], tuple[str, list[dict[str, Any]]]]


def runs() -> list[Run]:
    """Read what was measured."""
    found: list[Run] = json.loads((DOCS / "cut-card.json").read_text())
    return found


def merged(run: Run) -> Bets:
    """Put the bets that are the same in several games together, under the games' names."""
    found: dict[tuple[str, float], tuple[list[str], list[dict[str, Any]]]] = {}
    for bet in run["bets"]:
        games, same = found.setdefault((bet["bet"], bet["fresh"]), ([], []))
        games.append(bet["game"])
        same.append(bet)
    every = len({bet["game"] for bet in run["bets"]})
    return {
        key: ("all" if len(games) == every else ", ".join(games), same)
        for key, (games, same) in found.items()
    }


def table(found: list[Run]) -> str:
    """Write the changes as a table, a column for each run."""
    heads = [f"{run['decks']} decks, cut {run['cut']}" for run in found]
    lines = [
        f"| bet | games | fresh shoe | {' | '.join(heads)} |",
        f"|---|---|---{'|---:' * len(found)}|",
    ]
    each = [merged(run) for run in found]
    for place, ((bet, fresh), (games, _)) in enumerate(each[0].items()):
        changes = []
        for bets in each:
            # Other decks have other odds: bets are found by their place.
            (_, same) = list(bets.values())[place]
            one = same[0]
            changes.append(f"{MILLION * one['change']:+.1f} ± {MILLION * one['error']:.1f}")
        lines.append(f"| `{bet}` | {games} | {MILLION * fresh:,.1f} | {' | '.join(changes)} |")
    rounds = [f"{run['rounds'] / 1e12:.0f} · 10¹²" for run in found]
    lines.append(f"| *rounds dealt* | | | {' | '.join(rounds)} |")
    return "\n".join(lines) + "\n"


def draw(run: Run, path: Path) -> None:
    """Draw the changes of one run with their errors."""
    from matplotlib.figure import Figure

    bets = [(bet, same[0]) for (bet, _), (_, same) in merged(run).items()]
    figure = Figure(figsize=(7.5, 4.2), layout="constrained", dpi=110)
    axes = figure.subplots()
    keys = [bet for bet, _ in bets]
    names = [
        f"{bet} ({-100 * one['fresh']:.2f}%)" if keys.count(bet) > 1 else bet for bet, one in bets
    ]
    axes.errorbar(
        [MILLION * one["change"] for _, one in bets],
        range(len(bets)),
        xerr=[1.96 * MILLION * one["error"] for _, one in bets],
        fmt="o",
        color=BLUE,
        markersize=4,
        capsize=3,
    )
    axes.axvline(0, color="#888888", linewidth=0.8)
    axes.set_yticks(range(len(bets)), names)
    axes.invert_yaxis()
    axes.grid(color=GRID, linewidth=0.5)
    axes.set_axisbelow(True)
    axes.set_xlabel("parts per million of the stake, to the patron; bars: 95% confidence")
    axes.set_title(
        f"what the cut card adds over whole shoes: {run['decks']} decks, cut at {run['cut']}, "
        f"{run['rounds'] / 1e12:.0f} · 10¹² rounds",
        fontsize=10,
    )
    figure.savefig(path)


def packaged(found: list[Run]) -> str:
    """Write what PAR sheets tell: each bet once, whatever the games it is in, a line a bet."""
    known = [{key: run[key] for key in ("decks", "cut", "rounds")} for run in found]
    bets: dict[tuple[tuple[float, float], ...], str] = {}
    for place, bet in enumerate(found[0]["bets"]):
        same = [run["bets"][place] for run in found]
        changes = tuple((one["change"], one["error"]) for one in same)
        row = {"game": bet["game"], "bet": bet["bet"], "changes": changes}
        bets.setdefault(changes, json.dumps(row))
    lines = ",\n  ".join(bets.values())
    return f'{{\n"runs": {json.dumps(known)},\n"bets": [\n  {lines}\n]\n}}\n'


def main() -> None:
    """Write the page's table and picture anew, and the file of the PAR sheets."""
    found = runs()
    PACKAGED.write_text(packaged(found))
    page = DOCS / "cut-card.md"
    before, _, rest = page.read_text().partition(BEGIN)
    after = rest.partition(END)[2]
    page.write_text(before + BEGIN + table(found) + END + after)
    draw(found[0], DOCS / "cut-card.png")


if __name__ == "__main__":
    main()
