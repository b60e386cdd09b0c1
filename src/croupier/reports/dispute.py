"""A dispute file: everything about one round, with its proof, as one ZIP file.

The same round gives the same bytes, as long as nothing more happens that belongs to it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from io import BytesIO
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import msgspec
from sqlalchemy import select

from croupier.game.digest import hashed_text
from croupier.reports.events import NAMES, Data, VaultlessLoader, type_of
from croupier.reports.notable_events import command_fields, said_of
from croupier.reports.round_details import write_round
from croupier.reports.shoe_proof import write_shoes
from croupier.store import schema as s
from croupier.store.hash_chain import table_genesis
from croupier.store.log_file import END, GENESIS, VERSION, Entry, chained
from croupier.store.queries import Reader, columns_of
from croupier.store.replay import STEP, Recall, recall
from croupier.table import events as e
from croupier.words import Message, say

_FILE_TIME = (1980, 1, 1, 0, 0, 0)

README = """\
Table {table}, round {round}: everything about one round, with its proof.

What is here
  round.txt      the round told in sentences: who did what, the cards, the money, the paragraphs
  round.json     the same for programs: cards, bets with their history, reasons, balances, events
  log.jsonl      the table's log from its first entry to the end of this round, chained by hashes
  anchor.json    where the log ends: its last hash, and the head of the house's own chain there
  game.json      the game file that the round was played by, its texts in English
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


class NoSuchRound(LookupError):
    """There is no such table, or no such round at it."""

    def __init__(self, said: Message) -> None:
        super().__init__(str(said))
        self.said = said


def find_round(reader: Reader, table_id: str, round: int) -> Recall:
    """Return a round, read without the vault; raise `NoSuchRound` if it does not exist."""
    if reader.head(table_id) is None:
        raise NoSuchRound(say("server.no_such_table", table=table_id))
    # No column can hold a larger number.
    found = recall(VaultlessLoader(reader), table_id, round) if 0 < round < 2**63 else None
    if found is None:
        raise NoSuchRound(say("server.no_such_round", round=round, table=table_id))
    return found


def dispute(reader: Reader, table_id: str, round: int) -> bytes:
    """Return the dispute file of a round."""
    found = find_round(reader, table_id, round)
    details = write_round(found)
    shoes = write_shoes(reader, found, [shoe["number"] for shoe in details["shoes"]])
    log = LogExtract(reader, table_id, found.entries[-1].number)
    pack = _Zip()
    pack.put("log.jsonl", log.lines())
    anchor = {
        "table": table_id,
        "round": round,
        "first_entry": found.entries[0].number,
        "log_entries": log.count,
        "log_head": log.head,
        "house_genesis": table_genesis(table_id),
        "house_entries": found.entries[-1].number,
        "house_head": log.house,
    }
    assert log.house == found.entries[-1].hash, "the log follows from its entries"
    pack.put("anchor.json", [_json(anchor)])
    pack.put("game.json", [hashed_text(found.before.rules.game.data)])
    pack.put("refusals.json", [_json(_refusals(reader, found))])
    pack.put("round.json", [_json(details)])
    pack.put("round.txt", [write_text(details).encode()])
    pack.put("shoe.json", [_json(shoes)])
    pack.put("README.txt", [write_readme(details, anchor, shoes).encode()])
    return pack.close()


def _json(value: object) -> bytes:
    return (json.dumps(value, indent=1, ensure_ascii=False) + "\n").encode(errors="replace")


def _refusals(reader: Reader, found: Recall) -> list[dict[str, Any]]:
    """Return the commands refused from the round's first event until the next round's."""
    column, last = s.refusals.c, found.entries[-1].number
    query = (
        select(s.refusals)
        .where(column.table_id == found.table_id, column.at >= found.entries[0].at)
        .order_by(column.number)
    )
    following = reader.events(found.table_id, last, last + 1)
    if following:
        query = query.where(column.at < following[0].at)
    with reader.moment() as connection:
        columns = columns_of(connection, s.refusals)
        rows = connection.execute(query.with_only_columns(*columns)).all()
    return [
        {
            "number": row.number,
            "at": row.at,
            "by": dict(zip(("role", "name"), row.actor.split(":", 1), strict=False)),
            "asked": command_fields(row.body),
            "code": row.code,
            "message": row.message,
            "rule": row.rule,
            "said": said_of(row.said),
            "entry": row.entry,
            "hash": row.hash,
        }
        for row in rows
    ]


class _Zip:
    """A ZIP file whose bytes depend only on its content."""

    def __init__(self) -> None:
        self._bytes = BytesIO()
        self._zip = ZipFile(self._bytes, "w")
        self._sums: list[str] = []

    def put(self, name: str, parts: Iterable[bytes]) -> None:
        """Add a file from its parts."""
        info = ZipInfo(name, _FILE_TIME)
        info.compress_type, info.create_system, info.external_attr = ZIP_DEFLATED, 3, 0o644 << 16
        digest = sha256()
        with self._zip.open(info, "w", force_zip64=True) as file:
            for part in parts:
                digest.update(part)
                file.write(part)
        self._sums.append(f"{digest.hexdigest()}  {name}\n")

    def close(self) -> bytes:
        """Add the file of checksums; return the bytes of the ZIP file."""
        self.put("SHA256SUMS", ["".join(self._sums).encode()])
        self._zip.close()
        return self._bytes.getvalue()


_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Entry).decode


@dataclass(slots=True)
class LogExtract:
    """The log of a table from its first entry to another.

    An entry keeps its stored bytes; one that opens a table gets the game file as its last field,
    so that the log can be checked by itself. The hashes are those of a log file; the house's own
    chain is computed beside them, and its head is the anchor.
    """

    reader: Reader
    table_id: str
    last: int
    head: str = field(default=GENESIS, init=False)
    house: str = field(default="", init=False)
    count: int = field(default=0, init=False)

    def lines(self) -> Iterator[bytes]:
        """Yield the log line by line; `head`, `house` and `count` are complete at the end."""
        self.head, self.house, self.count = GENESIS, table_genesis(self.table_id), 0
        command, at = 0, ""
        while self.count < self.last:
            rows = self.reader.events(self.table_id, self.count, self.last, STEP)
            if not rows:
                break
            for row in rows:
                self.count = row.number
                self.house = chained(self.house, row.entry)
                command, at = row.command, row.at
                yield self._line(self._with_game(row.entry))
        self.count += 1
        end = Entry(VERSION, self.count, command, at, None, {"type": END, "entries": self.count})
        yield self._line(_encode(end))

    def _line(self, entry: bytes) -> bytes:
        self.head = chained(self.head, entry)
        return b'{"hash":"%s","entry":%s}\n' % (self.head.encode(), entry)

    def _with_game(self, entry: bytes) -> bytes:
        if NAMES[e.TableOpened].encode() not in entry:
            return entry
        event = _decode(entry).event
        if type_of(event) is not e.TableOpened:
            return entry
        game = self.reader.game(str(event["digest"]))
        assert game is not None, "the game of a table is stored with it"
        return entry[:-1] + b',"game":' + game + b"}"


def write_readme(details: Data, anchor: Data, shoes: list[dict[str, Any]]) -> str:
    """Return the text that says what is in the file and how to check it."""
    proofs = "".join((_OPEN if "note" in shoe else _PROVEN).format(**shoe) for shoe in shoes)
    return README.format(
        table=details["table"],
        round=details["round"],
        head=anchor["log_head"],
        house=anchor["house_head"],
        last=anchor["house_entries"],
        digest=details["game"]["digest"],
        shoes=proofs,
    )


def write_text(details: Data) -> str:
    """Return the details of a round in sentences."""
    return "\n".join(_printable(line) for line in _lines(details)) + "\n"


def _printable(line: str) -> str:
    return "".join(char if char.isprintable() else "?" for char in line)


def _lines(details: Data) -> Iterator[str]:
    yield f"Table {details['table']}, round {details['round']}: {details['state']}"
    yield f"{details['game']['title']}, {details['decks']} decks"
    yield f"From {details['times']['first']} to {details['times']['last']}"
    for side in ("player", "banker"):
        hand = details["hands"][side]
        cards = " ".join(card or "??" for card in hand["cards"]) or "no cards"
        yield f"{side.capitalize()}: {cards}" + (f" = {hand['total']}" if "total" in hand else "")
    titles = details["game"]["titles"]
    play = (_cited(each["text"], each["rules"], titles) for each in details["play"])
    yield from _section("Play", play)
    yield from _section("Bets", (line for bet in details["bets"] for line in _bet(bet, titles)))
    yield from _section("Balances", _balances(details))
    steps = (line for each in details["events"] for line in _step(each, titles))
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


def _balances(details: Data) -> Iterator[str]:
    for name, pair in details["balances"].items():
        yield f"{name}: {pair['before']} before, {pair['after']} after"
    for name in ("house", "fees"):
        yield f"the {name}: {details[name]['before']} before, {details[name]['after']} after"


def _step(each: Data, titles: Data) -> Iterator[str]:
    by = each["by"] or {}
    who = f"{by.get('name', '')} ({by.get('role', '').replace('_', ' ')})"
    rule = each["event"].get("rule")
    says = each.get("says", each["event"]["type"])
    sentence = _cited(says, [rule] if rule else [], titles)
    yield f"{each['n']:>6}  {each['at']}  {who}: {sentence}"
    if "hands" in each:
        yield f"          {each['hands']}"
    yield from (f"          {line}" for line in each.get("bets", ()))
