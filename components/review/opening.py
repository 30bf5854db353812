"""Opens, saves and closes the critique on screen."""

import streamlit as st

from components import services
from components.frame.reviewer import reviewer_name
from components.review.afresh import SINCE, begin_afresh, read_address
from components.review.labelling import task as labelling
from components.review.open_review import read_review
from components.review.unsent_inputs import ITEM, forget_draft, set_aside
from components.state import inputs, notices, on_screen, running
from components.words.review import by_attention, is_open
from critique_core.errors import ClaimlensError, StoreError
from critique_core.models import (
    Critique,
    PolicyName,
)


def open_from_address() -> None:
    """Bring the review that the address names on screen, exactly as it was stored."""
    item_id = st.query_params.get(ITEM)
    current = on_screen.review()
    if item_id is None and current is not None and current.item_id is not None:
        st.query_params[ITEM] = current.item_id
    if ITEM in st.query_params:
        labelling.read_address(st.query_params[ITEM])
        read_address(st.query_params[ITEM])
    if item_id is None or running.running_check() is not None or (current is not None and current.item_id == item_id):
        return
    try:
        critique = services.get_store().latest_critique(item_id)
    except StoreError as error:
        notices.report_problem(str(error))
        return
    if critique is None:
        notices.report_problem(
            f"The address names a review that is not in the store ({item_id[:40]}). Look in History."
        )
        del st.query_params[ITEM]
        return
    set_aside()
    inputs.load_inputs(critique.request)
    show(critique, item_id)


def elsewhere(item_id: str | None) -> bool:
    """Whether the address names another review than this one."""
    return st.query_params.get(ITEM) not in (None, item_id)


def show(critique: Critique, item_id: str | None) -> None:
    """Bring a critique on screen with its most doubtful undecided claim selected, and fold the inputs.

    A claim that can be checked is preferred, because the others need no label. A claim that was asked for leads.
    """
    claims = by_attention(read_review(critique, item_id).reviewed)
    waiting = [claim for claim in claims if is_open(claim) and claim.claim.status != "not_checkable"]
    wanted = on_screen.take_wanted()
    asked = [claim for claim in claims if claim.claim.id == wanted]
    first = next(iter(asked or waiting or claims), None)
    on_screen.show_review(critique, item_id, first.claim.id if first else None)
    inputs.open_inputs(opened=False)


def close() -> None:
    """Close the review on screen for a new one. The store keeps it, and inputs typed since are set aside."""
    set_aside()
    on_screen.close_review()
    inputs.clear_inputs()
    inputs.open_inputs(opened=True)
    st.query_params.pop(ITEM, None)
    st.query_params.pop(labelling.LABEL, None)
    st.query_params.pop(SINCE, None)


def save(critique: Critique) -> None:
    """Write a new critique to the store and bring it on screen; it is shown even if the store fails."""
    current = on_screen.review()
    try:
        run = services.get_store().save_review(critique, who=reviewer_name())
        if current is None or current.item_id != run.item_id:
            begin_afresh(critique, run.item_id)
    except ClaimlensError as error:
        st.query_params.pop(ITEM, None)  # or the page would open the stored one instead
        show(critique, None)
        notices.report_problem(f"This critique is not saved. {error}")
        return
    show(critique, run.item_id)
    forget_draft()
    st.query_params[ITEM] = run.item_id


def save_in_place(critique: Critique) -> None:
    """Write a critique that replaces the one on screen; the selected claim and the lists stay in view."""
    try:
        item_id = services.get_store().save_review(critique, who=reviewer_name()).item_id
    except ClaimlensError as error:
        st.query_params.pop(ITEM, None)
        on_screen.put_review(critique, None)
        notices.report_problem(f"This critique is not saved. {error}")
        return
    on_screen.put_review(critique, item_id)
    st.query_params[ITEM] = item_id
    notices.forget_problem()


def choose_policy(policy: PolicyName) -> None:
    """Decide the critique on screen by another policy; nothing is verified again."""
    current = on_screen.review()
    if current is None or current.critique.request.options.policy == policy:
        return
    options = current.critique.request.options.model_copy(update={"policy": policy})
    try:
        critic = services.get_critic()
        decided = critic.redecide(current.critique, profile=current.critique.profile, options=options)
    except ClaimlensError as error:
        notices.report_problem(f"The policy could not be changed. {error}")
        return
    inputs.load_options(options)
    save_in_place(decided)


def save_again() -> None:
    """Try once more to write the critique on screen."""
    current = on_screen.review()
    if current is not None and current.item_id is None:
        save(current.critique)
