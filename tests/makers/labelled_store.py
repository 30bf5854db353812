"""A store with labels by people on claims whose probabilities are calibrated, made once and copied for each test."""

import random
from collections.abc import Sequence
from pathlib import Path

from critique_core.models import (
    CritiqueOptions,
    DecisionDraft,
    Origin,
    Probabilities,
    Verdict,
    VerificationInput,
    VerifierSpec,
    parse_request,
)
from critique_core.pipeline import critique
from critique_core.store import Store

CLAIMS = 10
_QUICK = CritiqueOptions(
    check_completeness=False, check_citations=False, check_contradictions=False, check_relevance=False,
    check_usefulness=False,
)  # fmt: skip


class Drawn:
    """Believes what it draws."""

    def __init__(self, spec: VerifierSpec, draw: random.Random) -> None:
        self._spec, self._draw = spec, draw

    @property
    def spec(self) -> VerifierSpec:
        return self._spec

    def verify(self, request: VerificationInput) -> tuple[Verdict, ...]:
        return tuple(self._verdict(claim.id) for claim in request.claims)

    def _verdict(self, claim_id: str) -> Verdict:
        supported = round(self._draw.betavariate(2, 1), 4)
        belief = Probabilities(supported=supported, unsupported=round(1 - supported, 4), contradicted=0)
        return Verdict(claim_id=claim_id, probabilities=belief, reasoning="drawn", method="lexical_alignment")


def fill(
    path: Path,
    answers: int,
    spec: VerifierSpec,
    *,
    truth: Sequence[bool] | None = None,
    first: int = 0,
    origin: Origin = "human",
) -> Path:
    """Keep ``answers`` drafts of ten claims, each labelled by its probability, or all as ``truth`` has it in turn.

    Another ``first`` makes other drafts, so that a store can be filled more than once.
    """
    draw = random.Random(1)
    with Store.open(f"sqlite:///{path}") as store:
        for number in range(first, first + answers):
            _answer(store, number, Drawn(spec, draw), draw, truth, origin)
    return path


def _answer(
    store: Store, number: int, verifier: Drawn, draw: random.Random, truth: Sequence[bool] | None, origin: Origin
) -> None:
    first = number * CLAIMS
    draft = " ".join(f"Sensor {first + place} reads {draw.randint(1, 99)} degrees." for place in range(CLAIMS))
    source = {"id": "1", "content": f"Plant {number} has ten sensors.", "type": ("doc", "record")[number % 2]}
    request = parse_request({"query": "", "draft": draft, "sources": [source]})
    judged = critique(request.model_copy(update={"options": _QUICK}), verifier=verifier)
    item_id = store.save_review(judged, who="Ada").item_id
    store.put_in_queue(item_id, "Ada")
    for place, claim in enumerate(judged.claims):
        right = draw.random() < (claim.probability or 0) if truth is None else truth[place % len(truth)]
        store.append(
            DecisionDraft(
                item_id=item_id,
                action="relabel",
                status="supported" if right else "unsupported",
                reviewer="Ada",
                critique_id=judged.id,
                claim_id=claim.id,
                origin=origin,
            )
        )
    store.append(DecisionDraft(item_id=item_id, action="submit", reviewer="Ada", critique_id=judged.id))
