"""Rounds put together again from what a log says, to be settled a second time on their own."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from croupier.cards import Card, parse_cards
from croupier.coup import Coup
from croupier.settlement.answering import answer
from croupier.store.games import load

Data = Mapping[str, Any]


class Rounds:
    """Follows written events; each settlement must be what `croupier settle` answers."""

    def __init__(self) -> None:
        self.opened: dict[str, Any] = {}
        self.bets: dict[str, dict[str, Any]] = {}
        self.cards: list[tuple[str, int, str | None]] = []
        self.returned: set[str] = set()
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
        self.bets, self.cards, self.returned = {}, [], set()

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
        """Drop the bets of those who left; whom they stood behind is seated from then on."""
        gone = event["refunded"]
        self.bets = {key: bet for key, bet in self.bets.items() if bet["player"] not in gone}
        seated = {bet["box"]: bet["player"] for bet in self.bets.values() if not bet["standing"]}
        for bet in self.bets.values():
            if seated.setdefault(bet["box"], bet["player"]) == bet["player"]:
                bet["standing"] = False

    def _card_dealt(self, event: Data) -> None:
        self.cards.append((event["hand"], event["number"], event.get("card")))

    def _card_turned(self, event: Data) -> None:
        place = [card[:2] for card in self.cards].index((event["hand"], event["number"]))
        self.cards[place] = (event["hand"], event["number"], event["card"])

    _card_corrected = _card_turned

    def _cards_reconstructed(self, event: Data) -> None:
        if "cards" in event:
            coup = Coup.of(event["cards"])
            self._lay(coup.player.cards, coup.banker.cards)

    _order_decided = _cards_reconstructed

    def _reconstruction_refused(self, event: Data) -> None:
        if "player" in event:
            self._lay(parse_cards(event["player"]), parse_cards(event["banker"]))

    def _lay(self, *hands: Sequence[Card]) -> None:
        self.cards = [
            (name, number, card.text)
            for name, hand in zip(("player", "banker"), hands, strict=True)
            for number, card in enumerate(hand, start=1)
        ]

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
        again = json.loads(json.dumps(answer(self.as_round(event["id"]), load)))
        if not self.returned:
            assert told == again, f"{told} was settled, and settle says {again}"
            return
        for said, should in zip(told["bets"], again["bets"], strict=True):
            if said["id"] in self.returned:
                assert (said["outcome"], said["profit"]) == ("returned", "0.00")
            else:
                assert said == should
        assert abs(sum(map(float, (*told["net"].values(), told["house"], told["fees"])))) < 0.001

    def as_round(self, number: int) -> dict[str, Any]:
        """Write the round as `croupier settle` reads it."""
        # By their places: hands that were played as they lay may have been dealt unevenly.
        places = sorted(self.cards, key=lambda each: (each[1], each[0] != "player"))
        cards = [card for _, _, card in places]
        round_ = {**self.opened, "id": number, "cards": cards, "bets": list(self.bets.values())}
        seats, fees = round_.pop("seats"), round_.pop("fees")
        if self.bank is None:
            return round_
        return {**round_, "player_dealer": self.bank, "seats": seats, "fees": fees}
