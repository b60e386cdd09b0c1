"""The real settlement against the naive one of `naive/`, over many random rounds, good and bad."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from croupier.game.loading import load
from croupier.settlement.settle_json import settle_json
from naive.rounds import good_round
from naive.rounds_broken import broken_round
from naive.settlement import settle as naive_settle

# What these rounds go through is shown covered by other tests; counting lines triples their time.
pytestmark = pytest.mark.no_cover

BATCHES = 24
GOOD, BAD = 1_000, 400


def real_settle(round_: object) -> Any:
    """Answer a round as `croupier settle` does, through JSON and back."""
    return json.loads(json.dumps(settle_json(json.loads(json.dumps(round_)), load)))


def without_rules(said: dict[str, Any]) -> dict[str, Any]:
    """Leave out the citations, which the naive settlement does not make."""
    for bet in said.get("bets", ()):
        assert bet.pop("rules"), "every line cites a paragraph"
    return said


@pytest.mark.parametrize("seed", range(BATCHES))
def test_both_settle_good_rounds_alike(seed: int) -> None:
    rng = Random(seed)
    for _ in range(GOOD):
        round_ = good_round(rng)
        assert without_rules(real_settle(round_)) == naive_settle(round_), json.dumps(round_)


@pytest.mark.parametrize("seed", range(BATCHES))
def test_both_refuse_bad_rounds(seed: int) -> None:
    rng = Random(seed)
    for _ in range(BAD):
        round_, codes = broken_round(rng)
        said = real_settle(round_)
        assert set(said) == {"id", "error"}, json.dumps(round_)
        assert said["error"]["code"] in codes, (json.dumps(round_), said)
        assert naive_settle(round_)["error"]["code"] in codes
