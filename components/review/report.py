"""The review on screen as a file to hand on."""

import streamlit as st

from components import services
from components.review.fixes import fixes_of
from components.review.open_review import OpenReview
from components.review.verdict import standing_verdict
from critique_core.errors import ClaimlensError
from critique_core.reports.content import CorrectedVerdict, ReportFile
from critique_core.reports.written import ReportForm, written

_FORMS: tuple[tuple[ReportForm, str, str, str, str], ...] = (
    ("html", "Report (HTML)", "review.html", "text/html", ":material/description:"),
    ("markdown", "Report (Markdown)", "review.md", "text/markdown", ":material/article:"),
    ("json", "Report (JSON)", "review.json", "application/json", ":material/data_object:"),
)


def report_of(opened: OpenReview, form: ReportForm) -> bytes:
    """The report on an open review, with the decisions that this reviewer may see.

    Raises ``ValueError`` for a review whose verdicts are hidden, since a report tells them.
    """
    if opened.blind:
        raise ValueError("the verdicts of this review are hidden until it is submitted")
    review = ReportFile(
        title=_title(opened), critique=opened.critique, decisions=opened.events, corrected=_corrected(opened),
        withheld=opened.task is not None and not opened.task.revealed,
    )  # fmt: skip
    return written(review, form, claims=opened.reviewed, gate=services.gate())


def _title(opened: OpenReview) -> str | None:
    """The name of the answer in the store; ``None`` where it has none or the store cannot tell."""
    try:
        item = services.get_store().item(opened.item_id) if opened.item_id is not None else None
    except ClaimlensError:
        return None
    return item.title if item is not None else None


def _corrected(opened: OpenReview) -> CorrectedVerdict | None:
    """What the screen says of the answer with the fixes taken so far, once it is checked again."""
    fixes = fixes_of(opened)
    verdict = standing_verdict(opened, fixes)
    if fixes.effect is None or verdict.corrected is None:
        return None
    return CorrectedVerdict(
        recommendation=verdict.corrected, words=verdict.words.title, confidence=fixes.confidence
    )  # fmt: skip


def draw_report_buttons(opened: OpenReview) -> None:
    """Draw a button for each kind of file; why there is none while the verdicts are hidden."""
    if opened.blind:
        st.caption("A report tells the machine’s verdicts; it can be written once you have submitted.")
        return
    for form, label, name, mime, icon in _FORMS:
        st.download_button(
            label, data=lambda form=form: report_of(opened, form), file_name=name, mime=mime, icon=icon,
            on_click="ignore", key=f"report_{form}",
        )  # fmt: skip
