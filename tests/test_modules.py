"""The size and the number of the modules, and that none imports itself by way of others."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

SRC = Path(__file__).parent.parent / "src"

MOST_MODULES = 378
"""There were 220 before the server had to hold out against attacks; more are harder to find."""
MOST_LINES, LEAST_LINES = 400, 15

FILES = {
    ".".join(file.relative_to(SRC).with_suffix("").parts).removesuffix(".__init__"): file
    for file in SRC.rglob("*.py")
}


def lines(file: Path) -> int:
    return len(file.read_text(encoding="utf-8").splitlines())


def loaded(body: list[ast.stmt]) -> Iterator[ast.Import | ast.ImportFrom]:
    """Yield the imports that run when a module is loaded: not those of functions or of types."""
    for node in body:
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield node
        elif isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            yield from loaded(node.orelse)
        elif not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            for part in ("body", "orelse", "finalbody", "handlers"):
                for inner in getattr(node, part, []):
                    yield from loaded(inner.body if part == "handlers" else [inner])


def imports(text: str, modules: Mapping[str, object]) -> set[str]:
    """Return which of the modules a text imports when it is loaded."""
    found = set()
    for node in loaded(ast.parse(text).body):
        if isinstance(node, ast.Import):
            found |= {each.name for each in node.names}
        else:
            base = node.module or ""
            names = {each.name: f"{base}.{each.name}" for each in node.names}
            found |= {full if full in modules else base for full in names.values()}
    return found & modules.keys()


def cycle(graph: Mapping[str, set[str]]) -> list[str] | None:
    """Return modules that import each other in a ring, the first again at the end; None if none."""
    done: set[str] = set()

    def visit(module: str, way: list[str]) -> list[str] | None:
        if module in way:
            return [*way[way.index(module) :], module]
        if module in done:
            return None
        for other in sorted(graph[module]):
            if ring := visit(other, [*way, module]):
                return ring
        done.add(module)
        return None

    return next((ring for module in sorted(graph) if (ring := visit(module, []))), None)


def test_no_module_is_too_long_or_too_short_to_have_an_idea() -> None:
    long = {name: lines(file) for name, file in FILES.items() if lines(file) > MOST_LINES}
    assert not long, f"split these (lines; {MOST_LINES} at most): {long}"
    short = {
        name: lines(file)
        for name, file in FILES.items()
        if lines(file) < LEAST_LINES
        and file.name not in ("__init__.py", "__main__.py")
        and ".migrations" not in name
    }
    assert not short, f"merge these into those that import them: {short}"


def test_there_are_not_too_many_modules() -> None:
    assert len(FILES) <= MOST_MODULES, f"{len(FILES)} modules in src; {MOST_MODULES} at most"


def test_no_module_needs_itself_to_be_loaded() -> None:
    graph = {name: imports(file.read_text("utf-8"), FILES) for name, file in FILES.items()}
    assert sum(map(len, graph.values())) > 4 * len(FILES), "imports are not found any more"
    ring = cycle(graph)
    assert ring is None, " -> ".join(ring or ())


def test_a_ring_is_found_and_what_is_loaded_later_makes_none() -> None:
    known = {"a": 0, "b": 0, "b.c": 0}
    assert imports("import a\nfrom b import c, d", known) == {"a", "b", "b.c"}
    assert imports("try:\n    import a\nexcept ImportError:\n    import b", known) == {"a", "b"}
    assert imports("class A:\n    import a", known) == {"a"}
    assert not imports("def f():\n    import a\nif TYPE_CHECKING:\n    import b", known)
    assert cycle({"a": {"b"}, "b": {"c"}, "c": {"b"}}) == ["b", "c", "b"]
    assert cycle({"a": {"b", "c"}, "b": {"c"}, "c": set()}) is None
