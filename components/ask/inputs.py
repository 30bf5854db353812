"""The fields of a question: its text, optionally a draft to check instead, and options."""

from collections.abc import Callable

import streamlit as st

from components import services
from components.state import inputs, keys
from components.widgets.sources import draw_faults
from components.work.questions import AskOptions, Question
from critique_core.errors import SettingsError
from critique_core.settings import Settings

Ask = Callable[[Question], None]

MAKE = "Answer from the library"
CHECK = "Check this draft instead"
_MOST_ATTEMPTS = 10


def draw_question(ask: Ask, *, searchable: bool) -> None:
    """Draw the fields of a question and the button that calls ``ask`` with it; Enter presses the button."""
    mode = st.segmented_control(
        "How", (MAKE, CHECK), default=MAKE, required=True, key=keys.ASK_MODE, label_visibility="collapsed",
        persist_state="session",
    )  # fmt: skip
    with st.form("ask_form", border=False):
        st.text_input("Question", key=keys.QUESTION, placeholder="What do you want to know?", persist_state="session")
        draw_faults("question")
        if mode == CHECK:
            st.text_area(
                "Draft", key=keys.QUESTION_DRAFT, height=160, persist_state="session",
                placeholder="Paste an answer to that question; it is checked against what the library says",
            )  # fmt: skip
            draw_faults("draft")
        with st.container(horizontal=True, gap="small"):
            st.form_submit_button(
                "Check this draft" if mode == CHECK else "Ask", key="ask", type="primary", on_click=_submit,
                args=(ask,), disabled=not searchable,
                icon=":material/fact_check:" if mode == CHECK else ":material/send:",
            )  # fmt: skip
            with st.popover("Options", icon=":material/tune:"):
                _draw_options(_settings())


def _draw_options(settings: Settings) -> None:
    st.toggle(
        "Verify the answer", value=settings.verification_enabled, key=keys.ASK_VERIFY, persist_state="session",
        help="Checks every claim against what was found; without it the answer comes unchecked",
    )  # fmt: skip
    st.toggle(
        "Correct what fails", value=settings.crag_enabled, key=keys.ASK_CORRECT, persist_state="session",
        help="Looks for better sources for the claims that fail, and corrects the answer; needs verification",
    )  # fmt: skip
    configured = settings.web_search != "off"
    st.toggle(
        "Search the web too", value=configured, key=keys.ASK_WEB, disabled=not configured, persist_state="session",
        help="Sends the targeted queries, which hold words of the answer, to the web search",
    )  # fmt: skip
    if not configured:
        st.caption("No web search is configured: set `web_search` and restart. Nothing leaves this machine.")
    st.number_input(
        "Attempts at a correction, at most", 1, _MOST_ATTEMPTS, key=keys.ASK_ATTEMPTS, persist_state="session",
        value=min(max(settings.max_attempts, 1), _MOST_ATTEMPTS),
    )  # fmt: skip


def chosen_options() -> AskOptions:
    """The options chosen, and for the rest those of the settings."""
    settings = _settings()
    chosen = {
        "verify": inputs.chosen(keys.ASK_VERIFY, bool),
        "correct": inputs.chosen(keys.ASK_CORRECT, bool),
        "web": inputs.chosen(keys.ASK_WEB, bool),
        "attempts": inputs.chosen(keys.ASK_ATTEMPTS, int),
    }
    configured = settings.web_search != "off"
    given = {
        "verify": settings.verification_enabled,
        "correct": settings.crag_enabled,
        "web": configured,
        "attempts": max(settings.max_attempts, 1),
    } | {name: value for name, value in chosen.items() if value is not None}
    return AskOptions(**(given | {"web": bool(given["web"]) and configured}))


def _settings() -> Settings:
    try:
        return services.get_settings()
    except SettingsError:
        return Settings.model_validate({})


def _submit(ask: Ask) -> None:
    inputs.set_faults("question", ())
    inputs.set_faults("draft", ())
    text, own = inputs.text(keys.QUESTION).strip(), inputs.chosen(keys.ASK_MODE, str) == CHECK
    draft = inputs.text(keys.QUESTION_DRAFT).strip() if own else None
    if not text:
        inputs.set_faults("question", ("Write the question first; it is what the library is searched for.",))
    elif own and not draft:
        inputs.set_faults("draft", ("Paste the draft to check, or have the answer made from the library.",))
    else:
        ask(Question(text=text, draft=draft, options=chosen_options(), own=draft is not None))
