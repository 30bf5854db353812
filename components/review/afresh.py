"""Examples begin afresh for each visitor: what was decided on one before is kept in the store, and left out of view."""

import streamlit as st

from components import services
from components.frame.reviewer import own_name, reviewer_name, signed_in_name
from components.state import on_screen
from critique_core.errors import StoreError
from critique_core.examples import load_examples
from critique_core.labels.fold import fold, progress, standing
from critique_core.models import Critique, Decision

SINCE = "since"
"""Parameter of the address with the number of the last event that is left out of view, so that a reload goes on."""


def begin_afresh(critique: Critique, item_id: str) -> None:
    """Leave out of view what was decided on an example before it was opened, unless it is one's own open work.

    Other requests are one's own: all that was decided on them stays in view. Raises ``StoreError``.
    """
    if not _is_example(critique.request.fingerprint):
        on_screen.hide_before(None)
        st.query_params.pop(SINCE, None)
        return
    events = services.get_store().decisions(item_id)
    since = _open_work_since(critique, item_id, events)
    if since is None:
        since = max((event.sequence for event in events), default=0)
    on_screen.hide_before((item_id, since))
    st.query_params[SINCE] = str(since)


def read_address(item_id: str) -> None:
    """Read from the address what is left out of view of an item, or write it there."""
    said, known = st.query_params.get(SINCE), on_screen.hidden_before(item_id)
    if said is None or not said.isdecimal() or len(said) >= 16:  # anyone may have written it
        if known is not None:
            st.query_params[SINCE] = str(known)
    elif known != int(said) and _is_example_item(item_id):
        on_screen.hide_before((item_id, int(said)))


def in_view(item_id: str, events: tuple[Decision, ...]) -> tuple[Decision, ...]:
    """The events that are in view: of an example begun afresh, the reviewer's own since then; else all."""
    since = on_screen.hidden_before(item_id)
    if since is None:
        return events
    return tuple(event for event in events if event.sequence > since and event.reviewer == reviewer_name())


def _is_example(fingerprint: str) -> bool:
    return fingerprint in {example.request.fingerprint for example in load_examples()}


def _is_example_item(item_id: str) -> bool:
    try:
        item = services.get_store().item(item_id)
    except StoreError:  # opening the review says so
        return False
    return item is not None and _is_example(item.request_fingerprint)


def _open_work_since(critique: Critique, item_id: str, events: tuple[Decision, ...]) -> int | None:
    """Where the reviewer's work on the example begins, if it is begun and not finished.

    Whoever gave no name shares one with others, so that only what this session began is theirs.
    """
    begun = on_screen.hidden_before(item_id)
    if begun is None and (signed_in_name() or own_name()):
        begun = 0
    if begun is None:
        return None
    own = tuple(event for event in events if event.reviewer == reviewer_name() and event.sequence > begun)
    decided, checkable = progress(fold(critique, own))
    return begun if standing(own) and decided < checkable else None
