"""A second count of a gaming day: what was asked for and answered, added up by hand.

Nothing here comes from the package under test. Tables are played a second time by `naive.table`;
the cage, the wallets and the figures of the report are summed from the commands that were done.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import Any

from naive import settlement as slow
from naive.table import Table

HANDED = ("player", "banker")


def cents(amount: str) -> int:
    """Return a decimal text in hundredths, with its sign."""
    whole, _, part = amount.lstrip("-").partition(".")
    count = int(whole) * 100 + int(part.ljust(2, "0") or 0)
    return -count if amount.startswith("-") else count


def text(count: int) -> str:
    """Return hundredths as a decimal text."""
    return f"{'-' if count < 0 else ''}{abs(count) // 100}.{abs(count) % 100:02}"


class TableCount:
    """What a table was given and what it did, beside the naive table that plays it again."""

    def __init__(self, name: str, float_: int) -> None:
        self.name = name
        self.naive = Table()
        self.float = float_
        self.figures: Counter[str] = Counter(float_opened=float_)
        self.rounds: Counter[str] = Counter()
        self.settled: list[list[dict[str, Any]]] = []
        """The bets of each paid round, with what they won: as last corrected, none if undone."""

    def follow(self, command: dict[str, Any]) -> bool:
        """Play a command again, and count what it did; False if the rules refuse it."""
        before, do = self._seen(), str(command["do"])
        if not self.naive.answer(command)["ok"]:
            return False
        counted = getattr(self, f"_{do}", None)
        if counted is not None:
            counted(command, before)
        self._fees(do, before)
        if before["phase"] != "idle" and self.naive.phase == "idle" and do != "settle":
            self.rounds["void"] += 1
            if do not in ("choose", "close_options"):
                self.figures["voided"] += sum(amount for _, amount in before["bets"])
        if self.naive.was_settled and self.settled:
            self.settled[-1] = self._in_action()
        return True

    def _seen(self) -> dict[str, Any]:
        table = self.naive
        lying = [
            (bet["player"], bet["amount"])
            for bet in table.bets
            if (bet["player"], bet["box"], bet["bet"]) not in table.uninsured
        ]
        return {
            "phase": table.phase,
            "bets": lying,
            "fees": table.fees,
            "was_settled": table.was_settled,
            "options": dict(table.options),
        }

    def _in_action(self) -> list[dict[str, Any]]:
        """The bets of the round just paid; what was given back under 5.13 was in no action."""
        table, found = self.naive, []
        for bet in table.settled:
            gone = (bet["player"], bet["box"], bet["bet"]) in table.uninsured
            found.append({**bet, "share": 0 if gone else bet["share"]})
        return found

    def _fees(self, do: str, before: dict[str, Any]) -> None:
        """Fees are taken when bets close; a void, a refund or an undone round returns them."""
        change = self.naive.fees - before["fees"]
        if change > 0:
            self.figures["fees_taken"] += change
        elif do == "cannot_reconstruct" and before["phase"] == "idle":
            self.figures["fees_corrected"] -= change
        else:
            self.figures["fees_returned"] -= change

    # what each command does to the figures of a report

    def _buy_in(self, command: dict[str, Any], _: dict[str, Any]) -> None:
        amount = cents(command["amount"])
        if command.get("cash"):
            self.figures["cash_buy_ins"] += amount
            self.figures["dropped"] += amount
        else:
            self.figures["chips_brought" if command.get("chips") else "buy_ins"] += amount

    def _cash_out(self, command: dict[str, Any], _: dict[str, Any]) -> None:
        kind = "chips_taken" if command.get("chips") else "cash_outs"
        self.figures[kind] += cents(command["amount"])

    def _fill(self, command: dict[str, Any], _: dict[str, Any]) -> None:
        self.figures["fills"] += cents(command["amount"])

    def _credit(self, command: dict[str, Any], _: dict[str, Any]) -> None:
        self.figures["credits"] += cents(command["amount"])

    def _open_bets(self, *_: object) -> None:
        self.rounds["begun"] += 1

    def _place_bet(self, command: dict[str, Any], _: dict[str, Any]) -> None:
        self.figures["placed"] += cents(command["amount"])

    _increase_bet = _place_insurance = _place_bet

    def _withdraw_bet(self, command: dict[str, Any], before: dict[str, Any]) -> None:
        lay = sum(amount for _, amount in before["bets"])
        self.figures["withdrawn"] += lay - sum(bet["amount"] for bet in self.naive.bets)

    def _refunds(self, command: dict[str, Any], before: dict[str, Any]) -> None:
        if self.naive.phase == "options":
            return
        chosen = {**before["options"]}
        if command["do"] == "choose":
            chosen[command.get("player") or command["by"]["name"]] = command["option"]
        self.figures["refunded"] += sum(
            amount for player, amount in before["bets"] if chosen.get(player) == "refund"
        )

    _choose = _close_options = _refunds

    def _settle(self, *_: object) -> None:
        self.rounds["settled"] += 1
        self.settled.append(self._in_action())
        banked = self.naive.game == "player-dealer"
        for bet in self.settled[-1]:
            won, lost = max(bet["profit"], 0), max(-bet["profit"], 0)
            self.figures["player_dealer_paid" if banked else "paid"] += won
            self.figures["player_dealer_collected" if banked else "collected"] += lost

    def _cannot_reconstruct(self, _: object, before: dict[str, Any]) -> None:
        if before["phase"] == "idle" and before["was_settled"]:
            self.rounds["undone"] += 1
            self.settled[-1] = []

    def _rule(self, command: dict[str, Any], _: dict[str, Any]) -> None:
        for each in command["adjustments"]:
            amount = cents(each["amount"])
            self.figures["ruled_to_patrons" if amount > 0 else "ruled_to_house"] += abs(amount)

    # sums

    @property
    def banked(self) -> bool:
        """Whether a player-dealer banks it."""
        return self.naive.game == "player-dealer"

    @property
    def win(self) -> int:
        """What the house won on bets."""
        if self.banked:
            return 0
        return -sum(int(bet["profit"]) for bets in self.settled for bet in bets)

    @property
    def handle(self) -> int:
        """What was in action against the house."""
        if self.banked:
            return 0
        return sum(int(bet["share"]) for bets in self.settled for bet in bets)

    @property
    def result(self) -> int:
        """What the house gained at it."""
        return int(self.naive.house + self.naive.fees)

    @property
    def chips(self) -> int:
        """What patrons have at it between rounds, with the wager of whoever banks."""
        posted = self.naive.wager if self.naive.seat is not None else 0
        return int(sum(self.naive.balances.values()) + posted)

    @property
    def tray(self) -> int:
        """What lies in its tray."""
        given = self.figures["fills"] - self.figures["credits"] - self.figures["cash_buy_ins"]
        return self.float + given + self.result

    def by_bet(self) -> dict[tuple[str, str], Counter[str]]:
        """Return handle, collected and paid of each kind of bet against the house."""
        found: defaultdict[tuple[str, str], Counter[str]] = defaultdict(Counter)
        for bet in (bet for bets in self.settled for bet in bets if not self.banked):
            sums = found[self.naive.game, bet["bet"]]
            sums["bets"] += bool(bet["share"])
            sums["handle"] += bet["share"]
            sums["collected"] += max(-bet["profit"], 0)
            sums["paid"] += max(bet["profit"], 0)
        return found


class DayCount:
    """The whole house: its tables, its cage and the wallets."""

    def __init__(self) -> None:
        self.tables: dict[str, TableCount] = {}
        self.wallets: Counter[str] = Counter()
        self.slips: dict[tuple[str, str | None], list[int]] = defaultdict(lambda: [0, 0])
        self.cash = 0
        self.variance = 0
        self.tips: Counter[str] = Counter()

    def follow(self, table: str, command: dict[str, Any]) -> bool:
        """Play a table's command again; chips for money of a wallet leave it."""
        done = self.tables[table].follow(command)
        in_hand = command.get("cash") or command.get("chips")
        sign = {"buy_in": -1, "cash_out": 1}.get(command["do"], 0)
        if done and sign and not in_hand:
            self.wallets[command["player"]] += sign * cents(command["amount"])
        return done

    def slip(self, kind: str, amount: str, tender: str | None, name: str | None) -> None:
        """Count a slip by what was asked for."""
        count = cents(amount)
        self.slips[kind, tender][0] += 1
        self.slips[kind, tender][1] += count
        if kind == "deposit":
            self.wallets[str(name)] += count
        elif kind in ("withdrawal", "pay_out"):
            self.wallets[str(name)] -= count
        if kind == "tips":
            self.tips[str(name)] += count
        if kind in ("count", "close"):
            self.variance += count - self.cash
            self.cash = count if kind == "count" else 0
        elif tender in (None, "cash") and kind != "chips_counted":
            comes = kind in ("open", "fill", "deposit", "chips_sold")
            self.cash += count if comes else -count

    def sum(self, *kinds: str, without: str = "-") -> int:
        """Return the sum of the slips of some kinds, but those of one tender."""
        return sum(
            amount
            for (kind, tender), (_, amount) in self.slips.items()
            if kind in kinds and tender != without
        )

    def figure(self, name: str) -> int:
        """Return a figure over all tables."""
        return sum(table.figures[name] for table in self.tables.values())

    def check_books(self) -> None:
        """Money that came in and did not go out is in wallets, in chips outside, or was won."""
        inside = self.sum("deposit", "chips_sold", without="adjustment") + self.figure("dropped")
        inside -= self.sum("withdrawal", "pay_out", "chips_redeemed", without="adjustment")
        chips = self.sum("chips_sold") - self.sum("chips_redeemed")
        chips += self.figure("chips_taken") - self.figure("chips_brought")
        given = sum(
            amount for (_, tender), (_, amount) in self.slips.items() if tender == "adjustment"
        )
        lying = sum(table.chips for table in self.tables.values())
        won = sum(table.result for table in self.tables.values())
        assert inside + given == sum(self.wallets.values()) + chips + lying + won

    def report(self) -> dict[str, Any]:
        """Return what `croupier report` must say, as far as it is counted here."""
        tables = self.tables.values()
        bets: defaultdict[tuple[str, str], Counter[str]] = defaultdict(Counter)
        for table in tables:
            for key, sums in table.by_bet().items():
                bets[key] += sums
        return {
            "tables": {each.name: _row([each]) for each in tables},
            "total": _row(list(tables)),
            "trays": {each.name: text(each.tray) for each in tables},
            "owed": sorted(
                (each.name, player, text(amount))
                for each in tables
                for player, amount in each.naive.owed.items()
                if amount
            ),
            "bets": {
                key: {
                    "bets": sums["bets"],
                    **{name: text(sums[name]) for name in ("handle", "collected", "paid")},
                }
                for key, sums in bets.items()
                if sums["bets"]
            },
            "cage": {
                "sums": sorted(
                    (kind, tender or "", number, text(amount))
                    for (kind, tender), (number, amount) in self.slips.items()
                ),
                "closing": text(self.cash),
                "variance": text(self.variance),
                "tips": {name: text(amount) for name, amount in self.tips.items()},
            },
        }


FIGURES = (
    *("buy_ins", "cash_outs", "cash_buy_ins", "dropped", "chips_brought", "chips_taken"),
    *("float_opened", "fills", "credits", "placed", "withdrawn", "refunded", "voided"),
    *("fees_taken", "fees_returned", "fees_corrected", "ruled_to_patrons", "ruled_to_house"),
    *("collected", "paid", "player_dealer_collected", "player_dealer_paid"),
)
"""The figures of a report that are counted here too."""


def _row(tables: list[TableCount]) -> dict[str, Any]:
    rounds: Counter[str] = Counter()
    figures: Counter[str] = Counter()
    for each in tables:
        rounds += each.rounds
        figures += each.figures
    fees = figures["fees_taken"] - figures["fees_returned"] - figures["fees_corrected"]
    return {
        "rounds": {key: rounds[key] for key in ("begun", "settled", "void", "undone")},
        "handle": text(sum(each.handle for each in tables)),
        "win": text(sum(each.win for each in tables)),
        "fees": text(fees),
        "rulings": text(figures["ruled_to_house"] - figures["ruled_to_patrons"]),
        "result": text(sum(each.result for each in tables)),
        "figures": {name: text(figures[name]) for name in FIGURES},
    }


def told(report: dict[str, Any]) -> dict[str, Any]:
    """Return of a report what `DayCount.report` counts."""

    def row(found: dict[str, Any]) -> dict[str, Any]:
        kept = {key: found[key] for key in ("rounds", "handle", "win", "rulings", "result")}
        kept["fees"] = found["fees"]["kept"]
        return {**kept, "figures": {name: found["figures"][name] for name in FIGURES}}

    cage = report["cage"]
    return {
        "tables": {each["name"]: row(each) for each in report["by_table"]},
        "total": row(report["total"]),
        "trays": {each["table"]: each["close"] for each in report["trays"]},
        "owed": sorted((each["table"], each["player"], each["amount"]) for each in report["owed"]),
        "bets": {
            (each["game"], each["bet"]): {
                key: each[key] for key in ("bets", "handle", "collected", "paid")
            }
            for each in report["total"]["bets"]
            if each["bank"] == "house" and each["bets"]
        },
        "cage": {
            "sums": sorted(
                (each["kind"], each["tender"] or "", each["slips"], each["amount"])
                for each in cage["sums"]
            ),
            **{key: cage[key] for key in ("closing", "variance", "tips")},
        },
    }


def insured_cards(pick: Any) -> list[str]:
    """Return the cards of a coup after whose first four an insurance was on offer that wins."""
    while True:
        cards = [pick(sorted(set(slow.CARDS.values()))) for _ in range(6)]
        for count in (5, 6):
            try:
                coup = slow.deal(cards[:count])
            except slow.Wrong:
                continue
            for hand in HANDED:
                if slow.offer(coup, "four_cards", hand) and coup.result not in (hand, "tie"):
                    return cards[:count]
