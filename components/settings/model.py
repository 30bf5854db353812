"""Trying out verifier and model as the fields have them; what the model does; the cache of its answers."""

from collections.abc import Mapping, Sequence
from concurrent.futures import CancelledError
from functools import partial
from typing import Any, NamedTuple

import pandas as pd
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from components import services
from components.escape import escape, visible
from components.frame.messages import show_error
from components.frame.sign_in import may
from components.state import changing, notices
from components.widgets.boxes import draw_confirmation
from components.widgets.tables import table_height
from components.work.jobs import Job
from critique_core import assembly
from critique_core.errors import ClaimlensError
from critique_core.http.json_endpoint import Patience
from critique_core.llm.choice import EXAMPLES
from critique_core.llm.client import ChatClient
from critique_core.settings import Settings
from critique_core.settings.editing import proposed

_ASKS = {"test": "Test", "list": "List models"}
# A user waits for the answer: a server that takes longer than this to list its models is in trouble.
_PATIENCE = Patience(connect=5.0, read=10.0, whole=15.0, total=15.0, attempts=1, answer_bytes=8 * 1024 * 1024)
_LOOK_SECONDS = 0.2
_SHOWN = 500


class Tried(NamedTuple):
    """What worked, a sentence each."""

    sentences: tuple[str, ...]


class Listed(NamedTuple):
    """The models of the server."""

    models: tuple[str, ...]


_DUTIES = {
    "llm": "judges every claim, the embedded verifier behind it",
    "cascade": "judges the claims that the embedded verifier is not sure of",
}


def draw_asks(wanted: Mapping[str, Any]) -> DeltaGenerator:
    """Draw the buttons that try the settings out; returns the place for progress.

    ``wanted`` are the values in the fields, saved or not.
    """
    running = any(not job.done() for _, job in _asked())
    for what, label in _ASKS.items():
        st.button(label, key=f"model_{what}", on_click=_ask, args=(what, dict(wanted)), disabled=running)
    return st.empty()


def draw_answers() -> list[Job[Any]]:
    """Draw the last answers; returns the jobs that had none yet, for ``watch_model``."""
    waiting: list[Job[Any]] = []
    for label, job in _asked():
        if job.done():
            _draw_outcome(label, job)
        else:
            waiting.append(job)
    return waiting


def _asked() -> list[tuple[str, Job[Any]]]:
    """What was asked, by the label of its button, with its answer."""
    jobs = ((label, services.get_jobs().find(_key(what))) for what, label in _ASKS.items())
    return [(label, job) for label, job in jobs if job is not None]


def _key(what: str) -> tuple[str, str, int]:
    """The key of a session's own question: another one may have other values in its fields."""
    return ("model", what, changing.asking())


def watch_model(place: DeltaGenerator, waiting: Sequence[Job[Any]]) -> None:
    """Wait for answers that are not drawn; call it last, so that a click on anything else ends the wait."""
    if not waiting:
        return
    while not all(job.done(_LOOK_SECONDS) for job in waiting):
        place.caption("Asking …")
    st.rerun()


def draw_duty(settings: Settings) -> None:
    """Draw what the model does, whether there is a key for it, and the cache of its answers."""
    lines = {line.name: line.value for line in settings.described()}
    duty = _DUTIES.get(settings.verifier, "judges no claim")
    st.text(f"Verdicts: the model {duty} (verifier: {settings.verifier})")
    st.text(f"Other stages by the model: {lines['llm_stages']}")
    st.text(f"Key: {_key_state(settings)}")
    _draw_cache(settings)


def _key_state(settings: Settings) -> str:
    """Whether there is a key and where from; never the key."""
    if settings.llm_api_key is not None:
        return "set by CLAIMLENS_LLM_API_KEY"
    own = {"openai": settings.openai_api_key, "anthropic": settings.anthropic_api_key}.get(settings.llm_provider)
    if own is None:
        return "none is needed" if settings.llm_provider == "ollama" and settings.llm_base_url is None else "not set"
    name = f"{settings.llm_provider.upper()}_API_KEY"
    told = f"the provider's own, set by {name} or CLAIMLENS_{name}"
    return told if settings.llm_base_url is None else f"{told}; it is not sent to another address than the usual one"


# --- asking the server ---------------------------------------------------------------------------------------------


def _client(settings: Settings) -> ChatClient:
    """The model's client for quick questions; models can be listed before one of them is named."""
    named = settings.model_copy(update={"llm_model": settings.llm_model or EXAMPLES[settings.llm_provider]})
    return assembly.chat_model(named, patience=_PATIENCE)


def _ask(what: str, wanted: dict[str, Any]) -> None:
    jobs = services.get_jobs()
    jobs.forget(_key(what))
    jobs.of(_key(what), partial(_answered, what, wanted))


def _answered(what: str, wanted: dict[str, Any], _: object) -> Tried | Listed:
    settings = proposed(wanted)
    if what == "test":
        return Tried(assembly.try_out(settings, patience=_PATIENCE))
    return Listed(_client(settings).models())


def _draw_outcome(label: str, job: Job[Tried | Listed]) -> None:
    try:
        answer = job.result()
    except ClaimlensError as error:
        show_error(error, title=f"{label}: this did not work")
    except CancelledError:
        return
    else:
        if isinstance(answer, Tried):
            st.success("  \n".join(escape(one, 600) for one in answer.sentences), icon=":material/check_circle:")
            return
        more = f", the first {_SHOWN:,} shown" if len(answer.models) > _SHOWN else ""
        st.caption(f"Models of this server: {len(answer.models):,}{more}")
        table = pd.DataFrame({"Model": [visible(name[:200]) for name in answer.models[:_SHOWN]]})
        st.dataframe(table, hide_index=True, height=table_height(len(table), 318), alt="Models of the server")


# --- the cache -----------------------------------------------------------------------------------------------------


def _draw_cache(settings: Settings) -> None:
    cache = assembly.answer_cache(settings)
    if cache is None:
        st.text("Cache of answers: off (cache_enabled)")
        return
    size = cache.size()
    cache.close()
    told = "cannot be used" if size is None else f"{size[0]:,} answers, {size[1] / 1_000:,.0f} KB"
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.text(visible(f"Cache of answers: {told}, in {cache.path}"))
        if (
            size
            and size[0]
            and may("admin")
            and st.button("Empty the cache", key="empty_cache", icon=":material/delete:")
        ):
            _confirm_emptying(size[0])


@st.dialog("Empty the cache?", icon=":material/delete:")
def _confirm_emptying(answers: int) -> None:
    st.markdown(f"{answers:,} answers of the model are forgotten. What is checked again costs its calls again.")
    draw_confirmation(("Empty", "confirm_emptying"), ("Keep", "keep_cache"), _empty)


def _empty() -> None:
    cache = assembly.answer_cache(services.get_settings())
    if cache is None:
        return
    emptied = cache.clear()
    cache.close()
    if emptied:
        notices.forget_problem()
        notices.say("The cache is empty.")
    else:
        notices.report_problem(f"The cache could not be emptied. {'; '.join(cache.notes)}")
