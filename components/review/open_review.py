"""The answer that is open for review: all that the store holds of it, read once, as one value."""

from dataclasses import dataclass
from functools import cached_property

from components import services
from components.review.afresh import in_view
from components.review.editing.view import pointed
from components.review.hunks import OfferedHunk, offered
from components.review.labelling import task as labelling
from components.state import notices, on_screen, queueing
from components.words.review import draft_order, overruled
from critique_core.errors import ClaimlensError
from critique_core.labels.fold import ReviewedClaim, fold, standing
from critique_core.labels.hunks import with_fixed
from critique_core.labels.reshape import RESHAPING
from critique_core.models import Critique, Decision, Evidence, VerifiedClaim
from critique_core.verifiers.base import Verifier


@dataclass(frozen=True)
class OpenReview:
    """A critique with what the reviewer may see of the decisions on it.

    ``critique`` is the machine's. ``task`` is ``None`` for an answer that was neither imported nor opened from the
    queue. ``events`` are the decisions that this reviewer may see, oldest first. ``blind`` says whether the machine's
    verdicts are hidden; when in doubt, they are.
    """

    critique: Critique
    item_id: str | None
    task: labelling.Task | None
    events: tuple[Decision, ...]
    blind: bool

    @cached_property
    def seen(self) -> Critique:
        """The critique with the claims as reviewers changed them.

        New claims are verified by the verifier that judged the others; not while the machine's verdicts are hidden.
        """
        if not any(event.action in RESHAPING for event in self.events):
            return self.critique
        return services.get_judgements().reshaped(self.critique, self.events, self._verifier())

    @cached_property
    def changes(self) -> tuple[OfferedHunk, ...]:
        """The changes to the draft that are offered, with the decisions on them; none while the verdicts are hidden."""
        return () if self.blind else offered(self.critique, self.events)

    @cached_property
    def reviewed(self) -> tuple[ReviewedClaim, ...]:
        """The claims with the decisions on them; without the machine's verdicts when blind."""
        claims = fold(self.seen, self.events)
        return pointed(labelling.blinded(claims), self.events) if self.blind else with_fixed(claims, self.changes)

    @property
    def waiting_changes(self) -> tuple[OfferedHunk, ...]:
        """The changes that help and that no one has decided on; none of a claim that a person calls supported."""
        kept = {one.claim.id for one in self.reviewed if overruled(one)}
        waiting = (one for one in self.changes if one.decision is None and one.helps)
        return tuple(one for one in waiting if one.hunk.claim_id not in kept)

    @property
    def in_order(self) -> tuple[VerifiedClaim, ...]:
        """The claims in the order of the draft."""
        return tuple(sorted(self.seen.claims, key=draft_order))

    def pointed_to(self, claim_id: str) -> tuple[Evidence, ...]:
        """The quotes that reviewers pointed to for a claim, which replace the verifier's."""
        last = [e for e in standing(self.events) if e.action == "evidence" and e.claim_id == claim_id]
        return last[-1].evidence or () if last else ()

    def _verifier(self) -> Verifier | str:
        """The verifier for new claims, or why there is none."""
        if self.blind:
            return "the machine's word is hidden until you submit"
        if stale(self.critique):
            return "another verifier judged this answer than the one in use; check it again"
        try:
            return services.get_verifier()
        except ClaimlensError as error:
            return str(error)


def read_review(critique: Critique, item_id: str | None) -> OpenReview:
    """Read what the store holds of a critique's item. A failing store is reported, and counts as empty."""
    task = read_task(item_id)
    held = queueing.labelling(item_id)
    return OpenReview(
        critique=critique,
        item_id=item_id,
        task=task,
        events=_events(item_id) if task is None else task.visible,
        blind=task.blind if task is not None else held is not None and held.blind,
    )


def read_open() -> OpenReview | None:
    """Read the review on screen; ``None`` when there is none."""
    current = on_screen.review()
    return read_review(current.critique, current.item_id) if current is not None else None


def read_task(item_id: str | None) -> labelling.Task | None:
    """How an item is being labelled. A failing store is reported, and counts as no labelling."""
    try:
        return labelling.task(item_id)
    except ClaimlensError as error:
        notices.report_problem(f"The item cannot be read. {error}")
        return None


def stale(critique: Critique) -> bool:
    """Whether another verifier than the current one judged; ``False`` while the current one cannot be used."""
    return services.verifier_fingerprint() not in (None, critique.verifier.fingerprint)


def _events(item_id: str | None) -> tuple[Decision, ...]:
    if item_id is None:
        return ()
    try:
        return in_view(item_id, services.get_store().decisions(item_id))
    except ClaimlensError as error:
        notices.report_problem(f"The decisions cannot be read. {error}")
        return ()
