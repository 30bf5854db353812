"""The answers that contenders are compared on, and what people or files say of their claims."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from critique_core.labels.adjudication import counted
from critique_core.labels.answer_label import said_of_answer
from critique_core.labels.reshape import reshape
from critique_core.labels.triage import place
from critique_core.models import (
    Claim,
    Critique,
    CritiqueRequest,
    Decision,
    Item,
    NewItem,
    Origin,
    VerifiedClaim,
)
from critique_core.pipeline.cross_checks import plain
from critique_core.provenance import short_id
from critique_core.tuning.labels import truths_of

_ORIGINS: tuple[Origin, ...] = ("human", "imported")


@dataclass(frozen=True, slots=True)
class Truth:
    """Whether a claim is supported, or an answer to be sent, and whose word that is."""

    holds: bool
    origin: Origin


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer; ``name`` is unique in a comparison and the item's id where the answer is stored.

    ``claims`` are ``None`` until the draft is split. ``group`` is shared by answers with the same sources, on which
    contenders are right or wrong together. ``truths`` are by claim id; ``sent`` says whether people would send it.
    ``critique`` is what policies decide from. ``imported`` is the row of a file, whose labels are not on claims yet.
    """

    name: str
    title: str
    request: CritiqueRequest
    group: str
    claims: tuple[Claim, ...] | None = None
    critique: Critique | None = None
    truths: Mapping[str, Truth] = field(default_factory=dict[str, Truth])
    sent: Truth | None = None
    imported: NewItem | None = None

    def truths_on(self, claims: Sequence[Claim]) -> Mapping[str, Truth]:
        """The truths of these claims, a file's labels put on them as an import would."""
        if self.imported is None:
            return self.truths
        waiting = [VerifiedClaim(**dict(claim), status="unverified") for claim in claims]
        labels, complete = self.imported.labels, self.imported.labels_complete
        placed, _ = place(waiting, labels, self.request.draft, complete=complete)
        judged = [one for one in placed if one.status not in ("not_checkable", "unverified")]
        return {one.claim_id: Truth(one.status == "supported", "imported") for one in judged}


def answer_of_draft(request: CritiqueRequest, *, title: str, critique: Critique | None = None) -> Answer:
    """An answer about whose claims no one has said anything; ``critique`` gives the claims where there is one."""
    claims = None if critique is None else tuple(plain(critique.claims))
    return Answer(request.fingerprint, title, request, request.fingerprint, claims=claims, critique=critique)


def answer_of_review(item: Item, critique: Critique, decisions: Sequence[Decision]) -> Answer:
    """A stored answer with the claims as reviewers shaped them, and the labels that count.

    People's labels outrank a file's. Labels of a reviewer who has not submitted an imported answer do not count.
    """
    events = counted(item, decisions)
    seen = reshape(critique, events)
    truths: dict[str, Truth] = {}
    for origin in _ORIGINS:
        found = truths_of(seen, events, origin=origin)
        truths = {claim_id: Truth(holds, origin) for claim_id, holds in found.items()} | truths
    return Answer(
        name=item.id,
        title=item.title,
        request=critique.request,
        group=item.source_group or item.request_fingerprint,
        claims=tuple(plain(seen.claims)),
        critique=critique,
        truths=truths,
        sent=_sent(events),
    )


def answer_of_import(new: NewItem) -> Answer:
    """A row of a file that is not stored."""
    request = new.request
    title = new.title or request.query or request.draft
    return Answer(request.fingerprint, title, request, new.source_group or _sources_of(request), imported=new)


def _sources_of(request: CritiqueRequest) -> str:
    """An identity of the sources: answers on the same ones are not independent."""
    return short_id([source.content for source in request.sources] or [request.fingerprint])


def _sent(decisions: Sequence[Decision]) -> Truth | None:
    """Whether most reviewers would send the answer; ``None`` without a word on it, or when they are divided."""
    votes = Counter(event.answer == "accept" for event in said_of_answer(decisions) if event.answer is not None)
    if votes[True] == votes[False]:
        return None
    return Truth(votes[True] > votes[False], "human")
