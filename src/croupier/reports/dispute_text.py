"""A dispute file for a person: what is in it, how to check it, and the round told in sentences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

Data = Mapping[str, Any]

README = """\
Table {table}, round {round}: everything about one round, with its proof.

What is here
  round.txt      the round told in sentences: who did what, the cards, the money, the paragraphs
  round.json     the same for programs: cards, bets with their history, reasons, balances, events
  log.jsonl      the table's log from its first entry to the end of this round, chained by hashes
  anchor.json    where the log ends: its last hash, and the head of the house's own chain there
  game.json      the game file that the round was played by
  shoe.json      what can be proven of the shoe that the cards came from
  refusals.json  commands that were refused while the round lasted: who, when, why
  SHA256SUMS     the SHA-256 of every other file here

How to check it, with nothing but croupier and a SHA-256 tool
  1. No file was damaged on the way:
         sha256sum -c SHA256SUMS
  2. The log is whole, every entry follows from the one before, and every settlement, balance and
     card is as the rules give it. This plays the table again from its first entry:
         croupier verify log.jsonl --head {head}
     It names the first entry that was changed, if one was.
  3. The round, step by step:
         croupier replay log.jsonl --round {round}
  4. The game file has the digest that the table was opened by:
         sha256sum game.json      must be  {digest}
  5. The house cannot show a different log to somebody else: its own chain has the head
         {house}
     after entry {last}. Compare it with the head the house published, or with another copy of
     this file. It is SHA-256, entry by entry, over the hash before and the bytes of the entry;
     the first follows SHA-256 of "croupier.table.1", a zero byte and the name of the table.
     Take the field "game" out of entries that open the table: the house keeps that file apart.
{shoes}
Amounts are in the table's money, times in UTC. Nothing here is secret, but it names patrons.
"""

_PROVEN = """\
  6. Shoe {shoe} has ended. The commitment, published before its first bet, was
         {commitment}
     It must be the SHA-256 of "croupier.shuffle.1.commitment", a zero byte and the seed:
         (printf 'croupier.shuffle.1.commitment\\0'; printf {seed} | xxd -r -p) | sha256sum
     "order" in shoe.json is the order that this seed gives with what patrons added.
"""

_OPEN = "  6. Shoe {shoe}: {note}\n"


def write_readme(story: Data, anchor: Data, shoes: list[dict[str, Any]]) -> str:
    """Write what is in the file and how to check it."""
    told = "".join((_OPEN if "note" in shoe else _PROVEN).format(**shoe) for shoe in shoes)
    return README.format(
        table=story["table"],
        round=story["round"],
        head=anchor["log_head"],
        house=anchor["house_head"],
        last=anchor["house_entries"],
        digest=story["game"]["digest"],
        shoes=told,
    )


def write_text(story: Data) -> str:
    """Tell a round in sentences."""
    return "\n".join(_printable(line) for line in _lines(story)) + "\n"


def _printable(line: str) -> str:
    return "".join(sign if sign.isprintable() else "?" for sign in line)


def _lines(story: Data) -> Iterator[str]:
    yield f"Table {story['table']}, round {story['round']}: {story['state']}"
    yield f"{story['game']['title']}, {story['decks']} decks"
    yield f"From {story['times']['first']} to {story['times']['last']}"
    for side in ("player", "banker"):
        hand = story["hands"][side]
        cards = " ".join(card or "??" for card in hand["cards"]) or "no cards"
        yield f"{side.capitalize()}: {cards}" + (f" = {hand['total']}" if "total" in hand else "")
    titles = story["game"]["titles"]
    play = (_cited(each["text"], each["rules"], titles) for each in story["play"])
    yield from _section("Play", play)
    yield from _section("Bets", (line for bet in story["bets"] for line in _bet(bet, titles)))
    yield from _section("Balances", _balances(story))
    steps = (line for each in story["events"] for line in _step(each, titles))
    yield from _section("Step by step", steps)


def _section(title: str, lines: Iterator[str]) -> Iterator[str]:
    found = list(lines)
    if found:
        yield ""
        yield title
        yield from (f"  {line}" for line in found)


def _cited(text: str, rules: list[str], titles: Data) -> str:
    return f"{text} [{', '.join(titles.get(rule, rule) for rule in rules)}]" if rules else text


def _bet(bet: Data, titles: Data) -> Iterator[str]:
    standing = ", standing" if bet.get("standing") else ""
    yield f"{bet['id']}: {bet['player']}, box {bet['box']}{standing}, {bet['name']} {bet['amount']}"
    for step in bet["history"]:
        amount = step.get("amount") or step.get("in_action") or ""
        reason = f" ({step['reason']})" if "reason" in step else ""
        yield f"    {step['at']}  {step['what']} {amount}{reason}".rstrip()
    if "outcome" in bet:
        odds = f" at {bet['odds']}" if bet.get("odds") else ""
        yield f"    {bet['outcome']}{odds}: {bet['profit']}, handed back {bet['back']}"
        yield f"    {_cited(bet['why'], list(bet['rules']), titles)}"


def _balances(story: Data) -> Iterator[str]:
    for name, pair in story["balances"].items():
        yield f"{name}: {pair['before']} before, {pair['after']} after"
    for name in ("house", "fees"):
        yield f"the {name}: {story[name]['before']} before, {story[name]['after']} after"


def _step(each: Data, titles: Data) -> Iterator[str]:
    by = each["by"] or {}
    who = f"{by.get('name', '')} ({by.get('role', '').replace('_', ' ')})"
    rule = each["event"].get("rule")
    says = each.get("says", each["event"]["type"])
    told = _cited(says, [rule] if rule else [], titles)
    yield f"{each['n']:>6}  {each['at']}  {who}: {told}"
    if "hands" in each:
        yield f"          {each['hands']}"
    yield from (f"          {line}" for line in each.get("bets", ()))
