"""The sidebar of every page: who is reviewing."""

import streamlit as st

from components.escape import escape
from components.frame.early_keys import keep_early_keys
from components.frame.page import ensure_frame
from components.frame.page_links import keep_clicks
from components.frame.remembered_name import (
    NAME_LENGTH,
    remember_blind,
    remember_name,
    remembered_blind,
    remembered_name,
)
from components.frame.reviewer import default_name, own_name, reviewer_name, signed_in_name
from components.frame.sign_in import draw_sign_out, let_in, role
from components.state import adding, inputs, keys, queueing


def draw_sidebar(*, library: bool = False) -> None:
    """Draw the reviewer's name, in a field unless someone is signed in. Every page calls this first.

    ``library`` says that it is the Library's; any other page ends what that one had to tell.

    For who may not come in the run ends here, however the page was reached.
    """
    ensure_frame()
    if not let_in():
        st.stop()
    if not library:
        adding.leave()
    with st.sidebar:
        name = signed_in_name()
        with st.container(gap=None):
            if name is None:
                _draw_name()
            else:
                st.caption(f"Signed in as {escape(name, 60)}, {role()}")
                draw_sign_out()
            _keep_blind(reviewer_name())
            keep_clicks()
            keep_early_keys()


def _draw_name() -> None:
    if inputs.chosen(keys.REVIEWER, str) is None:  # the first run of a session
        inputs.set_text(keys.REVIEWER, remembered_name())
    st.text_input(
        "Reviewer",
        key=keys.REVIEWER,
        placeholder=default_name()[:60],
        max_chars=NAME_LENGTH,
        persist_state="session",
        help="Your decisions are signed with this name, which this browser remembers. Left empty, the name "
        "from the settings is used. No one has signed in, so the name is not proved: decisions are marked as not "
        "authenticated.",
    )
    remember_name(own_name())


def _keep_blind(reviewer: str) -> None:
    """Switch “Blind first” on for a reviewer who had it on, and have the browser remember it; before it is drawn.

    A new session or a new name never switches it off: the machine's statuses must not come into view unasked.
    """
    if not queueing.blind_taken_up(reviewer) and remembered_blind(reviewer):
        queueing.switch_blind_on()
    remember_blind(reviewer, blind=bool(inputs.chosen(keys.QUEUE_BLIND, bool)))
