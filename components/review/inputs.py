"""The inputs of a check: query, draft and sources, examples, and a whole request as JSON."""

from collections.abc import Callable
from typing import Literal

import streamlit as st
from streamlit.typing import UploadedFile

from components import services
from components.escape import escape
from components.review.unsent_inputs import set_aside
from components.state import inputs, keys, notices
from components.widgets.sources import add_pasted, draw_faults, draw_sources
from components.words import terms
from components.words.findings import POLICIES, POLICY_RULES, POLICY_WORDS
from components.words.request_faults import request_faults
from critique_core.errors import InvalidInput, SettingsError
from critique_core.examples import Example, load_examples
from critique_core.models import CritiqueOptions, CritiqueRequest, Strictness, parse_request

Run = Callable[[CritiqueRequest], None]

STRICTNESS: tuple[Strictness, ...] = ("lenient", "moderate", "strict")
CHECK_WORDS = {
    "check_factual": "Facts",
    "check_contradictions": "Contradictions",
    "check_completeness": "Completeness",
    "check_citations": "Citations",
    "check_relevance": "Relevance",
    "check_usefulness": "Usefulness",
}
_REQUEST_MEGABYTES = 25
_PLACES: dict[str, inputs.Field] = {"query": "query", "draft": "draft", "sources": "sources"}


def draw_examples(run: Run) -> None:
    """Draw a card for each example that has a catch; a click fills the inputs and checks."""
    told = [example for example in load_examples() if example.catch]
    for example, column in zip(told, st.columns(len(told), gap="small"), strict=True):
        with column, st.container(border=True, gap="xxsmall", height="stretch", key=f"card_{example.name}"):
            st.markdown(f"**{escape(example.catch)}**")
            _draw_example(example, run, "stretch")


def draw_more_examples(run: Run) -> None:
    """Draw the list of the other examples."""
    with st.popover("More examples", icon=":material/science:"), st.container(gap="xxsmall", key="examples"):
        for example in load_examples():
            if not example.catch:
                _draw_example(example, run, "stretch")


def _draw_example(example: Example, run: Run, width: Literal["stretch", "content"]) -> None:
    st.button(
        example.title, key=f"example_{example.name}", help=escape(f"{example.domain}: {example.about}"),
        on_click=run_example, args=(example, run), width=width,
    )  # fmt: skip


def draw_inputs(run: Run) -> None:
    """Draw the input fields and the button that calls ``run`` with them."""
    left, right = st.columns(2, gap="medium")
    with left:
        st.text_input("Query", key=keys.QUERY, placeholder="What was asked (may stay empty)", persist_state="session")
        draw_faults("query")
        st.text_area(
            "Draft",
            key=keys.DRAFT,
            height=220,
            placeholder="Paste the answer to check",
            persist_state="session",
        )
    with right:
        draw_sources()
        draw_faults("sources")
    with st.container(gap="xsmall", key="check_bar"):
        draw_faults("draft")  # beside the button, which covers the end of a field in a low window
        draw_faults("request")
        with st.container(horizontal=True, gap="small"):
            st.button(
                "Check the draft",
                key="check",
                type="primary",
                icon=":material/fact_check:",
                on_click=_submit,
                args=(run,),
            )
            with st.popover("Options", icon=":material/tune:"):
                _draw_options()
            with st.popover("Load a request", icon=":material/data_object:"):
                _draw_request_loader()
            st.button("Clear", key="clear", type="tertiary", on_click=inputs.clear_inputs)


def run_example(example: Example, run: Run) -> None:
    """Fill the inputs with an example and check it; what was typed before is set aside."""
    set_aside()
    inputs.load_inputs(example.request)
    run(example.request)


def _submit(run: Run) -> None:
    inputs.clear_faults()
    if (inputs.text(keys.PASTE_TEXT).strip() or inputs.text(keys.PASTE_TITLE).strip()) and not add_pasted():
        return
    try:
        request = parse_request(
            {
                "query": inputs.text(keys.QUERY),
                "draft": inputs.text(keys.DRAFT),
                "sources": inputs.sources(),
                "options": chosen_options(),
            }
        )
    except InvalidInput as error:
        _spread(str(error))
        return
    run(request)


def _spread(message: str) -> None:
    """Set each line of a message as a fault of its field."""
    found: dict[inputs.Field, list[str]] = {}
    for line in message.splitlines():
        found.setdefault(_PLACES.get(line.split(":")[0].split(".")[0], "request"), []).append(line)
    for place, lines in found.items():
        inputs.set_faults(place, tuple(line[:1].upper() + line[1:] for line in lines))


def _draw_options() -> None:
    defaults = inputs.loaded_options() or _default_options()
    st.segmented_control(
        "Issues shown", STRICTNESS, default=defaults.strictness, required=True, key=keys.STRICTNESS,
        format_func=terms.STRICTNESS_WORDS.__getitem__, persist_state="session", help=terms.STRICTNESS,
    )  # fmt: skip
    st.slider(
        "Gate: send from this confidence", 0.0, 1.0, value=defaults.confidence_threshold, step=0.05,
        key=keys.THRESHOLD, persist_state="session", help=terms.GATE,
    )  # fmt: skip
    policy = st.selectbox(
        "Policy: whose confidence decides", POLICIES, index=POLICIES.index(defaults.policy), key=keys.POLICY,
        format_func=POLICY_WORDS.__getitem__, persist_state="session", help=terms.POLICY,
    )  # fmt: skip
    st.caption(escape(POLICY_RULES[policy]))
    st.pills(
        "Checks", list(CHECK_WORDS), selection_mode="multi", format_func=CHECK_WORDS.__getitem__, key=keys.CHECKS,
        default=[name for name in CHECK_WORDS if getattr(defaults, name)], persist_state="session",
    )  # fmt: skip
    st.toggle("Propose a revision at once", value=defaults.auto_revise, key=keys.AUTO_REVISE, persist_state="session")
    st.number_input(
        "Attempts at a revision, at most", 0, 10, value=defaults.max_revisions, key=keys.MAX_REVISIONS,
        persist_state="session",
    )  # fmt: skip


def chosen_options() -> CritiqueOptions:
    """Options of the next check: those chosen on the page, else of the loaded request, else of the settings."""
    loaded = inputs.loaded_options()
    given = {name: getattr(loaded, name) for name in loaded.model_fields_set} if loaded else {}
    base = _default_options().model_copy(update=given)
    checks = inputs.chosen(keys.CHECKS, list)
    chosen = {
        "strictness": inputs.chosen(keys.STRICTNESS, str),
        "confidence_threshold": inputs.chosen(keys.THRESHOLD, float),
        "policy": inputs.chosen(keys.POLICY, str),
        "auto_revise": inputs.chosen(keys.AUTO_REVISE, bool),
        "max_revisions": inputs.chosen(keys.MAX_REVISIONS, int),
        **({name: name in checks for name in CHECK_WORDS} if checks is not None else {}),
    }
    return base.model_copy(update={name: value for name, value in chosen.items() if value is not None})


def _default_options() -> CritiqueOptions:
    """The options of the settings."""
    try:
        return services.get_settings().options
    except SettingsError:
        return CritiqueOptions()


def _draw_request_loader() -> None:
    st.caption("A whole request as `claimlens check` reads it: query, draft, sources, options.")
    st.file_uploader("JSON file", key=keys.REQUEST_FILE, max_upload_size=_REQUEST_MEGABYTES)
    st.text_area("Or paste it", key=keys.REQUEST_TEXT, height=140, placeholder='{"query": "…", "draft": "…"}')
    draw_faults("load")
    st.button("Load", key="load_request", on_click=_load)


def _load() -> None:
    file = inputs.chosen(keys.REQUEST_FILE, UploadedFile)
    try:
        request = parse_request(file.getvalue() if file else inputs.text(keys.REQUEST_TEXT))
    except InvalidInput as error:
        inputs.set_faults("load", request_faults(error))
        return
    set_aside()
    inputs.load_inputs(request)
    notices.say("Request loaded; look it over and check the draft.")
