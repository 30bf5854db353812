"""The actions of the Revision tab: propose a revision, take or leave a change. Nothing is applied by itself."""

from collections.abc import Callable, Hashable
from concurrent.futures import CancelledError
from dataclasses import dataclass, replace
from math import inf

from components import services
from components.frame.reviewer import reviewer_name
from components.review import checking, decisions
from components.review.hunks import HunkAction, OfferedHunk, offered, with_taken
from components.review.open_review import read_review
from components.review.opening import save_in_place
from components.review.unsent_inputs import set_aside
from components.state import inputs, notices, on_screen, revision
from components.work.jobs import Job, Progress, Result
from critique_core.assembly import Critic
from critique_core.errors import ClaimlensError
from critique_core.models import Critique, Decision, Hunk, Recommendation
from critique_core.revision.keep import better, measures


@dataclass(frozen=True)
class Effect:
    """The draft's confidence and recommendation with some changes made.

    ``helps`` says whether a revision with them would be kept, ``reason`` why; ``regression`` is set when they add a
    claim that nothing supports. ``critique`` is that of the changed draft.
    """

    confidence: float | None
    recommendation: Recommendation
    helps: bool
    regression: bool
    reason: str
    critique: Critique


def propose() -> None:
    """Request a revision; the page can be used meanwhile."""
    current = on_screen.review()
    if current is not None:
        revision.begin_revising(current.critique.id)


def proposing(critique: Critique) -> Job[Critique]:
    """The revision under way for a critique. Raises ``ClaimlensError`` without a critic."""
    return _job(_key(critique), lambda critic, progress: critic.revise(critique, progress=progress))


def give_up(critique: Critique) -> None:
    """Cancel the revision under way."""
    services.get_jobs().forget(_key(critique))
    revision.end_revising()


def finish(critique: Critique, job: Job[Critique]) -> None:
    """Bring the revised critique on screen and into the store, or report that the revision failed."""
    services.get_jobs().forget(_key(critique))
    try:
        revised = job.result()
    except CancelledError:
        revision.end_revising()
        return
    except ClaimlensError as error:
        revision.end_revising()
        notices.report_problem(f"No revision could be made. {error}")
        return
    revision.end_revising(unchanged=None if revised.revisions else critique.id)
    if revised.revisions:
        save_in_place(revised)


def effect_of(critique: Critique, hunks: tuple[Hunk, ...]) -> Job[Effect]:
    """The effect of these changes on the confidence, verified once for all sessions. Raises ``ClaimlensError``."""
    return _job(
        ("effect", critique.id, hunks),
        lambda critic, progress: _effect(critique, critic.with_hunks(critique, hunks, progress=progress)),
    )


def forget_effect(critique: Critique, hunks: tuple[Hunk, ...]) -> None:
    """Have the effect verified again when it is next asked for."""
    services.get_jobs().forget(("effect", critique.id, hunks))


def decide(action: HunkAction, hunk: Hunk) -> None:
    """Take or leave a change: one event, written at once. Repeating the same decision writes nothing."""
    current = on_screen.review()
    if current is None:
        return
    if current.item_id is None:
        notices.report_problem("This critique is not saved yet, so no change can be taken. Press “Save again” first.")
        return
    if not _decided_so(current, action, hunk):
        _write(current, action, hunk)


def take_rest() -> None:
    """Take every change that helps and that no one has decided on, but of what a person calls supported."""
    current = on_screen.review()
    if current is not None and current.item_id is not None:
        waiting = read_review(current.critique, current.item_id).waiting_changes
        written = [_write(current, "hunk_accept", one.hunk) for one in waiting]
        revision.note_together(frozenset(event.id for event in written if event is not None))


def _write(current: on_screen.Review, action: HunkAction, hunk: Hunk) -> Decision | None:
    return decisions.append(
        current.item_id, current.critique.id, action,
        claim_id=hunk.claim_id, start=hunk.start, end=hunk.end, text=hunk.replacement,
    )  # fmt: skip


def check_text(critique: Critique, hunks: tuple[OfferedHunk, ...]) -> None:
    """Check the draft with the taken changes as a draft of its own."""
    set_aside()
    request = critique.request
    anew = request.model_copy(update={"draft": with_taken(critique, hunks)})
    inputs.load_inputs(anew)
    checking.ask(anew)


def _effect(before: Critique, after: Critique) -> Effect:
    old, new = measures(before), measures(after)
    helps, reason = better(old, new)
    # With all other measures neutral, only a new claim that nothing supports can make the change worse.
    clean, _ = better(replace(old, severity=inf, confidence=None), replace(new, severity=0.0, confidence=None))
    return Effect(
        after.confidence, after.recommendation, helps=helps, regression=not clean, reason=reason, critique=after
    )  # fmt: skip


def _decided_so(current: on_screen.Review, action: HunkAction, hunk: Hunk) -> bool:
    """Whether this reviewer's last decision on the change is already this one."""
    for one in offered(current.critique, read_review(current.critique, current.item_id).events):
        if one.hunk == hunk and one.decision is not None:
            return (one.decision.action, one.decision.reviewer) == (action, reviewer_name())
    return False


def _job(key: Hashable, work: Callable[[Critic, Progress], Result]) -> Job[Result]:
    """The job with that key; the critic is read from the store only for a new one."""
    jobs = services.get_jobs()
    if (begun := jobs.find(key)) is not None:
        return begun
    critic = services.get_critic()
    return jobs.of(key, lambda progress: work(critic, progress))


def _key(critique: Critique) -> tuple[str, str]:
    return ("revise", critique.id)
