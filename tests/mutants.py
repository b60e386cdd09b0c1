"""Small mistakes for a module, one at a time: what `tests/mutation.py` plants in the law."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.Mult,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}
NAMES = {"min": "max", "max": "min", "any": "all", "all": "any"}
PASSED_OVER = (ast.JoinedStr, ast.Assert, ast.Import, ast.ImportFrom, ast.Global, ast.Nonlocal)
"""Words for people, and what only says to a reader what must be so."""
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


@dataclass(frozen=True)
class Mutant:
    """One mistake: which child of which node is replaced, where it lies, how it reads."""

    parent: ast.AST
    field: str
    index: int | None
    new: ast.AST
    function: str
    """The outermost function around it; empty for what is run when the module is imported."""
    begins: int
    """The line on which that function begins, its decorators included."""
    lines: range
    """The lines of the statement; a test that runs none of them cannot notice."""
    told: str

    def plant(self) -> None:
        """Change the tree it was made from."""
        if self.index is None:
            setattr(self.parent, self.field, self.new)
        else:
            getattr(self.parent, self.field)[self.index] = self.new


def mutants(tree: ast.Module) -> list[Mutant]:
    """Return every mistake that is made in a module, in its order."""
    return list(_Maker().module(tree))


class _Maker:
    """Walks a module and remembers what is around the node it looks at."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self.begins = 0
        self.deep = 0
        self.lines = range(0)
        self.returns = ""
        self.bound: dict[str, int] = {}

    def module(self, tree: ast.Module) -> Iterator[Mutant]:
        for index, each in enumerate(tree.body):
            yield from self.statement(tree, "body", index, each)

    def made(
        self, parent: ast.AST, field: str, index: int | None, old: ast.AST, new: ast.AST, told: str
    ) -> Mutant:
        # In a list of statements nothing else can stand: `pass` takes the lines of what was there.
        for each in ast.walk(new):
            if not hasattr(each, "lineno"):
                ast.copy_location(each, old)
        name = ".".join(self.names) if self.deep else ""
        return Mutant(parent, field, index, new, name, self.begins, self.lines, told)

    def swapped(
        self, parent: ast.AST, field: str, index: int | None, old: ast.AST, new: ast.AST
    ) -> Mutant:
        before, after = (" ".join(ast.unparse(each).split()) for each in (old, new))
        return self.made(parent, field, index, old, new, f"{before[:90]} -> {after[:90]}")

    def statement(
        self, parent: ast.AST, field: str, index: int, node: ast.stmt
    ) -> Iterator[Mutant]:
        if isinstance(node, PASSED_OVER):
            return
        if isinstance(node, (*FUNCTIONS, ast.ClassDef)):
            yield from self.definition(node)
            return
        outer = self.lines
        body = getattr(node, "body", None)
        last = body[0].lineno - 1 if body else (node.end_lineno or node.lineno)
        self.lines = range(node.lineno, max(last, node.lineno) + 1)
        if self.deep:
            yield from self.dropped(parent, field, index, node)
        yield from self.children(node)
        self.lines = outer

    def definition(self, node: ast.stmt) -> Iterator[Mutant]:
        assert isinstance(node, (*FUNCTIONS, ast.ClassDef))
        if isinstance(node, ast.ClassDef):
            self.names.append(node.name)
            for index, each in enumerate(node.body):
                # Fields and their defaults are the shape of the data, not what is done with it.
                if isinstance(each, (*FUNCTIONS, ast.ClassDef)):
                    yield from self.statement(node, "body", index, each)
            self.names.pop()
            return
        kept = (self.returns, self.bound)
        self.returns = ast.unparse(node.returns) if node.returns else ""
        self.bound = _bound(node)
        if not self.deep:
            self.names.append(node.name)
            self.begins = min([node.lineno, *(each.lineno for each in node.decorator_list)])
        self.deep += 1
        for index, each in enumerate(node.body):
            yield from self.statement(node, "body", index, each)
        self.deep -= 1
        if not self.deep:
            self.names.pop()
        self.returns, self.bound = kept

    def dropped(self, parent: ast.AST, field: str, index: int, node: ast.stmt) -> Iterator[Mutant]:
        """Leave a statement out, or turn it into its like."""
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            return
        told = " ".join(ast.unparse(node).split())[:90]
        drops = isinstance(node, ast.Expr | ast.Raise | ast.AugAssign | ast.Delete | ast.Continue)
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            drops = all(self.stays(each) for each in targets)
        if drops or isinstance(node, ast.Break):
            yield self.made(parent, field, index, node, ast.Pass(), f"dropped: {told}")
        if isinstance(node, ast.Continue):
            yield self.made(parent, field, index, node, ast.Break(), "continue -> break")
        if isinstance(node, ast.Break):
            yield self.made(parent, field, index, node, ast.Continue(), "break -> continue")
        if isinstance(node, ast.Return) and node.value is not None:
            if isinstance(node.value, ast.Constant):
                return
            ends: list[bool | None] = []
            if "None" in self.returns.split(" | "):
                ends = [None]
            elif self.returns == "bool":
                ends = [True, False]
            for end in ends:
                new = ast.Return(ast.Constant(end))
                yield self.made(parent, field, index, node, new, f"{told} -> return {end}")

    def stays(self, target: ast.expr) -> bool:
        """Return True if what is assigned to is there without the assignment too."""
        if isinstance(target, ast.Name):
            return self.bound.get(target.id, 0) > 1
        if isinstance(target, ast.Tuple):
            return all(self.stays(each) for each in target.elts)
        return True

    def children(self, node: ast.AST) -> Iterator[Mutant]:
        for field, value in ast.iter_fields(node):
            if field in ("annotation", "returns", "decorator_list", "type_params", "ctx", "op"):
                continue
            if isinstance(node, ast.arguments) and field in ("defaults", "kw_defaults"):
                continue
            if isinstance(value, list):
                for index, each in enumerate(value):
                    if isinstance(each, ast.AST):
                        yield from self.child(node, field, index, each)
            elif isinstance(value, ast.AST):
                yield from self.child(node, field, None, value)

    def child(
        self, parent: ast.AST, field: str, index: int | None, node: ast.AST
    ) -> Iterator[Mutant]:
        if isinstance(node, PASSED_OVER):
            return
        if isinstance(node, ast.stmt):
            assert index is not None
            yield from self.statement(parent, field, index, node)
            return
        alone = isinstance(node, ast.Lambda) and not self.deep
        if alone:
            assert isinstance(node, ast.Lambda)
            kept = (self.begins, self.lines)
            self.names.append("<lambda>")
            self.begins = node.lineno
            self.lines = range(node.body.lineno, (node.body.end_lineno or node.body.lineno) + 1)
        self.deep += alone
        if self.deep:
            yield from self.condition(parent, field, index, node)
            yield from self.expression(parent, field, index, node)
        if not isinstance(node, ast.Constant):
            yield from self.children(node)
        self.deep -= alone
        if alone:
            self.names.pop()
            self.begins, self.lines = kept

    def condition(
        self, parent: ast.AST, field: str, index: int | None, node: ast.AST
    ) -> Iterator[Mutant]:
        """Force a condition both ways, or leave out a part of it."""
        if _is_condition(parent, field):
            for forced in (True, False):
                if not (forced and isinstance(parent, ast.While)):
                    yield self.swapped(parent, field, index, node, ast.Constant(forced))
        if isinstance(node, ast.BoolOp):
            for number in range(len(node.values)):
                rest = node.values[:number] + node.values[number + 1 :]
                new = rest[0] if len(rest) == 1 else ast.BoolOp(node.op, rest)
                yield self.swapped(parent, field, index, node, new)
            other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
            yield self.swapped(parent, field, index, node, ast.BoolOp(other, node.values))

    def expression(
        self, parent: ast.AST, field: str, index: int | None, node: ast.AST
    ) -> Iterator[Mutant]:
        if isinstance(node, ast.Compare):
            for number, op in enumerate(node.ops):
                found = COMPARISONS[type(op)]
                if _is_condition(parent, field):
                    found = found[:-1]  # forcing the condition both ways asks as much
                for other in found:
                    ops = [*node.ops[:number], other(), *node.ops[number + 1 :]]
                    compared = ast.Compare(node.left, ops, node.comparators)
                    yield self.swapped(parent, field, index, node, compared)
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not | ast.USub):
            if not (isinstance(node.op, ast.Not) and _is_condition(parent, field)):
                yield self.swapped(parent, field, index, node, node.operand)
        elif isinstance(node, ast.BinOp) and type(node.op) in ARITHMETIC:
            if not (_is_text(node.left) or _is_text(node.right)):
                reckoned = ast.BinOp(node.left, ARITHMETIC[type(node.op)](), node.right)
                yield self.swapped(parent, field, index, node, reckoned)
        elif isinstance(node, ast.Constant):
            for value in _others(node.value):
                yield self.swapped(parent, field, index, node, ast.Constant(value))
        elif isinstance(node, ast.Name) and node.id in NAMES:
            yield self.swapped(parent, field, index, node, ast.Name(NAMES[node.id], ast.Load()))


def _is_condition(parent: ast.AST, field: str) -> bool:
    tests = isinstance(parent, ast.If | ast.While | ast.IfExp) and field == "test"
    return tests or (isinstance(parent, ast.comprehension) and field == "ifs")


def _is_text(node: ast.expr) -> bool:
    literal = isinstance(node, ast.Constant) and isinstance(node.value, str)
    return literal or isinstance(node, ast.JoinedStr | ast.Tuple)


def _others(value: object) -> tuple[int, ...]:
    if isinstance(value, bool):
        return (not value,)
    if isinstance(value, int):
        return (value + 1,) if value == 0 else (value + 1, value - 1)
    return ()


def _bound(function: ast.AST) -> dict[str, int]:
    """Count how often each name is bound in a function, its parameters included."""
    found: dict[str, int] = {}
    for each in ast.walk(function):
        if isinstance(each, ast.arg):
            found[each.arg] = found.get(each.arg, 0) + 1
        elif isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store):
            found[each.id] = found.get(each.id, 0) + 1
    return found
