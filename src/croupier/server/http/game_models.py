"""The answers about games: a game with every default filled in, odds, and the side bets."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from croupier.server.http.models import Out, Said
from croupier.store.shelf import Origin

Texts = dict[str, str]
"""Texts in the languages beside English."""

Cited = dict[str, list[str]]
"""Paragraphs by their topics."""


class GameListed(Out):
    """A game that tables can be opened with."""

    key: str
    title: str
    decks: list[int]
    boxes: dict[str, int]
    bets: list[str]
    source: str
    titles: dict[str, Any]
    digest: str
    own: bool
    origin: Origin = Field(alias="from")


class GameDecks(Out):
    """With how many decks a game is played."""

    least: int
    most: int
    default: int
    rules: list[str]


class Spot(Out):
    """The middle of a box, in percent of a drawing."""

    box: int
    x: float
    y: float


class Area(Out):
    """A part of a drawing, in percent of it."""

    x: float
    y: float
    width: float
    height: float


class FeltDrawing(Out):
    """A drawing of a layout."""

    ratio: float
    size: float
    high: float
    rim: str
    lane: str
    own: Area | None
    spots: list[Spot]


class FeltDrawings(Out):
    """A layout drawn wide, and as a strip."""

    wide: FeltDrawing
    strip: FeltDrawing


class GameLayout(Out):
    """A layout of a game."""

    key: str
    name: str
    names: Texts
    boxes: int
    shape: str
    rules: list[str]
    felt: FeltDrawings


class GamePayLine(Out):
    """What a bet pays when its condition holds; the first line that holds decides."""

    when: dict[str, Any]
    says: str
    said: Said
    odds: str
    reads: str
    push: bool
    commission: str | None
    gross: str | None
    rules: list[str]


class Named(Out):
    """The names of a bet."""

    key: str
    name: str
    names: Texts
    short: str
    shorts: Texts


class GameBet(Named):
    """A bet of a game."""

    main: bool
    backs: Literal["player", "banker", "tie"] | None
    fee: str | None
    limits: Literal["main", "side"]
    pays: list[GamePayLine]
    loses: list[str]
    needs: list[str]
    cap: str | None
    rounds_up: bool


class InsuranceOffer(Out):
    """When insurance is offered, and at which odds."""

    stage: str
    player_total: int
    banker_total: int
    odds: str
    reads: str
    pays_on_tie: bool
    rules: list[str]


class InsuranceBet(Named):
    """A bet that insures another."""

    insures: Literal["player", "banker"]
    original: str
    offers: list[InsuranceOffer]


class GameInsurance(Out):
    """The insurance of a game."""

    bets: list[InsuranceBet]
    stages: list[str]
    rules: Cited


class GameBank(Out):
    """Who pays and collects the bets."""

    by: Literal["house", "player-dealer"]
    order: list[str]
    fees: list[str]
    hands: int | None
    rules: Cited


class Permission(Out):
    """Whether something is allowed, and which paragraphs say so."""

    allowed: bool
    rules: list[str]


class GameBetting(Out):
    """What patrons may bet on, and where."""

    both_sides: Permission
    side_alone: Permission
    standing: Permission
    own_box: list[str]


class GameLimits(Out):
    """How a game limits its bets."""

    assessed: str
    between: list[str] | None
    rules: Cited


class RankPoints(Out):
    """What a rank counts."""

    rank: str
    points: int


class ThirdCard(Out):
    """The totals that a hand draws on."""

    naturals: list[int]
    player: list[int]
    banker_alone: list[int] = Field(description="Where Player stood.")
    banker: list[list[int]] = Field(
        description="By Banker's total, the points of Player's third card that Banker draws on."
    )


class GamePlay(Out):
    """How the cards are played."""

    face_down: Permission
    points: list[RankPoints]
    third_card: ThirdCard
    rules: Cited


class Procedure(Out):
    """What is done about an irregularity."""

    does: str
    otherwise: str | None
    options: str | None
    decides: str
    rule: str | None


class Paragraph(Out):
    """A paragraph of the game's document, in our own words."""

    id: str
    kind: str
    title: str
    titles: Texts
    gist: str | None
    gists: Texts
    numbered: bool


class PublishedGame(Out):
    """A game with every default filled in."""

    key: str
    title: str
    titles: Texts
    source: str
    sourced: bool
    digest: str
    decks: GameDecks
    layouts: list[GameLayout]
    bets: list[GameBet]
    insurance: GameInsurance | None
    bank: GameBank
    betting: GameBetting
    limits: GameLimits
    play: GamePlay
    procedures: dict[str, Procedure]
    borrows: str | None
    paragraphs: list[Paragraph]


class WholeGame(Out):
    """A game: resolved, as its own file, and its procedures."""

    key: str
    title: str
    decks: list[int]
    boxes: dict[str, int]
    bets: list[str]
    source: str
    digest: str
    own: bool
    origin: Origin = Field(alias="from")
    file: dict[str, Any] = Field(
        description="As it was written: the schema of game files says how."
    )
    procedures: dict[str, Procedure]
    game: PublishedGame


# Odds


class BetOutcome(Out):
    """A way that a bet can end; ratios are exact."""

    when: str
    pays: str
    probability: str


class Edge(Out):
    """What a bet costs, as a number and as an exact ratio."""

    ev: str
    house_edge: float
    house_edge_exact: str


class WithInsurance(Out):
    """A main bet with its insurance, taken by the totals, or by the cards."""

    by_totals: Edge
    by_cards: Edge


class OddsOfBet(Edge):
    """The odds of a bet."""

    resolved_edge: float
    hit_frequency: str
    sd: float
    outcomes: list[BetOutcome]
    with_insurance: WithInsurance | None = None


class OddsOfOffer(Out):
    """How often an insurance is offered, and what it is worth then."""

    stage: str
    insures: Literal["player", "banker"]
    player_total: int
    banker_total: int
    odds: str
    frequency: str
    ev: str | None


class OddsOfGame(Out):
    """What every bet of a game costs, exactly."""

    game: str
    version: str
    digest: str
    decks: int | None
    cards: int
    bets: dict[str, OddsOfBet]
    insurance: list[OddsOfOffer]
    removal: dict[str, dict[str, str]] | None = Field(
        None, description="By bet and rank, what one card fewer changes."
    )


class CataloguePay(Out):
    """A pay line of a bet of the catalogue."""

    says: str
    said: Said
    odds: str


class PublishedEdge(Out):
    """An edge that somebody has published, and where."""

    edge: str | float
    decks: int | None
    source: str
    where: str | None
    differs: str | None


class CatalogueBet(Out):
    """A side bet that casinos offer, with what it costs."""

    key: str
    bet: str
    name: str
    names: Texts
    kin: str | None
    tags: list[str]
    decks: list[int]
    note: str | None
    notes: Texts
    at_decks: int
    house_edge: float
    house_edge_exact: str
    hit_frequency: str
    pays: list[CataloguePay]
    published: list[PublishedEdge]
