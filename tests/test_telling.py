"""Every event can be told to a person, in a sentence with its names, cards and amounts."""

from __future__ import annotations

import pytest

from croupier.cards import Card, parse_cards
from croupier.coup import Side
from croupier.game.loading import load
from croupier.game.model import Role, Stage
from croupier.money import CENT
from croupier.table import EVENTS
from croupier.table import events as e
from croupier.table.events import tell
from croupier.table.vocabulary import (
    Adjustment,
    Enforcement,
    Option,
    Pace,
    Phase,
    Purpose,
    ShoeKind,
    Signed,
    Units,
)

NINE = Card.parse("9s")
TWO = parse_cards("9s Td")
OFFER = (e.Lammer("player_insurance", Side.PLAYER, "3:1"),)
OVER = (e.Warning("below_minimum", "5.00 is under 25.00"),)
SETTLED = {
    "id": 7,
    "result": "tie",
    "player": {"total": 6},
    "banker": {"total": 6},
    "net": {"ann": "8.00"},
}


def opened(shoe: ShoeKind, notices: tuple[str, ...] = ()) -> e.TableOpened:
    return e.TableOpened(
        game=load("tiger"),
        digest="0",
        decks=8,
        layout="nine",
        unit=CENT,
        limits={},
        enforcement=Enforcement.DEALER,
        shoe=shoe,
        face_down=False,
        insurance=False,
        cut=14,
        burn=0,
        fees={},
        float="0",
        notices=notices,
    )


def changed(*notices: str) -> e.TableChanged:
    return e.TableChanged({}, False, Enforcement.DEALER, {}, {}, notices)


def reported(does: str, **more: object) -> e.IrregularityReported:
    kind = "exposed_card"
    cards = TWO if more.get("cards") else ()
    text = str(more["text"]) if "text" in more else None
    return e.IrregularityReported(kind, 3, does, cards, text=text)


TOLD: list[tuple[e.Event, str]] = [
    (opened(ShoeKind.DIGITAL), "The table opens for Da Hu Ying Xiong (Commission Baccarat), "
     "8 decks from a digital shoe."),
    (opened(ShoeKind.MANUAL), "from a shoe dealt by hand."),
    (opened(ShoeKind.SHUFFLER, ("Mind the step.",)), "a continuous shuffler. Mind the step."),
    (e.TableClosed(Signed(-100), Signed(0), Signed(0)), "The table closes with -1.00 in its tray"),
    (e.FloatFilled(Units(500)), "A fill of 5.00 comes from the cage"),
    (e.FloatCredited(Units(500)), "A credit of 5.00 goes to the cage"),
    (changed(), "The table's sign is changed"),
    (changed("No insurance."), "The table's sign is changed. No insurance"),
    (e.ChipsBought("ann", Units(100)), "ann buys in for 1.00"),
    (e.ChipsCashed("ann", Units(100)), "ann cashes out 1.00"),
    (e.SeatTaken("ann", 3), "ann sits down at box 3"),
    (e.SeatLeft("ann", 3), "ann leaves box 3"),
    (e.ShoeStarted(1, 416, 0, False), "Shoe 1 starts with 416 cards"),
    (e.ShoeStarted(1, 416, 2, False, "ab" * 32), "2 burned, shuffled, committed to as abababab"),
    (e.ShoeStarted(2, 416, 0, False, reason="a joker"), "starts with 416 cards (a joker)"),
    (e.ShoeStarted(1, 12, 0, True), "Shoe 1 starts with 12 cards, in a given order"),
    (e.EntropyAdded("ann", "x"), "ann adds to the shuffle"),
    (e.ShoeEnded(1, 30, "over", "cd" * 32), "Shoe 1 ends after 30 cards: over; its seed was cdcd"),
    (e.ShoeEnded(1, 30, "over"), "Shoe 1 ends after 30 cards: over"),
    (e.PlayerDealerOffered(3, "ann"), "ann at seat 3 is asked to bank"),
    (e.PlayerDealerDeclined(3, "ann"), "ann at seat 3 passes"),
    (e.PlayerDealerMissing(), "Nobody banks"),
    (e.PlayerDealerAccepted(3, "ann", Units(100)), "ann banks from seat 3 with 1.00"),
    (
        e.PlayerDealerRestored(3, "ann", Units(100), 1),
        "ann banks again from seat 3 with 1.00: the hand was undone",
    ),
    (e.WagerChanged(3, "ann", Units(100)), "ann changes the wager to 1.00"),
    (e.WagerPosted(3, "ann", Units(100)), "ann's wager of 1.00 is up again"),
    (e.PlayerDealerVacated(3, "ann", "gone"), "ann no longer banks: gone"),
    (e.BetsOpened(2, "call"), "Round 2: bets are open"),
    (e.BetPlaced("b", "ann", 1, "tie", Units(100), False, OVER),
     "ann puts 1.00 on tie at box 1 (bet b); warning: 5.00 is under 25.00"),
    (e.BetPlaced("b", "ann", 1, "tie", Units(100), True), "on tie at box 1, standing (bet b)"),
    (e.BetIncreased("b", "ann", Units(100), Units(300)), "ann adds 1.00 to bet b: 3.00"),
    (e.BetWithdrawn("b", "ann", Units(100), Units(0)), "ann takes 1.00 of bet b back: 0.00"),
    (e.BetReturned("b", "ann", Units(100), Units(0), "late"), "1.00 of ann's bet b goes back: "),
    (e.BetsClosed(2, "call", {}, ()), "No more bets in round 2"),
    (e.BetsClosed(2, "call", {"ann": Units(50)}, (e.Cut("b", Units(100)),)),
     "No more bets in round 2; fees: ann 0.50; 1.00 of bet b in action"),
    (e.CardDealt(Side.PLAYER, 1, False), "Player's first card: face down"),
    (e.CardDealt(Side.BANKER, 3, True, NINE), "Banker's third card: 9♠, which lay ready"),
    (e.CardTurned(Side.PLAYER, 2, NINE), "Player's second card is turned: 9♠"),
    (e.CardCorrected(Side.PLAYER, 2, TWO[1], NINE), "Player's second card is 9♠, not 10♦"),
    (e.SqueezeRequested("ann", Side.BANKER), "ann asks to squeeze Banker's cards"),
    (e.SqueezeGranted("ann", Side.BANKER), "ann may squeeze Banker's cards"),
    (e.InsuranceOffered(Stage.FOUR_CARDS, OFFER), "Insurance after four cards: Player at 3:1"),
    (e.InsuranceClosed(Stage.PLAYER_THIRD), "Insurance after Player's third card is closed"),
    (e.InsuranceWaived("ann"), "insurance after Player's third is waived"),
    (e.InsurancePlaced("i", "ann", 1, "tie", Stage.FOUR_CARDS, Units(100), "3:1", False),
     "ann insures box 1 with 1.00 on tie at 3:1 (bet i)"),
    (e.OriginalReturned(1, "b", "ann", Units(100)), "1.00 of ann's bet b is given back"),
    (reported("void"), "Reported in round 3: exposed card; it voids the round"),
    (reported("nothing", cards=True, text="by Bob"), "exposed card (9♠ 10♦): by Bob; noted"),
    (reported("reconstruct_or_next_round"), "the card comes in its order"),
    (e.IrregularityReported("foreign_card", 3, "void", waits_for=Role.PIT_SUPERVISOR),
     "Reported in round 3: foreign card; the pit supervisor confirms or dismisses it"),
    (e.IrregularityReported("not_shuffled", 3, "void", shoe_out=True),
     "Reported in round 3: not shuffled; the shoe is out of play"),
    (e.ReportDismissed("foreign_card", 3), "The report of foreign card is dismissed; play goes on"),
    (e.ReportDismissed("foreign_card", 3, "a smudge"),
     "The report of foreign card is dismissed (a smudge); play goes on"),
    (e.RoundCorrected(3, "void", {}, owed={"ann": Units(500)}, text="cashed out"),
     "Round 3, already paid, is put right (void: cashed out): nothing; still owed: ann 5.00"),
    (e.RoundCorrected(3, "reconstructed", {}, handed_back=("i1", "i2")),
     "is put right (reconstructed): nothing; insurance handed back: i1, i2"),
    (e.CardsReconstructed((), TWO, reason="the camera"), "put right: 9♠ 10♦ (the camera)"),
    (e.ReconstructionRefused(reason="on the floor"), "as they lie (on the floor)"),
    (e.OrderDecided(TWO, reason="the camera"), "The order is decided: 9♠ 10♦ (the camera)"),
    (e.RoundVoided(3, "foreign_card", {}, kind="foreign_card", shoe_out=True),
     "Round 3 is void (foreign card); returned: no bets; the shoe is out of play"),
    (e.RoundVoided(3, "a tarot card", {"ann": Units(500)}, kind="foreign_card"),
     "Round 3 is void (foreign card: a tarot card); returned: ann 5.00"),
    (e.CardsReconstructed((), TWO), "The cards are put right: 9♠ 10♦"),
    (e.CardsReconstructed(()), "The cards are put right: as dealt"),
    (e.ReconstructionRefused(), "The cards cannot be put right and are played as they lie"),
    (e.ReconstructionRefused(TWO[:1], TWO[1:]), "as they lie: Player 9♠, Banker 10♦"),
    (e.OrderDecided(TWO), "The order is decided: 9♠ 10♦"),
    (e.OptionsOffered(("ann", "bob"), True, "x", ()), "ann, bob may continue"),
    (e.OptionChosen("ann", Option.REFUND), "ann wants the bets back"),
    (e.OptionChosen("ann", Option.CONTINUE), "ann wants to continue"),
    (e.OptionsClosed(("ann",), ()), "to continue ann, bets back nobody"),
    (e.RoundInterrupted(Phase.DEALING), "Play is interrupted"),
    (e.RoundResumed(Phase.DEALING), "Play goes on: an outcome was established"),
    (e.RulingMade("so be it", ()), "Ruling: so be it"),
    (e.RulingMade("so be it", (Adjustment("ann", Signed(-100)),)), "so be it (ann -1.00)"),
    (e.RoundVoided(3, "card_excess", {"ann": Units(100)}), "Round 3 is void (card excess); "
     "returned: ann 1.00"),
    (e.RoundVoided(3, "because", {}), "Round 3 is void (because); returned: no bets"),
    (e.RoundSettled(SETTLED), "Round 7 is settled: Tie at 6. Net: ann 8.00"),
    (e.RoundSettled({**SETTLED, "result": "banker", "net": {}}),
     "Round 7 is settled: Banker wins, Player 6 and Banker 6. Net: no bets"),
    (e.RoundCorrected(3, "void", {"ann": Signed(-100)}), "is put right (void): ann -1.00"),
    (e.DealerAssigned(True, Pace(), {}), "The table is run by the automatic dealer"),
    (e.DealerAssigned(False, Pace(), {}), "The table is run by a person"),
    (e.DeadlineSet(Purpose.BETS, 20), "20 seconds to bet"),
    (e.DeadlineSet(Purpose.SQUEEZE, 1), "1 second to turn the cards"),
]  # fmt: skip


@pytest.mark.parametrize(("event", "sentence"), TOLD, ids=lambda part: type(part).__name__)
def test_an_event_is_told(event: e.Event, sentence: str) -> None:
    assert sentence in tell(event, CENT)


def test_every_event_is_told() -> None:
    assert {type(event) for event, _ in TOLD} == set(EVENTS.values())


def test_what_did_not_happen_is_not_told() -> None:
    """No fees, no card that lay ready, no chips moved, no shoe out of play: the sentence ends."""
    told = {tell(event, CENT) for event, _ in TOLD}
    assert told >= {
        "No more bets in round 2",
        "Player's first card: face down",
        "Ruling: so be it",
        "Round 3 is void (because); returned: no bets",
    }
