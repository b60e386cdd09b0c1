"""What patrons may choose after a dealing error: to continue, or to have their bets returned."""

from __future__ import annotations

from croupier.errors import Code, Refused
from croupier.game.model import Procedure
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.decide import insurance
from croupier.table.decide.betting import return_unbacked
from croupier.table.decide.draft import Draft, decides
from croupier.table.decide.round_endings import void
from croupier.table.vocabulary import Option, Phase
from croupier.words import Name, say


def _offered(draft: Draft, known: Procedure, *, reconstructed: bool) -> bool:
    match known.options:
        case "always":
            return True
        case "unless_established":
            return not draft.table.established
        case "unless_established_and_reconstructed":
            return not (reconstructed and draft.table.established)
        case _:
            return False


def offer_options(draft: Draft, known: Procedure, *, reconstructed: bool) -> None:
    """Offer everybody with a bet the choice, if the document says so; the round waits."""
    players = draft.table.bettors
    if not players or not _offered(draft, known, reconstructed=reconstructed):
        return
    topics = ("options", *_going_on(draft), "refund")
    rules = tuple(rule for topic in topics if (rule := draft.cite(topic)))
    draft.emit(e.OptionsOffered(players, reconstructed, known.kind, rules))


def _going_on(draft: Draft) -> tuple[str, ...]:
    """Return the topic of playing on: with cards that were put right, or that cannot be.

    A card that came too early is put right: it lies ready for its place. Cards whose order was
    decided are neither.
    """
    match draft.events[-1:]:
        case [e.CardsReconstructed()]:
            return ("continue_reconstructed",)
        case [e.ReconstructionRefused()]:
            return ("continue_as_dealt",)
        case [e.IrregularityReported(does="continue")]:
            return ("continue_as_dealt",)
        case [e.IrregularityReported(ready=ready)] if ready:
            return ("continue_reconstructed",)
        case _:
            return ()


@decides(c.Choose)
def choose(draft: Draft, command: c.Choose) -> None:
    """Note a patron's choice; when all have chosen, play goes on."""
    rule = draft.cite("options")
    if draft.table.phase is not Phase.OPTIONS:
        raise Refused(Code.WRONG_PHASE, say("table.nothing_to_choose"), rule)
    name, choices = draft.known(command.player, rule), draft.table.choices
    if name not in choices:
        raise Refused(Code.NOT_YOURS, say("table.no_bet_in_round", player=name), rule)
    chosen_before = choices[name]
    if chosen_before is not None:
        chosen = say(
            "table.chosen_already", player=name, option=Name("option", chosen_before.value)
        )
        raise Refused(Code.TOO_LATE, chosen, rule)
    topic = "refund" if command.option is Option.REFUND else "options"
    draft.emit(e.OptionChosen(name, command.option, draft.cite(topic)))
    if None not in draft.table.choices.values():
        _end(draft)


@decides(c.CloseOptions)
def close_options(draft: Draft, _: c.CloseOptions) -> None:
    """End the choice; if it ended because everybody had chosen, nothing changes."""
    if draft.table.phase is Phase.OPTIONS:
        _end(draft)
    elif not draft.table.chosen:
        rule = draft.cite("options")
        raise Refused(Code.WRONG_PHASE, say("table.nothing_to_choose"), rule)


def _end(draft: Draft) -> None:
    table, choices = draft.table, draft.table.choices
    refunded = tuple(name for name, option in choices.items() if option is Option.REFUND)
    continued = tuple(name for name in choices if name not in refunded)
    # Shares are fixed when bets close: what is taken back after that stays in the round.
    back = tuple(bet.id for bet in table.bets if table.charged and bet.patron in refunded)
    rule = draft.cite("refund" if refunded else "options")
    # A patron without a bet is not the highest bettor. While bets are open, closing them checks
    # that.
    lost = tuple(hand for hand, who in table.squeezes.items() if table.charged and who in refunded)
    draft.emit(e.OptionsClosed(continued, refunded, rule, back or None, lost or None))
    if draft.table.phase is Phase.BETTING:
        return_unbacked(draft)
    if not continued:
        void(draft, "everybody took the refund", draft.cite("refund"))
    else:
        insurance.announce(draft)
