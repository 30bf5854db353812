"""The Tuning page from the labels down to the slider, with its empty and waiting states."""

from collections.abc import Sequence

import streamlit as st

from components import services
from components.escape import escape
from components.frame.messages import show_error
from components.frame.waiting import waited
from components.state.queueing import OPEN_STATES
from components.tuning.controls import draw_labels, draw_wanted
from components.tuning.slider import draw_outcome
from components.tuning.verifier_fit import fit_of
from components.widgets.boxes import empty_box
from components.words.tuning import left_out_words, sampling_words
from components.work.tuning import ALL, Outcome, Stored, Wanted
from critique_core.assembly import Critic
from critique_core.errors import ClaimlensError
from critique_core.store import QueueFilter
from critique_core.tuning.labels import Label


def current_critic() -> Critic | None:
    """The critic in use; labels can be looked at without one."""
    try:
        return services.get_critic()
    except ClaimlensError as error:
        show_error(error)
        return None


def draw_tuning(critic: Critic | None) -> None:
    """Draw labels, choices and outcome. Raises ``ClaimlensError`` when the store does not answer."""
    store, tunings = services.get_store(), services.get_tunings()
    stored = waited(tunings.stored(store, critic.verifier if critic else None), "Reading the labels")
    if not stored.labels:
        _draw_nothing(stored)
        return
    origins, verifier = draw_labels(stored, critic.verifier.spec if critic else None)
    counts = stored.counts(verifier)
    if not sum(counts[origin] for origin in origins):
        empty_box(
            "No label by people yet.",
            "Only people's labels tune by themselves. Add the others with the switch above, or label some claims.",
        )
        return
    wanted = draw_wanted(origins, verifier)
    outcome = waited(tunings.outcome(store, stored, wanted), "Working out every threshold")
    if not outcome.prepared.on:
        st.info(
            f"All {len(outcome.prepared.labels)} labels are kept aside to test a threshold; none is left to choose one "
            "by. Label some more answers."
        )
        return
    _draw_outcome(outcome, wanted, stored, critic)


def _draw_outcome(outcome: Outcome, wanted: Wanted, stored: Stored, critic: Critic | None) -> None:
    _draw_sampling(outcome.prepared.labels)
    name = None if wanted.verifier == ALL else stored.verifiers.get(wanted.verifier)
    fit = fit_of(stored, wanted, critic.verifier.spec if critic else None)
    draw_outcome(outcome, wanted, stored, in_use=critic.profile if critic else None, verifier=name, fit=fit)


def _draw_sampling(labels: Sequence[Label]) -> None:
    waiting = QueueFilter(queued=True, states=OPEN_STATES, limit=0)
    told = sampling_words(labels, left=services.get_store().queue(waiting).total)
    if told is not None:
        st.warning(f"**{told[0]}** {told[1]}", icon=":material/filter_alt:")


def _draw_nothing(stored: Stored) -> None:
    box = empty_box(
        "No labels yet.",
        "Labels come from answers of the Queue: imported ones, and reviews put there (More, “Put in the queue”). "
        "What was only tried on Review gives none. About 100 labels make a threshold worth keeping.",
        *(escape(left_out_words(reason, count)) for reason, count in stored.left_out.items()),
    )
    if box.button("Open the queue", type="primary", icon=":material/fact_check:", key="first_label"):
        st.switch_page("pages/queue.py")
