"""The fuzzers: what they found stays repaired, and they find what is planted."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.errors import CroupierError
from croupier.server.live import frames
from croupier.server.problems import Problem
from croupier.strict_json import Decoder
from fuzz.__main__ import failure, fuzz, main
from fuzz.guided import main as guided
from fuzz.mutation import mutated, smaller
from fuzz.targets import Run, Target, all_targets

TARGETS = sorted(all_targets())
MOST = 150
"""How many altered inputs each target gets here; `./run soak` runs them for minutes."""


@pytest.mark.parametrize("name", TARGETS)
def test_the_corpus_breaks_nothing_and_neither_do_some_alterations(
    name: str, tmp_path: Path
) -> None:
    target = all_targets()[name]
    with target.open() as run:
        for file, data in target.seeds().items():
            assert failure(run, data) is None, file
    count, found = fuzz(target, Random(name), seconds=4, most=MOST, into=tmp_path)
    assert found is None, found.read_bytes()
    assert count > 5


def test_every_target_has_a_corpus_and_nothing_else_has() -> None:
    folder = Path(__file__).parents[2] / "fuzz" / "corpus"
    kept = {path.name: list(path.iterdir()) for path in folder.iterdir()}
    assert sorted(kept) == TARGETS
    assert all(kept.values())
    sizes = [path.stat().st_size for files in kept.values() for path in files]
    assert sum(sizes) < 200_000, "a corpus is small"


def test_half_a_surrogate_that_is_sent_back_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """As it once was: the answer cannot be written, and the socket makes a mistake."""
    monkeypatch.setattr(frames, "_written", lambda text: text)
    target = all_targets()["frame"]
    with target.open() as run:
        assert failure(run, target.seeds()["surrogates"]) is not None


def test_a_name_that_is_no_text_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """As it once was: an object was looked up in a set of names."""
    from croupier.server import app_state
    from croupier.server.caller import _CASH_COMMANDS, actor_command

    def hashed(*given: object) -> object:
        body = given[4]
        assert isinstance(body, dict)
        _ = body.get("do") in _CASH_COMMANDS
        return actor_command(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(app_state, "actor_command", hashed)
    target = all_targets()["frame"]
    with target.open() as run:
        found = failure(run, target.seeds()["names-that-are-no-text"])
        assert found is not None
        assert found.startswith("TypeError")
    target = all_targets()["request"]
    with target.open() as run:
        body = (
            b'POST /api/tables/t2/commands\nas: ann\ncontent-type: application/json\n\n{"id": "x"'
        )
        assert failure(run, body + b', "command": {"do": {}}}') is not None


def _planted(data: bytes) -> None:
    if b"null" in data:
        raise LookupError("planted")


@contextmanager
def _open_planted() -> Iterator[Run]:
    yield _planted


def test_a_planted_mistake_is_found_made_small_and_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = Target("planted", _open_planted)
    count, found = fuzz(target, Random(3), seconds=20, into=tmp_path)
    assert found is not None
    assert found.parent == tmp_path / "planted"
    assert found.read_bytes() == b"null", "made small"
    assert "LookupError: planted" in capsys.readouterr().err
    assert fuzz(target, Random(3), seconds=20, into=tmp_path) == (count, found), "by its seed"


def test_what_is_made_small_still_does_the_same() -> None:
    assert smaller(b"x" * 500 + b"needle" + b"y" * 700, lambda data: b"needle" in data) == b"needle"


def test_alterations_come_from_the_seed_and_reach_into_json() -> None:
    seed = b'{"a": {"b": [1, 2, 3]}}'
    made = [mutated(seed, [seed], Random(number)) for number in range(300)]
    assert made == [mutated(seed, [seed], Random(number)) for number in range(300)]
    parsed = []
    for data in made:
        try:
            parsed.append(json.loads(data))
        except (ValueError, RecursionError):
            continue
    assert len(parsed) > 60
    assert any(value.get("a") == {} for value in parsed if isinstance(value, dict))


def test_an_unknown_target_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["nothing"])
    assert "there is no target nothing" in capsys.readouterr().err


def test_without_atheris_that_is_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "atheris", None)
    assert guided(["frame"]) == 2
    assert "Atheris is not installed" in capsys.readouterr().err


_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=8,
)
_KEYS = st.sampled_from(["watch", "after", "unwatch", "command", "table", "id", "ping", "approval"])


@given(st.dictionaries(_KEYS, _VALUES, max_size=5) | _VALUES)
def test_every_json_is_a_frame_or_refused(value: object) -> None:
    try:
        frame = frames.read_frame(Decoder(), json.dumps(value))
    except (Problem, CroupierError):
        return
    assert isinstance(frame, frames.Watch | frames.Unwatch | frames.Ping | frames.Given)
    if isinstance(frame, frames.Given):
        json.dumps(frame.head).encode()


@given(st.text(max_size=60))
def test_every_text_is_a_frame_or_refused(text: str) -> None:
    with pytest.raises((Problem, CroupierError)):
        frames.read_frame(Decoder(), text)
