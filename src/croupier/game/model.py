"""What a game is: bets and what they pay, insurance, limits, who banks, irregularities.

It is read from data (`croupier.game.read_game`); no code here depends on which game it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction

from croupier.conditions import Condition
from croupier.coup import Coup, Side
from croupier.facts import Value, fact, finish
from croupier.game.felt import Shape
from croupier.money import Odds
from croupier.tableau import Ground
from croupier.words import Name
from croupier.words import Value as Words

Rules = tuple[str, ...]
"""Paragraphs of the game's own document."""
Texts = Mapping[str, str]
"""One text by language; English is always among them."""
POSITION_FEE = "player_dealer"
"""The line of the fee schedule for the player-dealer's position, once a hand."""


class Stage(StrEnum):
    """When insurance is offered."""

    FOUR_CARDS = "four_cards"
    PLAYER_THIRD = "player_third"


class Banker(StrEnum):
    """Who pays and collects the bets."""

    HOUSE = "house"
    PLAYER_DEALER = "player-dealer"


class Assessment(StrEnum):
    """How a table limits the bets on the hands."""

    MAXIMUM = "maximum"
    DIFFERENTIAL = "differential"


class Role(StrEnum):
    """Who may decide, the lowest first; each may do what those before may."""

    PLAYER = "player"
    DEALER = "dealer"
    PIT_SUPERVISOR = "pit_supervisor"
    PIT_MANAGER = "pit_manager"
    SHIFT_MANAGER = "shift_manager"


@dataclass(frozen=True, slots=True)
class PayLine:
    """What a bet pays when its condition holds; the first line that holds decides."""

    when: Condition
    odds: Odds
    """What the patron gets; a commission is off it already."""
    rules: Rules
    says: str
    said: Words
    """The same for every language: as the file has it, or made from the condition."""
    commission: str | None = None
    """What is kept of the win, like "5%"."""
    gross: Odds | None = None
    """The odds before the commission, if one is taken."""


@dataclass(frozen=True, slots=True)
class BetKind:
    """A bet that the layout offers: the first pay line that holds decides, else it loses."""

    key: str
    name: str
    main: bool
    """Whether it backs a hand; everything else is a side bet."""
    pays: tuple[PayLine, ...]
    loses: Rules
    fee: str | None
    """The line of the fee schedule that a bet of this kind falls under."""
    texts: Texts
    """Its name by language."""
    shorts: Texts | None = None
    """A name for small places, by language, if the file has one."""
    needs: tuple[str, ...] = ()
    """The bets of which the patron must have one on the same box, if it needs any."""
    needs_rules: Rules = ()
    cap: Fraction | None = None
    """The most that it pays in a round, in money."""
    rounds_up: bool = False
    """Whether what it pays is rounded up to the unit, in the patron's favour."""

    @property
    def facts(self) -> tuple[str, ...]:
        """The names of the facts that its pay lines ask for."""
        return tuple(dict.fromkeys(name for line in self.pays for name in line.when.facts))

    def line(self, facts: Mapping[str, Value]) -> PayLine | None:
        """Return the pay line that decides; None for a loss."""
        for line in self.pays:
            if line.when.holds(facts):
                return line
        return None


@dataclass(frozen=True, slots=True)
class Offer:
    """Insurance at one stage for one pair of totals."""

    stage: Stage
    player_total: int
    banker_total: int
    odds: Odds
    pays_on_tie: bool
    rules: Rules


@dataclass(frozen=True, slots=True)
class InsuranceKind:
    """Insurance of one hand: paid when that hand loses."""

    key: str
    name: str
    insures: Side
    original: str
    """The main bet that must be on the box for it."""
    offers: Mapping[tuple[Stage, int, int], Offer]
    texts: Texts
    shorts: Texts | None = None


@dataclass(frozen=True, slots=True)
class Insurance:
    """Insurance bets and the paragraphs that govern all of them."""

    kinds: Mapping[str, InsuranceKind]
    offered: Rules
    needs_original: Rules
    cap: Rules
    wins: Rules
    loses: Rules
    tie: Rules


@dataclass(frozen=True, slots=True)
class Decks:
    """How many decks may be played with."""

    least: int
    most: int
    default: int
    rules: Rules


@dataclass(frozen=True, slots=True)
class Layout:
    """A table layout and the number of its boxes."""

    key: str
    name: str
    boxes: int
    rules: Rules
    shape: Shape
    texts: Texts


@dataclass(frozen=True, slots=True)
class Permission:
    """Something a patron may or may not do, and the paragraphs that say so."""

    allowed: bool
    rules: Rules


@dataclass(frozen=True, slots=True)
class Betting:
    """Who may bet what."""

    both_sides: Permission
    side_alone: Permission
    standing: Permission
    own_box: Rules
    """The paragraphs that say a box belongs to one seated patron."""


@dataclass(frozen=True, slots=True)
class LimitRules:
    """How limits are assessed, and the paragraphs for each thing that follows from them."""

    assessed: Assessment
    between: tuple[str, str] | None
    """The two main bets whose difference is the differential."""
    duty: Rules
    below: Rules
    excess: Rules
    pro_rata: Rules
    pro_rata_below: Rules


@dataclass(frozen=True, slots=True)
class Bank:
    """Who banks; for a player-dealer, in which order the wagers are acted on."""

    by: Banker
    order: tuple[str, ...]
    order_rules: Rules
    coverage: Rules
    exhausted: Rules
    position: Rules
    """The paragraphs that say no round is played without a player-dealer, who does not bet."""
    fees: Rules
    hands: int
    """After so many hands the player-dealer's position is offered to the next seat."""
    house: Rules = ()
    """The paragraphs that say the house has no stake: one patron pays another."""


@dataclass(frozen=True, slots=True)
class Play:
    """The paragraphs behind the deal, each decision of the table of play, and the result."""

    deal: Rules
    draw: Mapping[Ground, Rules]
    player_natural: Rules
    banker_natural: Rules
    winner: Rules
    tie: Rules
    face_down: Permission = Permission(True, ())
    """Whether a table may deal cards face down, to be squeezed."""

    def drawing(self, coup: Coup, side: Side) -> Rules:
        """Return the paragraphs on why a hand drew or stood, once that is decided."""
        decided = coup.player_decision if side is Side.PLAYER else coup.banker_decision
        rules = self.draw[decided.ground]
        if decided.ground is Ground.NATURAL:
            rules += self.player_natural if coup.player.is_natural else ()
            rules += self.banker_natural if coup.banker.is_natural else ()
        return tuple(dict.fromkeys(rules))  # a file may cite one paragraph for all of them


@dataclass(frozen=True, slots=True)
class Procedure:
    """What is done about one kind of irregularity, and who decides it."""

    kind: str
    does: str
    otherwise: str | None
    """What is done where that is impossible."""
    options: str
    """When patrons may choose to go on or to take their bets back."""
    decides: Role
    rules: Rules
    document: str
    """The game whose document has the paragraphs: another one where procedures are borrowed."""


@dataclass(frozen=True, slots=True)
class Cited:
    """Paragraphs, and the game whose document has them."""

    rules: Rules
    document: str


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph of the game's document, in our words: title and gist, also by language."""

    id: str
    kind: str
    gist: str
    title: str
    """What people read in place of its key: "Payouts: Banker"; a numbered one is its number."""
    texts: Texts
    gists: Texts


@dataclass(frozen=True, slots=True, eq=False)
class Game:
    """A whole game, as its file has it; a game is equal only to itself."""

    key: str
    title: str
    source: str
    decks: Decks
    layouts: tuple[Layout, ...] = field(repr=False)
    play: Play = field(repr=False)
    betting: Betting = field(repr=False)
    limits: LimitRules = field(repr=False)
    bank: Bank = field(repr=False)
    bets: Mapping[str, BetKind] = field(repr=False)
    insurance: Insurance | None = field(repr=False)
    procedures: Mapping[str, Procedure] = field(repr=False)
    borrows: str | None = field(repr=False)
    """The game whose irregularity procedures and table topics fill the gaps: a house choice."""
    table: Mapping[str, Cited] = field(repr=False)
    """By topic, what governs the things that happen at a live table."""
    paragraphs: Mapping[str, Paragraph] = field(repr=False)
    digest: str = field(repr=False)
    """SHA-256 of what its file holds: pins the rules that a round was played by."""
    data: Mapping[str, object] = field(repr=False)
    """What its file holds, so that a log can carry the rules it was played by."""
    texts: Texts = field(repr=False)
    """Its title by language."""
    # Computed once, because every round needs them.
    facts: tuple[str, ...] = field(init=False, repr=False)
    """The facts that its pay lines ask for."""
    boxes: int = field(init=False, repr=False)
    """The number of boxes of the largest layout."""
    bet_keys: tuple[str, ...] = field(init=False)
    """Every bet that can be placed, insurance last."""
    names: Mapping[str, str] = field(init=False, repr=False)
    """The name of each bet on the layout."""
    fee_keys: tuple[str, ...] = field(init=False, repr=False)
    """The lines of the fee schedule that bets fall under."""
    has_needs: bool = field(init=False)
    """Whether some bet needs another one."""

    def __post_init__(self) -> None:
        put = object.__setattr__
        kinds = self.bets.values()
        asked = (name for kind in kinds for name in kind.facts)
        put(self, "facts", tuple(dict.fromkeys(asked)))
        put(self, "has_needs", any(kind.needs for kind in kinds))
        put(self, "boxes", max(layout.boxes for layout in self.layouts))
        insured = self.insurance.kinds if self.insurance else {}
        put(self, "bet_keys", (*self.bets, *insured))
        put(
            self, "names", {key: (self.bets.get(key) or insured[key]).name for key in self.bet_keys}
        )
        put(self, "fee_keys", tuple(dict.fromkeys(kind.fee for kind in kinds if kind.fee)))

    def bet_name(self, key: str) -> Name:
        """Return the name of a bet or an insurance bet, for sentences in every language."""
        insured = self.insurance.kinds if self.insurance else {}
        kind = self.bets.get(key) or insured[key]
        return Name("bet", key, kind.texts)

    def facts_of(self, coup: Coup) -> tuple[Value, ...]:
        """Return the facts of a coup that this game's bets ask for, in the order of `facts`."""
        end = finish(coup)
        return tuple([fact(name).of(end) for name in self.facts])

    def cite(self, topic: str) -> str | None:
        """Return the paragraph on a topic of the table: "5.6", or "tiger 5.6" if borrowed."""
        return self._first(self.table.get(topic))

    def cite_procedure(self, kind: str) -> str | None:
        """Return the paragraph on a kind of irregularity, in the same form."""
        return self._first(self.procedures.get(kind))

    def cite_report(self, kind: str) -> str | None:
        """Return the paragraph on a report: its procedure, or that on other irregularities."""
        return self.cite_procedure(kind if kind in self.procedures else "other")

    def cite_mending(self, procedure: Procedure) -> str | None:
        """Return the paragraph by which cards are corrected after a report.

        That of a kind that voids as a last resort is about voiding: then the general one is cited.
        """
        if procedure.otherwise == "void":
            return self.cite("reconstruct")
        return self.cite_procedure(procedure.kind)

    def titled(self, rule: str) -> str:
        """Return a citation as people read it: "5.6", "tiger 5.6", "Payouts: Banker"."""
        paragraph = self.paragraphs.get(rule)
        return rule if paragraph is None else paragraph.title

    @property
    def section_titles(self) -> dict[str, str]:
        """By key, the titles of the sections that have no number."""
        listed = self.paragraphs.values()
        return {each.id: each.title for each in listed if each.title != each.id}

    def titles(self, rules: Iterable[str]) -> str:
        """Return citations as people read them, one after the other."""
        return ", ".join(map(self.titled, rules))

    def _first(self, source: Cited | Procedure | None) -> str | None:
        if source is None or not source.rules:
            return None
        first = source.rules[0]
        return first if source.document == self.key else f"{source.document} {first}"
