"""The review on screen as a presentation, drawn in place of the page while the address asks for it."""

from collections.abc import Mapping
from typing import Any

import streamlit as st

from components import services
from components.claim_map import links_of
from components.frame.style import hide_frame
from components.presenter import Closing, Opening, present, slides, take_left
from components.review import checking, revising
from components.review.cards import cards_of
from components.review.fixes import Fixes, fixes_of
from components.review.inputs import run_example
from components.review.open_review import OpenReview, read_review, stale
from components.review.unsent_inputs import ITEM
from components.state import keys, notices, on_screen, presenting
from components.widgets.text_changes import changes
from components.words.advice import headline
from components.words.findings import percents
from components.words.review import counted
from critique_core.errors import ClaimlensError
from critique_core.examples import load_examples
from critique_core.models import Hunk
from critique_core.revision import apply
from critique_core.text.shortening import shortened

EXAMPLE = "example"
"""Parameter of the address with the name of a shipped example, which is checked at once."""
_PRESENT, _CLAIM, _HIDE = "present", "claim", "hide"  # the last two are the script's, see address.js
_ON = "1"
_QUESTION, _VERDICT = 300, 240  # characters that the first slide has room for
_PATIENCE = 2.0  # seconds that the page waits for the number of the corrected answer


def begin_example() -> None:
    """Check the example that the address names, unless it names a review too; call before the check is watched."""
    name = st.query_params.pop(EXAMPLE, None)
    if name is None or ITEM in st.query_params:
        return
    example = next((one for one in load_examples() if one.name == name), None)
    if example is None:
        known = ", ".join(one.name for one in load_examples())
        notices.report_problem(f"The address names an example that does not exist ({name[:40]}). There are: {known}.")
        return
    run_example(example, checking.ask)


def begin(opened: OpenReview) -> None:
    """Present the review on screen; at the claim where it was last left if that is still the selected one."""
    selected = on_screen.selection().claim_id
    st.query_params[_PRESENT] = _ON
    if selected is not None and selected == presenting.left_at():
        number = next(place for place, claim in enumerate(opened.in_order, 1) if claim.id == selected)
        st.query_params[_CLAIM] = str(number)


def presented() -> bool:
    """Whether the address asks for a presentation."""
    return st.query_params.get(_PRESENT) == _ON


def draw_presentation(review: on_screen.Review | None) -> bool:
    """Draw the review as a presentation if the address asks for one; returns whether it did.

    One whose verdicts are hidden from the reviewer is not presented.
    """
    if not presented():
        return False
    left = take_left(keys.PRESENTER)
    if review is None or left is not None:
        _end(left or {})
        return False
    opened = read_review(review.critique, review.item_id)
    if opened.blind:
        _end({})
        notices.report_problem("This answer can be presented once you have submitted it: its verdicts are hidden.")
        return False
    hide_frame()
    on_screen.bring_in_view(frozenset(claim.id for claim in opened.seen.claims))
    present(_slides(opened), key=keys.PRESENTER)
    return True


def _slides(opened: OpenReview) -> bytes:
    fixes = fixes_of(opened)
    words = headline(opened.seen, opened.reviewed, services.gate())
    measured = words.detail if opened.critique.confidence is not None else ""  # else it speaks of the page around
    return slides(
        opened.critique.request,
        opened.reviewed,
        cards_of(opened.seen, fixes),
        links_of(opened.seen),
        opening=Opening(
            shortened(opened.critique.request.query, _QUESTION), shortened(words.title, _VERDICT), measured
        ),
        closing=_closing(opened, fixes),
    )


def _closing(opened: OpenReview, fixes: Fixes) -> Closing | None:
    """The draft with the fixes taken, else with all those proposed; ``None`` without any."""
    draft, confidence = opened.critique.request.draft, opened.critique.confidence
    if fixes.taken:
        text, after, note = fixes.text, fixes.confidence, fixes.words
    else:
        proposed = tuple(one.hunk for one in fixes.offered if one.helps and not one.left)
        if not proposed:
            return None
        text, after = apply(draft, proposed), _confidence_with(opened, proposed)
        note = f"{counted(len(proposed), 'correction')} proposed from the sources; no one has taken any yet."
    known = confidence is not None and after is not None
    before, now = percents(confidence, after) if known else ("", "")
    return Closing(changes(draft.rstrip(), text.rstrip()), before, now, note)


def _confidence_with(opened: OpenReview, hunks: tuple[Hunk, ...]) -> float | None:
    """The confidence with changes that no one has taken; ``None`` while it is not known.

    A language model is not asked for it, because it may cost money that no one has agreed to spend.
    """
    if stale(opened.critique) or services.get_settings().verifier in ("llm", "cascade"):
        return None
    try:
        job = revising.effect_of(opened.critique, hunks)
        effect = job.result() if job.done(_PATIENCE) else None
    except ClaimlensError:
        revising.forget_effect(opened.critique, hunks)
        return None
    return effect.confidence if effect is not None and not effect.regression else None


def _end(left: Mapping[str, Any]) -> None:
    """Go back to the review, at the claim that was in view."""
    kept = [name for name in st.query_params if name not in (_PRESENT, _CLAIM, _HIDE)]
    st.query_params.from_dict({name: st.query_params.get_all(name) for name in kept})
    claim_id = left.get("claim")
    known = claim_id if isinstance(claim_id, str) and claim_id in on_screen.claim_ids() else None
    presenting.leave_at(known)
    if known is not None:
        on_screen.select(known)
