"""What single rules of the embedded verifier are worth: its functions are put out of work, one at a time.

    python -m benchmarks.rules [FILE...] [--most 80] [--jobs 2] [--json OUT]

FILEs hold one labelled claim a line, with its sources. Without any, the suites in ``tests/data`` are read, and the
cases of single rules in ``tests/data/checks``, which have no label. A function out of work returns what says
nothing: ``None``, an empty collection, the rarer of ``True`` and ``False``'s opposite, or its first argument unchanged.
It is tried on the claims on which its own result was another one, if there are at most ``--most``. The table lists the
functions that no claim needs, the longest first:

- ``matters``: claims on which its result was another one;
- ``better`` and ``worse``: labelled claims whose decision, supported or not, becomes right or wrong without it;
- ``turned``: claims without a label whose decision changes.

Half an hour on two cores for 5,000 claims. Claims are judged in forked processes: not on Windows.
"""

import argparse
import functools
import gc
import importlib
import inspect
import json
import multiprocessing
import pkgutil
import re
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from types import FunctionType
from typing import Any

from benchmarks.claim_suite import judge
from critique_core import language, typed_values
from critique_core.verifiers import embedded
from critique_core.verifiers.embedded import encoder

ROOT = Path(__file__).parents[1]
DATA = ROOT / "tests" / "data"
PACKAGES = (embedded, typed_values, language)
_MOST = 80
_SEQUENCE = re.compile(r"^(?:[\w.]+\.)?(?:list|tuple|Sequence|Iterable|Iterator)\[(.*?)(?:, \.\.\.)?\]$")


@dataclass
class Worth:
    """What putting one function out of work changes."""

    function: str
    returns: str
    lines: int
    matters: int
    better: int = 0
    worse: int = 0
    turned: int = 0
    breaks: bool = False

    @property
    def idle(self) -> bool:
        """Whether no claim needs the function."""
        return not (self.breaks or self.turned or self.worse > self.better)


@dataclass
class Seen:
    """The claims, by their numbers, on which a function returned something, nothing, or its argument changed."""

    something: set[int] = field(default_factory=set[int])
    nothing: set[int] = field(default_factory=set[int])
    changed: set[int] = field(default_factory=set[int])


def rows(paths: Sequence[Path]) -> list[dict[str, Any]]:
    """The claims of the files; a source may be a mere text."""
    found: list[dict[str, Any]] = []
    for row in (json.loads(line) for path in paths for line in path.read_text("utf-8").splitlines()):
        if not {"claim", "sources"} <= set(row):
            continue
        documents = [
            s if isinstance(s, dict) else {"id": f"s{at}", "content": s} for at, s in enumerate(row["sources"])
        ]
        label = row.get("label")
        found.append({"claim": row["claim"], "sources": documents, "label": label if isinstance(label, str) else None})
    return found


def functions() -> dict[str, FunctionType]:
    """The functions and methods of the packages by module and name, those behind a cache or a property too."""
    found: dict[str, FunctionType] = {}
    for package in PACKAGES:
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            loaded = importlib.import_module(module.name)
            for one in vars(loaded).values():
                for held in (*vars(one).values(),) if inspect.isclass(one) else (one,):
                    function = inspect.unwrap(getattr(held, "func", None) or getattr(held, "fget", None) or held)
                    if isinstance(function, FunctionType) and function.__module__ == loaded.__name__:
                        found[f"{function.__module__}.{function.__qualname__}"] = function
    return found


def traced(asked: Sequence[dict[str, Any]], known: dict[str, FunctionType]) -> dict[str, Seen]:
    """What each function returned on each claim; results that a cache holds of earlier claims are made anew."""
    names = {function.__code__: name for name, function in known.items()}
    found: dict[str, Seen] = defaultdict(Seen)
    caches = [one for one in gc.get_objects() if isinstance(one, functools._lru_cache_wrapper) and _is_of_rules(one)]

    now = [0]

    def note(frame: Any, event: str, result: Any) -> None:
        name = names.get(frame.f_code) if event == "return" else None
        if name is None:
            return
        seen, given = found[name], frame.f_locals.get(next(iter(frame.f_code.co_varnames), ""))
        told = result is not NotImplemented and (hasattr(result, "shape") or bool(result))
        (seen.something if told else seen.nothing).add(now[0])
        if told and given is not result and not (type(given) is type(result) and given == result):
            seen.changed.add(now[0])

    for number, row in enumerate(asked):
        now[0] = number
        for cache in caches:
            cache.cache_clear()
        sys.setprofile(note)
        try:
            judge(row)
        finally:
            sys.setprofile(None)
    return found


def _is_of_rules(cache: Any) -> bool:
    of_rules = str(cache.__module__).startswith(tuple(package.__name__ for package in PACKAGES))
    return of_rules and cache.__module__ != encoder.__name__ and (cache.cache_parameters()["maxsize"] or 0) > 1


def out_of_work(function: FunctionType, seen: Seen) -> tuple[str, Callable[..., Any], set[int]] | None:
    """What a function returns when it is out of work, in words and as code, and the claims where its result is another.

    ``None`` for one whose result cannot be left out, such as a sentence or a number of more than one meaning.
    """
    hints = {name: str(getattr(hint, "__name__", hint)) for name, hint in function.__annotations__.items()}
    result = hints.get("return", "")
    first = next((hints.get(name, "") for name in inspect.signature(function).parameters), "")
    mine, theirs = _SEQUENCE.match(result), _SEQUENCE.match(first)
    way: tuple[str, Callable[..., Any], set[int]] | None = None
    if function.__code__.co_freevars:
        return None
    if inspect.isgeneratorfunction(function) or result.startswith("Iterator"):
        way = "nothing", lambda *_, **__: iter(()), seen.something
    elif result == "bool" and len(seen.something) <= len(seen.nothing):
        way = "False", lambda *_, **__: False, seen.something
    elif result == "bool":
        way = "True", lambda *_, **__: True, seen.nothing
    elif "None" in result.split(" | "):
        way = "None", lambda *_, **__: None, seen.something
    elif mine and theirs and mine[1] == theirs[1]:
        way = "its argument", lambda one, *_, **__: one, seen.changed
    elif empty := _EMPTY.get(result.split("[")[0].rsplit(".", 1)[-1]):
        way = "nothing", empty, seen.something
    return way


_EMPTY: dict[str, Callable[..., Any]] = {
    "list": lambda *_, **__: [],
    "Sequence": lambda *_, **__: (),
    "Iterable": lambda *_, **__: (),
    "tuple": lambda *_, **__: (),
    "set": lambda *_, **__: set(),
    "frozenset": lambda *_, **__: frozenset(),
    "dict": lambda *_, **__: {},
}


def worth(asked: Sequence[dict[str, Any]], *, most: int = _MOST, jobs: int = 2) -> list[Worth]:
    """What each function is worth that matters on at most ``most`` of the claims, in the order of its module."""
    shared = encoder.shipped()
    shared._outputs = functools.lru_cache(maxsize=None)(shared._run)  # pyright: ignore[reportAttributeAccessIssue, reportPrivateUsage]
    supported = [judge(row).status == "supported" for row in asked]
    known = functions()
    seen = traced(asked, known)
    tried = [(name, way) for name in sorted(known) if (way := out_of_work(known[name], seen[name]))]
    tasks = [(name, way) for name, way in tried if len(way[2]) <= most]

    def without(task: tuple[str, tuple[str, Callable[..., Any], set[int]]]) -> Worth:
        name, (returns, nothing, numbers) = task
        one = Worth(name, returns, len(inspect.getsourcelines(known[name])[0]), len(numbers))
        known[name].__code__ = nothing.__code__
        for number in sorted(numbers):
            try:
                after = judge(asked[number]).status == "supported"
            except Exception:  # whatever it raises, the function is needed
                one.breaks = True
                break
            label, before = asked[number]["label"], supported[number]
            if label is None:
                one.turned += after != before
            elif after != before:
                one.better += after == (label == "supported")
                one.worse += before == (label == "supported")
        return one

    return list(_forked(without, tasks, jobs))


def _forked(work: Callable[[Any], Worth], tasks: Sequence[Any], jobs: int) -> Iterator[Worth]:
    """The results of tasks that each have a process of their own, a copy of this one, ``jobs`` at a time."""
    context = multiprocessing.get_context("fork")
    for start in range(0, len(tasks), jobs):
        running: list[tuple[Any, Any]] = []
        for task in tasks[start : start + jobs]:
            here, there = context.Pipe(duplex=False)
            process = context.Process(target=lambda to, what: to.send(work(what)), args=(there, task))
            process.start()
            running.append((here, process))
        for here, process in running:
            yield here.recv()
            process.join()


def main() -> int:
    """Print the functions that no claim needs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paths", nargs="*", type=Path, metavar="FILE")
    parser.add_argument("--most", type=int, default=_MOST, help="claims on which a function that is tried may matter")
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    parser.add_argument("--json", type=Path, metavar="OUT")
    options = parser.parse_args()
    asked = rows(options.paths or [*sorted(DATA.glob("*.jsonl")), *sorted((DATA / "checks").glob("*.jsonl"))])
    found = worth(asked, most=options.most, jobs=options.jobs)
    idle = sorted((one for one in found if one.idle), key=lambda one: -one.lines)
    print(f"{len(asked)} claims, {len(found)} functions tried, {len(idle)} that none needs\n")
    print(f"{'lines':>5} {'matters':>7} {'better':>6}  function -> what it returned")
    for one in idle:
        print(f"{one.lines:5} {one.matters:7} {one.better:6}  {one.function} -> {one.returns}")
    if options.json:
        options.json.write_text(json.dumps([asdict(one) for one in found], indent=1), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
