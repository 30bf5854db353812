"""What sources say to single claims: one case a line in ``tests/data/checks``, one file for each kind of check.

A line holds the claim, its sources, what is read off and what is expected; ``why`` says in words what the line shows.
"""

import json
from collections.abc import Callable, Iterator
from typing import Any

from critique_core import CritiqueRequest, SourceDocument, critique
from critique_core.verifiers.embedded import records
from tests.makers.alignments import laid, outcomes, reading
from tests.makers.observations import agreements, conflicts
from tests.makers.options import STATUSES_ALONE
from tests.makers.places import DATA
from tests.makers.rows import each_of

Read = Callable[..., Any]


def _differing(claim: str, *sources: str, code: str = "en") -> list[list[str]]:
    """Every observation that does not agree, as kind and agreement."""
    seen = {(one.kind, one.agreement) for _, one in reading(claim, *sources, code=code).observations}
    return [list(one) for one in sorted(seen) if one[1] != "agrees"]


def _record(claim: str, *sources: str) -> str | None:
    """What the first field of a record says that speaks to the claim."""
    seen = records.observe(*laid(claim, *sources))
    return seen[0][1].agreement if seen else None


def _identifiers(claim: str, *sources: str) -> list[str]:
    """What the sources say to each identifier of a claim."""
    return [value.outcome for value in reading(claim, *sources).values if value.mention.kind == "identifier"]


def _accepted(claim: str, *sources: str) -> bool:
    """Whether the whole verifier, encoder included, calls the claim supported."""
    documents = tuple(SourceDocument(id=f"s{place}", content=text) for place, text in enumerate(sources))
    asked = CritiqueRequest(draft=claim, sources=documents, options=STATUSES_ALONE)
    return {one.status for one in critique(asked).claims} == {"supported"}


READ: dict[str, Read] = {
    "accepted": _accepted,
    "conflict": conflicts,
    "agreements": lambda *given, **chosen: sorted(agreements(*given, **chosen)),
    "unmet": lambda *given, **chosen: sorted(agreements(*given, **chosen) & {"missing", "conflicts"}),
    "differing": _differing,
    "outcomes": outcomes,
    "first outcome": lambda *given: outcomes(*given)[0],
    "last outcome": lambda *given: outcomes(*given)[-1],
    "value conflict": lambda *given: "conflicts" in outcomes(*given),
    "value derived": lambda *given: "derived" in outcomes(*given),
    "value missing": lambda *given: "missing" in outcomes(*given),
    "nowhere": lambda *given: [value.mention.text for value in reading(*given).values if value.nowhere],
    "unnamed": lambda *given: list(reading(*given).unnamed),
    "reading conflict": lambda *given: bool(reading(*given).conflicts),
    "cases": lambda *given: (left_out := reading(*given).omission) and left_out.cases,
    "record": _record,
    "identifiers": _identifiers,
    "why": lambda *given: [one.explanation for one in reading(*given).conflicts],
    "days": lambda *given, **chosen: [
        one.agreement for _, one in reading(*given, **chosen).observations if one.kind == "date"
    ],
}


def _cases() -> Iterator[tuple[str, dict[str, Any]]]:
    for path in sorted((DATA / "checks").glob("*.jsonl")):
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            yield f"{path.stem}:{number}", json.loads(line)


@each_of(("place", "case"), _cases())
def test_a_source_says_to_a_claim_what_is_expected(place: str, case: dict[str, Any]) -> None:
    language = {"code": case["language"]} if "language" in case else {}
    assert READ[case["reads"]](case["claim"], *case["sources"], **language) == case["expected"], case["why"]
