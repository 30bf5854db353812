"""Which columns of a dropped table hold the answer, the question and the sources, where their names do not say so."""

from pathlib import Path

import streamlit as st

from components.escape import visible
from components.state import inputs, keys, queueing
from critique_core.errors import FormatError
from critique_core.formats.answer_table import FORMAT, Columns, columns_read, names_in

TABLE = FORMAT.name
_NONE = ""
_NAME_LENGTH = 60


def format_key(path: Path) -> str:
    """Key of the menu with the formats of a dropped file."""
    return f"{keys.IMPORT_FORMAT}_{path.name}"


def draw_columns(path: Path) -> None:
    """Draw a choice of column for each part of an answer, among the file's own; nothing for a file without columns."""
    try:
        names = names_in(path)
    except FormatError:
        return
    if not names:
        return
    roles = columns_read(names)
    known = {role: name for name, role in roles.items()}
    st.caption("Which column holds what?")
    answer, question, sources = st.columns((1, 1, 2), gap="small")
    with answer:
        st.selectbox(
            "Answer", names, index=_place(names, known.get("draft")), key=_key(path, "answer"), format_func=_said,
            placeholder="choose a column", on_change=_choose, args=(path,),
        )  # fmt: skip
    with question:
        st.selectbox(
            "Question", [_NONE, *names], index=_place([_NONE, *names], known.get("query", _NONE)) or 0,
            key=_key(path, "question"), format_func=_said, on_change=_choose, args=(path,),
        )  # fmt: skip
    with sources:
        st.multiselect(
            "Sources", names, default=[name for name in names if roles.get(name) == "sources"],
            key=_key(path, "sources"), format_func=_said, placeholder="choose columns", on_change=_choose,
            args=(path,),
        )  # fmt: skip


def _choose(path: Path) -> None:
    answer = inputs.chosen(_key(path, "answer"), str)
    question = inputs.chosen(_key(path, "question"), str)
    sources: list[str] = inputs.chosen(_key(path, "sources"), list) or []
    columns = Columns(answer, question or None, tuple(sources)) if answer is not None else None
    queueing.choose_columns(path, columns)
    inputs.set_text(format_key(path), TABLE)


def _key(path: Path, part: str) -> str:
    return f"{keys.IMPORT_COLUMNS}_{part}_{path.name}"


def _place(names: list[str], name: str | None) -> int | None:
    return names.index(name) if name in names else None


def _said(name: str) -> str:
    return visible(name[:_NAME_LENGTH]) or "none"
