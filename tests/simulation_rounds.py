"""Rounds put together again from what a log says, to be settled a second time on their own."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from croupier.cards import Card, parse_cards
from croupier.coup import Coup
from croupier.game.loading import load
from croupier.settlement.settle_json import settle_json

Data = Mapping[str, Any]
Bet = dict[str, Any]

INSURED = {"player_insurance": "player", "banker_insurance": "banker"}
SEEN = {"four_cards": 4, "player_third": 5}
NEGLECTED = ["5.13"]


class Rounds:
    """Follows written events; each settlement must be what `croupier settle` answers."""

    def __init__(self) -> None:
        self.opened: dict[str, Any] = {}
        self.bets: dict[str, Bet] = {}
        self.closed = False
        self.cards: list[tuple[str, int, str | None]] = []
        self.returned: set[str] = set()
        """Bets that were given back because insurance was not offered."""
        self.bank: dict[str, Any] | None = None
        self.settled = self.voided = self.shoes = 0

    def follow(self, event: Data) -> None:
        """Take one event as it is written."""
        handler = getattr(self, f"_{event['type']}", None)
        if handler is not None:
            handler(event)

    def _table_opened(self, event: Data) -> None:
        self.opened = {key: event[key] for key in ("game", "decks", "unit", "limits", "fees")}
        boxes = {layout.key: layout.boxes for layout in load(event["game"]).layouts}
        self.opened["seats"] = boxes[event["layout"]]

    def _table_changed(self, event: Data) -> None:
        self.opened |= {"limits": event["limits"], "fees": event["fees"]}

    def _shoe_started(self, _: Data) -> None:
        self.shoes += 1

    def _bets_opened(self, _: Data) -> None:
        self.bets, self.cards, self.returned, self.closed = {}, [], set(), False

    def _bets_closed(self, _: Data) -> None:
        self.closed = True

    def _bet_placed(self, event: Data) -> None:
        keys = ("id", "player", "box", "bet", "amount", "standing", "stage")
        self.bets[event["id"]] = {key: event[key] for key in keys if key in event}

    _insurance_placed = _bet_placed

    def _bet_increased(self, event: Data) -> None:
        if float(event["total"]):
            self.bets[event["bet"]]["amount"] = event["total"]
        else:
            del self.bets[event["bet"]]

    _bet_withdrawn = _bet_returned = _bet_increased

    def _options_closed(self, event: Data) -> None:
        """Mark the bets of those who left as returned; while bets are open, take them off."""
        for key, bet in list(self.bets.items()):
            if bet["player"] in event["refunded"]:
                bet["returned"] = True
                if not self.closed:
                    del self.bets[key]

    def _card_dealt(self, event: Data) -> None:
        self.cards.append((event["hand"], event["number"], event.get("card")))

    def _card_turned(self, event: Data) -> None:
        place = [card[:2] for card in self.cards].index((event["hand"], event["number"]))
        self.cards[place] = (event["hand"], event["number"], event["card"])

    def _card_corrected(self, event: Data) -> None:
        before = self._in_order()
        self._card_turned(event)
        self._forget(before)

    def _cards_reconstructed(self, event: Data) -> None:
        if "cards" in event:
            coup = Coup.of(event["cards"])
            self._lay(coup.player.cards, coup.banker.cards)

    _order_decided = _cards_reconstructed

    def _reconstruction_refused(self, event: Data) -> None:
        if "player" in event:
            self._lay(parse_cards(event["player"]), parse_cards(event["banker"]))

    def _forget(self, before: list[str | None]) -> None:
        """Leave out insurance that was taken back on cards which are others now."""
        after = self._in_order()
        for key, bet in list(self.bets.items()):
            seen = SEEN.get(bet.get("stage", ""), 0)
            if "returned" in bet and before[:seen] != after[:seen]:
                del self.bets[key]

    def _in_order(self) -> list[str | None]:
        # By their places: hands that were played as they lay may have been dealt unevenly.
        places = sorted(self.cards, key=lambda each: (each[1], each[0] != "player"))
        return [card for _, _, card in places]

    def _lay(self, *hands: Sequence[Card]) -> None:
        before = self._in_order()
        self.cards = [
            (name, number, card.text)
            for name, hand in zip(("player", "banker"), hands, strict=True)
            for number, card in enumerate(hand, start=1)
        ]
        self._forget(before)

    def _player_dealer_accepted(self, event: Data) -> None:
        self.bank = {key: event[key] for key in ("seat", "player", "wager")}

    _wager_changed = _wager_posted = _player_dealer_restored = _player_dealer_accepted

    def _player_dealer_vacated(self, _: Data) -> None:
        self.bank = None

    def _original_returned(self, event: Data) -> None:
        self.returned.add(event["bet"])

    def _round_voided(self, _: Data) -> None:
        self.voided += 1
        self.bets = {}

    def _round_settled(self, event: Data) -> None:
        self.settled += 1
        told = {key: value for key, value in event.items() if key != "type"}
        written = self.as_round(event["id"])
        again = json.loads(json.dumps(settle_json(written, load)))
        if not self._insured_still():
            for line in again.get("bets", ()):
                if line["id"] in self.returned:
                    line["rules"] = NEGLECTED
            assert told == again, f"{told} was settled, and settle says {again} to {written}"
            return
        for said, should in zip(told["bets"], again["bets"], strict=True):
            if said["id"] in self.returned:
                assert (said["outcome"], said["profit"]) == ("returned", "0.00")
            else:
                assert said == should
        assert abs(sum(map(float, (*told["net"].values(), told["house"], told["fees"])))) < 0.001

    def _insured_still(self) -> bool:
        """Return True if insurance stands on a bet given back: no line of `settle` says that."""
        given = [bet for key, bet in self.bets.items() if key in self.returned]
        originals = [(bet["player"], bet["box"], bet["bet"]) for bet in given]
        return any(
            (bet["player"], bet["box"], INSURED.get(bet["bet"])) in originals
            for bet in self.bets.values()
        )

    def as_round(self, number: int) -> dict[str, Any]:
        """Write the round as `croupier settle` reads it."""
        back = set() if self._insured_still() else self.returned
        bets = [{**bet, "returned": True} if key in back else bet for key, bet in self.bets.items()]
        round_ = {**self.opened, "id": number, "cards": self._in_order(), "bets": bets}
        seats, fees = round_.pop("seats"), round_.pop("fees")
        if self.bank is None:
            return round_
        return {**round_, "player_dealer": self.bank, "seats": seats, "fees": fees}
