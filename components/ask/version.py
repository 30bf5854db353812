"""One version of an answer on the Ask page: its verdict in words, its text, its sources and its gauge."""

from collections.abc import Sequence

import streamlit as st

from components import services
from components.escape import escape, visible
from components.widgets.gauge import draw_gauge
from components.words.advice import headline
from components.words.review import TONE_ICONS, place
from critique_core.labels.fold import fold
from critique_core.models import Critique, SourceDocument
from critique_core.text.shortening import one_line, shortened

_TEXT_LENGTH = 6_000
SOURCES_SHOWN = 8
_NO_SOURCES = "Nothing was found that the draft could be checked against."


def draw_version(name: str, critique: Critique, text: str, *, then: str) -> None:
    """Draw one version of an answer with verdict, sources and gauge. ``then`` says what was done about it."""
    words, gauge = st.columns([3, 1], gap="medium", vertical_alignment="center")
    with words, st.container(gap="xsmall"):
        draw_verdict(critique, then, name=name)
        st.text(visible(cut(text)))
        draw_cited(critique.request.sources, refused=critique.abstained)
    with gauge:
        draw_gauge(critique, key=f"ask_gauge_{name}", name=name)


def draw_verdict(critique: Critique, then: str, *, name: str = "") -> None:
    """Draw the verdict on one version in words."""
    words = headline(critique, fold(critique, ()), services.gate())
    detail = _NO_SOURCES if critique.confidence_reason == "no_sources" else words.detail
    title = f"{name}: {words.title}" if name else words.title
    st.header(f":material/{TONE_ICONS[words.tone]}: {escape(title)}", anchor=False)
    st.markdown(escape(f"{detail} {then}"))


def cut(text: str) -> str:
    """The text, cut to what this page shows."""
    left_out = len(text) - _TEXT_LENGTH
    return text if left_out <= 0 else f"{text[:_TEXT_LENGTH]} … ({left_out:,} more characters; open it in Review)"


def draw_cited(sources: Sequence[SourceDocument], *, refused: bool = False) -> None:
    """Draw the names of the sources by their numbers, passages of one document with their first words.

    A refusal cites none.
    """
    if not sources or refused:
        return
    named = cited_names(sources)
    more = f" and {len(named) - SOURCES_SHOWN} more" if len(named) > SOURCES_SHOWN else ""
    st.caption(escape("Sources: " + " · ".join(named[:SOURCES_SHOWN]) + more))


def cited_names(sources: Sequence[SourceDocument]) -> list[str]:
    """The sources by number and name; several passages of one document with their first words."""
    names = [shortened(place(source, source.id), 80) for source in sources]
    return [
        f"[{number}] {name}" + (f" “{shortened(one_line(source.content), 40)}”" if names.count(name) > 1 else "")
        for number, (name, source) in enumerate(zip(names, sources, strict=True), 1)
    ]
