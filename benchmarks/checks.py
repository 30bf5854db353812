"""The worth of each check of meaning: how often it fires, how often it is right, what leaving it out costs.

    PYTHONPATH=. python benchmarks/checks.py --data DATA [--rows 200] [--suite-rows 600] [--markdown FILE]

A row of the table is one check of ``critique_core.verifiers.embedded.checks.registry``. It is measured separately on
claims of data sets and on the app's own suites in ``tests/data``. Misses on the suites led to many of the checks, so
there every figure is too good.

- ``fired``: claims on which the check found something;
- ``conflicts``: of its conflicts that reach the verdict, the share on claims that are not supported;
- ``agrees``: of its agreements that reach the verdict, the share on supported claims;
- ``better`` and ``worse``: claims whose decision, supported or not at the default threshold, becomes right or becomes
  wrong when the check is left out of the table.

A check that found nothing on a claim cannot change its verdict, so a claim is judged again only without those that
found something. The encoder's output and the figures of wording do not depend on the checks and are computed once.
"""

import argparse
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from benchmarks.encoders import SUITES, Case, lines, sets, taken
from critique_core.evidence.index import SourceIndex
from critique_core.language.sentence import analyse
from critique_core.models import Claim, Profile, SourceDocument
from critique_core.text.languages import language_of
from critique_core.verifiers.embedded import encoder
from critique_core.verifiers.embedded.checks.registry import CHECKS, Check
from critique_core.verifiers.embedded.features import EVIDENCE, judge_of
from critique_core.verifiers.embedded.reading import Reading, read
from critique_core.verifiers.embedded.surface import surface

NATURAL = ("vitaminc", "infotabs", "fool_me_twice", "lfqa", "ragtruth")
ROWS, SUITE_ROWS = 200, 600
_SAMPLE = 2000  # characters of a source used to detect its language, as in the verifier
_EVIDENCE = "+".join(EVIDENCE)


@dataclass
class Worth:
    """The counts of one check on one part of the data."""

    fired: int = 0
    conflicts: int = 0
    right_conflicts: int = 0
    agrees: int = 0
    right_agrees: int = 0
    better: int = 0
    worse: int = 0

    def __add__(self, other: "Worth") -> "Worth":
        """The counts of two parts together."""
        return Worth(*(mine + theirs for mine, theirs in zip(vars(self).values(), vars(other).values(), strict=True)))


class Recorder:
    """The table of checks, each of which notes what it found since ``clear``."""

    def __init__(self, checks: Sequence[Check] = CHECKS) -> None:
        self.found: dict[str, list[Any]] = defaultdict(list)
        self.checks = tuple(replace(check, find=self._noting(check)) for check in checks)

    def _noting(self, check: Check) -> Any:
        find: Any = check.find

        def noting(*asked: Any) -> list[Any]:
            found = list(find(*asked))
            self.found[check.name] += [one[1] if isinstance(one, tuple) else one for one in found]
            return found

        return noting

    def clear(self) -> None:
        """Forget what was found."""
        self.found.clear()


def natural(data: Path, rows: int) -> dict[str, list[Case]]:
    """The cases of each natural set."""
    return sets(data, SUITES, rows, NATURAL)


def suites(folder: Path, rows: int) -> list[Case]:
    """Rows of the app's own suites of claims, as cases."""
    found = [row for path in sorted(folder.glob("claims_*.jsonl")) for row in lines(path)]
    return [
        Case((row["claim"],), tuple(SourceDocument(**one) for one in row["sources"]), (row["label"] == "supported",))
        for row in taken(found, rows)
    ]


def worth(cases: Iterable[Case], checks: Sequence[Check] = CHECKS) -> dict[str, Worth]:
    """The counts of every check over the cases."""
    counts = {check.name: Worth() for check in checks}
    for case in cases:
        _add(counts, case, checks)
    return counts


def _add(counts: dict[str, Worth], case: Case, checks: Sequence[Check]) -> None:
    recorder = Recorder(checks)
    draft, claims = _draft(case)
    sources = {source.id: source for source in case.sources}
    candidates = tuple(SourceIndex(case.sources).candidates(claims))
    code = language_of(" ".join([draft, *(s.content[:_SAMPLE] for s in case.sources[:3])]))
    encoded = encoder.shipped().read(claims, candidates, list(sources)) if code == "en" else [None] * len(claims)
    figures = surface(claims, draft, "", case.sources)
    for claim, passages, learned, wording, holds in zip(
        claims, candidates, encoded, figures, case.supported, strict=True
    ):
        sentence = analyse(claim.text, code)

        def decided(reading: Reading, learned: Any = learned, wording: Any = wording, holds: bool = holds) -> bool:
            judged = judge_of(reading, learned, _EVIDENCE, wording)(0.0)
            return (judged.supported >= Profile().support_threshold) == holds

        recorder.clear()
        whole = read(sentence, passages, sources, recorder.checks)
        fired = {name: list(found) for name, found in recorder.found.items() if found}
        right = decided(whole)
        for name, found in fired.items():
            _count(counts[name], whole, found, holds=holds)
            without = read(sentence, passages, sources, [check for check in checks if check.name != name])
            after = decided(without)
            counts[name].better += after and not right
            counts[name].worse += right and not after


def _draft(case: Case) -> tuple[str, list[Claim]]:
    """A draft of the claims, one sentence or line each, and the claims at their places in it."""
    if len(case.claims) == 1:
        return case.claims[0], [Claim.of(case.claims[0], 0, len(case.claims[0]))]
    draft, claims = "", list[Claim]()
    for text in case.claims:
        start = len(draft) + 1 if draft else 0
        draft = f"{draft}\n{text}" if draft else text
        claims.append(Claim.of(draft, start, len(draft)))
    return draft, claims


def _count(counts: Worth, reading: Reading, found: Sequence[Any], *, holds: bool) -> None:
    kept = [o for _, o in reading.observations if any(o is one for one in found)]
    counts.fired += 1
    counts.conflicts += any(o.agreement == "conflicts" for o in kept)
    counts.right_conflicts += any(o.agreement == "conflicts" for o in kept) and not holds
    counts.agrees += any(o.agreement == "agrees" for o in kept)
    counts.right_agrees += any(o.agreement == "agrees" for o in kept) and holds


def table(parts: dict[str, dict[str, Worth]]) -> Iterator[str]:
    """The lines of a Markdown table: one row a check, one group of columns a part of the data."""
    names = ("fired", "conflicts", "agrees", "better", "worse")
    head = ["check", *(f"{part}: {name}" for part in parts for name in names)]
    yield "| " + " | ".join(head) + " |"
    yield "|" + "|".join(["---", *["---:"] * (len(head) - 1)]) + "|"
    for name in next(iter(parts.values())):
        cells = [name]
        for counts in parts.values():
            one = counts[name]
            cells += [
                str(one.fired), _share(one.right_conflicts, one.conflicts), _share(one.right_agrees, one.agrees),
                str(one.better), str(one.worse),
            ]  # fmt: skip
        yield "| " + " | ".join(cells) + " |"


def _share(right: int, of: int) -> str:
    return f"{100 * right / of:.0f} % of {of}" if of else "-"


def main() -> int:
    """Print the table, and write it when asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--rows", type=int, default=ROWS)
    parser.add_argument("--suite-rows", type=int, default=SUITE_ROWS)
    parser.add_argument("--suites", type=Path, default=SUITES)
    parser.add_argument("--markdown", type=Path)
    options = parser.parse_args()
    found: dict[str, dict[str, Worth]] = {"natural": {check.name: Worth() for check in CHECKS}}
    claims = Counter[str]()
    for name, cases in natural(options.data, options.rows).items():
        counts = worth(cases)
        found["natural"] = {check: found["natural"][check] + counts[check] for check in counts}
        claims[name] = sum(len(case.claims) for case in cases)
        print(f"read {claims[name]} claims of {name}", file=sys.stderr, flush=True)
    own = suites(options.suites, options.suite_rows)
    found["suites"] = worth(own)
    natural_sets = ", ".join(f"{name} {count}" for name, count in claims.items())
    about = (
        f"Natural claims: {natural_sets}. The app's own suites, for which many checks were written, so that figures"
        f" there are too good: {len(own)} claims."
    )
    said = [about, "", *table(found)]
    print("\n".join(said))
    if options.markdown:
        options.markdown.write_text("\n".join(said) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
