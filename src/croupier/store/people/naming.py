"""Friendly names for guests who do not choose one."""

from __future__ import annotations

from typing import Final

_ADJECTIVES: Final = (
    "amber bold brave bright calm clever coral cosmic crimson dapper eager early gentle golden "
    "happy humble ivory jade jolly keen kind lively lucky mellow merry misty noble opal patient "
    "plucky polite proud quick quiet rapid ruby silent silver smart snowy spry steady sunny swift "
    "tidy velvet warm witty zesty"
)
_ANIMALS: Final = (
    "badger bear beaver bison crane dolphin eagle egret falcon finch fox gecko hare hawk hedgehog "
    "heron ibis jaguar kestrel koala lark lemur lion lynx magpie marten mole moose otter owl panda "
    "parrot pelican penguin puffin quail raven robin seal sparrow stoat stork swallow swan tiger "
    "toucan turtle walrus wren yak"
)
_HOW, _WHO = _ADJECTIVES.split(), _ANIMALS.split()


def friendly(entropy: bytes, digits: int = 2) -> str:
    """Make a name like "lucky heron 42" from eight random bytes."""
    drawn = int.from_bytes(entropy, "big")
    drawn, how = divmod(drawn, len(_HOW))
    drawn, who = divmod(drawn, len(_WHO))
    number = drawn % 10**digits
    return f"{_HOW[how]} {_WHO[who]} {number:0{digits}}"
