"""Decisions and issues that fit no claim since claims were changed; they are listed, not lost."""

from collections.abc import Callable, Sequence

import streamlit as st

from components.escape import escape, visible
from components.widgets.local_time import signature
from components.words.review import status_words
from critique_core.labels.fold import unplaced
from critique_core.labels.reissued import replaced
from critique_core.labels.reshape import RESHAPING, left_over
from critique_core.models import Critique, Decision
from critique_core.text.shortening import one_line, shortened

_LISTED = 20
_LENGTH = 200
_LOOK_SECONDS = 1.0
_WORDS = {
    "accept": "called right", "reject": "called wrong", "relabel": "relabelled", "edit": "reworded", "note": "noted",
    "split": "split", "merge": "merged", "respan": "given other words", "missed": "added",
    "evidence": "pointed to evidence", "flag": "flagged", "skip": "passed over", "adjudicate": "adjudicated",
}  # fmt: skip


def _not_fitting(critique: Critique, seen: Critique, events: Sequence[Decision]) -> tuple[Decision, ...]:
    """The events not undone that fit no claim: changes of claims, and decisions on claims that are gone."""
    about = tuple(event for event in unplaced(seen, events) if event.action not in RESHAPING)
    human = (event for event in (*left_over(critique, events), *about) if event.origin == "human")
    return tuple(sorted(human, key=lambda event: event.sequence))


def draw_left_over(critique: Critique, seen: Critique, events: Sequence[Decision]) -> None:
    """Draw the decisions on claims that are gone; nothing when there are none."""
    left = _not_fitting(critique, seen, events)
    if not left:
        return
    count = "1 decision fits" if len(left) == 1 else f"{len(left)} decisions fit"
    with st.expander(f"{count} no claim any more", icon=":material/link_off:", key="left_over"):
        st.caption("They are kept. Undo the change that took their claim away, or decide on the new claims.")
        for event in left[-_LISTED:]:
            st.markdown(f"{escape(_decision_words(event))} :small[{escape(signature(event))}]")
            if event.start is not None and event.end is not None:
                st.text(visible(shortened(one_line(critique.request.draft[event.start : event.end]), _LENGTH)))
        if len(left) > _LISTED:
            st.caption(f"The last {_LISTED}; {len(left) - _LISTED} more are in the downloaded review.")


def draw_gone_issues(critique: Critique, seen: Critique) -> None:
    """Where reviewers changed claims with issues, say that the issues shown are those of the changed claims."""
    gone = replaced(critique, seen)
    if gone:
        st.caption(
            f"{gone} {'claim' if gone == 1 else 'claims'} with issues {'was' if gone == 1 else 'were'} changed; these "
            "are the issues of the claims as they are now. The downloaded review holds the former ones."
        )


@st.fragment(run_every=_LOOK_SECONDS)
def watch_new_claims(still: Callable[[], bool]) -> None:
    """Say that a new claim is being checked, and rerun the page once it is done."""
    if still():
        st.caption(":material/hourglass_empty: A new claim is being checked.")
    else:
        st.rerun()


def _decision_words(event: Decision) -> str:
    word = _WORDS.get(event.action, event.action).capitalize()
    if event.status is not None:
        return f"{word}: {status_words(event.status)}"
    return f"{word}: {shortened(event.note or event.text or '', 120)}" if event.note or event.text else word
