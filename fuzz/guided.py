"""One fuzzer guided by coverage: `python -m fuzz.guided TARGET --seconds 600`, with Atheris.

Atheris is no dependency of the project: `pip install atheris` beside it.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from importlib import import_module
from tempfile import mkdtemp


def main(words: Sequence[str] | None = None) -> int:
    """Fuzz a target; Atheris ends the process, and writes what breaks to the corpus."""
    parser = ArgumentParser(prog="python -m fuzz.guided", description=__doc__)
    parser.add_argument("target", metavar="TARGET")
    parser.add_argument("--seconds", type=int, default=600)
    given = parser.parse_args(words)
    try:
        atheris = import_module("atheris")
    except ImportError:
        print("Atheris is not installed: pip install atheris", file=sys.stderr)
        return 2
    # What is imported within is counted: so it is imported here, and not above.
    with atheris.instrument_imports(include=["croupier"]):
        targets = import_module("fuzz.targets")
        known = targets.all_targets()
    if given.target not in known:
        parser.error(f"there is no target {given.target}; there are {', '.join(known)}")
    folder = targets.CORPUS / given.target
    # What only reaches further is kept in the first folder: not in the corpus.
    folders = [mkdtemp(prefix="croupier-fuzz-"), str(folder)]
    options = [f"-max_total_time={given.seconds}", f"-artifact_prefix={folder}/found-"]
    with known[given.target].open() as run:
        atheris.Setup([sys.argv[0], *options, "-max_len=20000", *folders], run)
        atheris.Fuzz()
    return 0


if __name__ == "__main__":
    sys.exit(main())
