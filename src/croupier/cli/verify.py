"""Check a database or an event log: the chain, every settlement and balance, every shuffle."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace

from croupier.cli import ANSWERED_WITH_ERROR, DONE, WrongCall
from croupier.cli.arguments import KnownGames, add_log, open_log
from croupier.cli.screen import reading_progress
from croupier.ledger import FEES, HOUSE
from croupier.store.address import names_database
from croupier.store.log_file import BadLog
from croupier.store.verify_log import Findings, verify_log
from croupier.table import Table


def configure(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_log(parser, "DATABASE | LOG", "a SQLite file, a postgresql:// address, or an event log")
    parser.add_argument("--head", metavar="HASH", help="the hash that it must end with")
    parser.add_argument(
        "--heads",
        action="append",
        default=[],
        metavar="FILE",
        help="where its chains were, as --write-heads or a server's signed statements tell: it "
        "must have gone on from there",
    )
    parser.add_argument(
        "--key",
        action="append",
        default=[],
        metavar="FILE|HEX",
        help="the public key that the statements must be signed with, as GET /api/keys has it",
    )
    parser.add_argument(
        "--backup",
        action="append",
        default=[],
        metavar="FILE",
        help="a backup of the database: it must have gone on from there",
    )
    parser.add_argument(
        "--write-heads", metavar="FILE", help="write where its chains are, to be kept elsewhere"
    )
    parser.add_argument(
        "--vault-key", metavar="FILE", help="open the shoes in the vault too, with its key"
    )
    parser.add_argument(
        "--vault-key-command", metavar="COMMAND", help="the same, with what a command prints"
    )
    parser.add_argument("--json", action="store_true", help="print what was checked as JSON")


def run(arguments: Namespace) -> int:
    """Check a database or a log; the status says whether the check succeeded."""
    find = KnownGames(arguments.game).find
    if names_database(arguments.log):
        from croupier.cli.database import run_verify

        return run_verify(arguments, find)
    if arguments.heads or arguments.backup or arguments.write_heads or arguments.key:
        raise WrongCall(
            "--heads, --key, --backup and --write-heads are for a database, not for a log"
        )
    if arguments.vault_key or arguments.vault_key_command:
        raise WrongCall("--vault-key is for a database: a log has no vault")
    try:
        with open_log(arguments) as file, reading_progress(file, "checking") as advance:
            findings = verify_log(file, find, advance)
        if arguments.head is not None and arguments.head != findings.head:
            raise BadLog(findings.entries, f"the log ends with hash {findings.head}, another one")
    except BadLog as wrong:
        if arguments.json:
            print(json.dumps({"ok": False, "entry": wrong.number, "reason": wrong.reason}))
        else:
            print(f"The log does not hold. {str(wrong)[0].upper()}{str(wrong)[1:]}.")
        return ANSWERED_WITH_ERROR
    sys.stdout.write(_json(findings) if arguments.json else _describe(findings))
    return DONE


def _json(findings: Findings) -> str:
    return (
        json.dumps(
            {
                "ok": True,
                "entries": findings.entries,
                "rounds": {"settled": findings.settled, "void": findings.void},
                "settled_otherwise_today": findings.changed,
                "cards": findings.cards,
                "shoes": {
                    "proven": findings.proven,
                    "not_shuffled_here": findings.unproven,
                    "running": findings.running,
                },
                "balances": _balances(findings.table),
                "head": findings.head,
            }
        )
        + "\n"
    )


def _balances(table: Table) -> dict[str, str]:
    if table.setup is None:
        return {}
    write, book = table.setup.unit.write, table.book
    patrons = {name: write(table.free(name)) for name in table.patrons}
    return {
        **patrons,
        "the house": write(book.balance(HOUSE)),
        "the fees": write(book.balance(FEES)),
    }


def _describe(findings: Findings) -> str:
    shoes = [
        f"{count} {what}"
        for count, what in (
            (findings.proven, "re-dealt from the seed"),
            (findings.unproven, "not shuffled here"),
            (findings.running, "still running, to be proven when it ends"),
        )
        if count
    ]
    balances = ", ".join(f"{who} {amount}" for who, amount in _balances(findings.table).items())
    lines = [
        "The log holds.",
        f"  chain        {findings.entries} entries, each following from the one before",
        f"  rounds       {findings.settled} settled anew with the same result, "
        f"{findings.void} void",
        f"  cards        {findings.cards} dealt where the rules put them, "
        f"{findings.sealed} unsealed",
        f"  shoes        {', '.join(shoes) or 'none'}",
        "  money        the accounts sum to nothing after every entry",
        f"  balances     {balances or 'none'}",
        f"  head         {findings.head}",
    ]
    if findings.changed:
        numbers = ", ".join(map(str, findings.changed))
        lines.append(
            f"  note         the game has changed: it would settle round {numbers} otherwise"
        )
    return "\n".join(lines) + "\n"
