"""The review on screen as a file to hand on."""

import streamlit as st

from components import services
from components.review.open_review import OpenReview
from critique_core.reports.content import ReportFile
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
    review = ReportFile(critique=opened.critique, decisions=opened.events)
    return written(review, form, claims=opened.reviewed, gate=services.gate())


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
