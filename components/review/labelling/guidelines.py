"""The labelling guidelines for all reviewers, in versions that decisions record."""

import streamlit as st
from markdown_it import MarkdownIt

from components import services
from components.escape import escape, visible
from components.frame.reviewer import reviewer_name
from components.frame.sign_in import draw_reserved
from components.state import inputs, keys, notices, queueing
from components.widgets.local_time import local_time
from critique_core.errors import ClaimlensError
from critique_core.models import Guideline

_LONGEST = 20_000
# Anyone may write guidelines, so their HTML stays text, and links and images are off.
_MARKDOWN = (
    MarkdownIt("commonmark", {"html": False})
    .enable(["table", "strikethrough"])
    .disable(["html_block", "html_inline", "image", "link", "autolink", "reference"])
)
_EMPTY = "No guidelines yet. Write down what counts as supported, so that all reviewers label alike."


def newest_guideline() -> Guideline | None:
    """The version that decisions from now on name. Raises ``StoreError``."""
    newest = services.get_store().guideline()
    queueing.show_guideline(newest.version if newest else None)
    return newest


def draw_guidelines() -> None:
    """Draw the button that opens the guidelines. Raises ``StoreError``."""
    newest = newest_guideline()
    label = f"Guidelines {newest.version}" if newest else "Guidelines"
    panel = st.popover(label, key=keys.GUIDELINES, icon=":material/menu_book:", on_change="rerun")
    if panel.open:
        with panel:
            _draw_text(newest)
            _draw_editor(newest)


def _draw_text(newest: Guideline | None) -> None:
    if newest is None:
        st.caption(_EMPTY)
        return
    st.caption(escape(f"Version {newest.version}, {newest.who[:60]}, {local_time(newest.created_at)}"))
    with st.container(height=360, border=False):
        st.html(f'<div class="guidelines">{guidelines_html(newest.text)}</div>')


def guidelines_html(text: str) -> str:
    """Headings, lists, tables, emphasis and code as HTML; other Markdown stays as it was written."""
    return _MARKDOWN.render(visible(text))


def _draw_editor(newest: Guideline | None) -> None:
    if draw_reserved("lead", "writes new versions"):
        return
    with st.expander("Write a new version", icon=":material/edit:"), st.form("guidelines_form", border=False):
        st.text_area(
            "Guidelines, in Markdown", value=newest.text if newest else "", key=keys.GUIDELINES_TEXT, height=260,
            max_chars=_LONGEST,
        )  # fmt: skip
        st.form_submit_button("Save as a new version", key="save_guidelines", on_click=_save)


def _save() -> None:
    text = inputs.text(keys.GUIDELINES_TEXT).strip()
    if not text:
        notices.say("Guidelines without words are not saved.")
        return
    try:
        kept = services.get_store().put_guideline(text, who=reviewer_name())
    except ClaimlensError as error:
        notices.report_problem(f"The guidelines are not saved. {error}")
        return
    notices.say(f"Guidelines version {kept.version} saved; decisions from now on name it.")
