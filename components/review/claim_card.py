"""The selected claim: the machine's verdict and reasons, and reviewers' decisions and notes."""

from collections.abc import Callable, Mapping, Sequence

import streamlit as st

from components.escape import escape, visible
from components.palette import DECISION_WORDS, decided_as
from components.review import decisions
from components.review.cards import tells_reason
from components.review.editing.menu import draw_surgery_menu
from components.review.labelling.reveal import draw_said
from components.review.tabs.issues import draw_related, related_places
from components.review.unsaved_words import keep_words, on_other_claims, restore_words
from components.state import inputs, notices, on_screen
from components.widgets.focus import focus_field
from components.widgets.local_time import signature
from components.words.review import (
    NO_OPPOSITE,
    NO_PASSAGE,
    NOT_CHECKED,
    draft_order,
    issue_kinds,
    judged_by,
    quote_heading,
    severity_words,
    status_words,
)
from critique_core.labels.fold import ReviewedClaim
from critique_core.models import (
    Critique,
    Decision,
    Evidence,
    Finding,
    Issue,
    Place,
    SourceDocument,
    Verdict,
    VerifiedClaim,
)
from critique_core.scoring.issues import particulars, suggestions


def draw_claim_card(
    critique: Critique,
    claims: Sequence[ReviewedClaim],
    claim_id: str | None,
    *,
    events: Sequence[Decision] = (),
    blind: bool = False,
    changeable: bool = False,
    mended: bool = False,
    wording: str = "",
) -> None:
    """Draw one claim of the critique; nothing when it has no claims.

    ``events`` are the decisions that the reviewer may see. ``blind`` leaves out the machine's verdict;
    ``changeable`` offers changes of the claim itself. ``mended`` says that the draft offers a fix of it, so that what
    to do need not stand here as well; ``wording`` is what the claim says with the fixes that were taken.
    """
    chosen = next((claim for claim in claims if claim.claim.id == claim_id), None)
    if chosen is None:
        return
    with st.container(border=True, key="claim_card", gap="xsmall"):
        if chosen.claim.text.rstrip(".") not in critique.request.draft[chosen.claim.start : chosen.claim.end]:
            st.text(visible(chosen.claim.text))
        left, right = st.columns([3, 2], gap="medium")
        with left, st.container(gap="xsmall"):
            if not blind:
                st.markdown(f"{escape(status_words(chosen.claim.status))}{_belief(chosen.claim)}", help=_judge(chosen))
            if blind:
                st.caption("What the machine found is shown once you have submitted this answer.")
            else:
                _draw_reasons(critique, chosen, mended=mended)
        restore_words()
        with right, st.container(gap="xsmall"):
            _draw_unsaved(claims, chosen.claim.id)
            _draw_standing(chosen)
            if not blind:
                draw_said(critique, chosen, events)
            _draw_fields(chosen, wording)
            if changeable:
                draw_surgery_menu()


def _belief(claim: VerifiedClaim) -> str:
    parts: list[str] = []
    if claim.probability is not None:
        parts.append(f"probability of support {claim.probability:.2f}")
    if claim.disputed:
        parts.append("**⇄ disputed**: the sources disagree")
    if claim.why:
        parts.append(escape(claim.why, 60))
    return "".join(f" · {part}" for part in parts)


def _judge(chosen: ReviewedClaim) -> str | None:
    return f"Judged by {judged_by(chosen.claim.verdict)}" if chosen.claim.verdict else None


def _draw_reasons(critique: Critique, chosen: ReviewedClaim, *, mended: bool) -> None:
    verdict = chosen.claim.verdict
    if verdict is None:
        st.caption(NOT_CHECKED)
        return
    _draw_reasoning(chosen.claim, verdict)
    if verdict.failure:
        return
    sources = {source.id: source for source in critique.request.sources}
    if chosen.claim.status == "contradicted" and {one.relation for one in verdict.evidence} == {"context"}:
        st.caption(NO_OPPOSITE)
    _draw_quotes(verdict.evidence, sources)
    if not verdict.evidence:
        st.caption(NO_PASSAGE)
    for finding in verdict.findings:
        if finding.agreement != "agrees" and not _says(verdict.reasoning, finding):
            st.text(visible(f"• {finding.explanation}"))
    issues = [issue for issue in critique.issues if issue.claim_id == chosen.claim.id]
    _draw_conflicts(critique, chosen, issues)
    if issues:
        kinds = issue_kinds(issues, chosen.claim.status)
        st.caption(escape(" · ".join(filter(None, (severity_words(issues), kinds)))))
        for suggestion in () if mended else suggestions(issues):
            st.text(visible(f"Suggestion: {suggestion}"))


def _says(reasoning: str, finding: Finding) -> bool:
    """Whether a reason tells of a finding; of a value that no source has it does by naming the value."""
    named = finding.agreement == "missing" and f"“{finding.claim_value}”" in reasoning
    return named or finding.explanation.casefold() in reasoning.casefold()


def _draw_reasoning(claim: VerifiedClaim, verdict: Verdict) -> None:
    """Draw what the card in the draft does not say already."""
    if not tells_reason(claim):
        st.text(visible(verdict.reasoning))
    if verdict.failure and verdict.failure.casefold() not in verdict.reasoning.casefold():
        st.text(visible(verdict.failure))


def _draw_conflicts(critique: Critique, chosen: ReviewedClaim, issues: Sequence[Issue]) -> None:
    """Draw what the claim conflicts with: another statement of the draft, or sources that disagree about it."""
    pointing = [issue for issue in critique.issues if any(one.claim_id == chosen.claim.id for one in issue.related)]
    places = related_places(issues)
    places |= {Place(start=issue.start or 0, end=issue.end or 0, claim_id=issue.claim_id): None for issue in pointing}
    if not places:
        return
    between = any(one.source_id for one in places)
    st.markdown("**⇄ Disputed: the sources disagree**" if between else "**⇄ The draft contradicts itself**")
    told = [issue for issue in (*issues, *pointing) if issue.related and issue.type == "contradiction"]
    for explanation in particulars(told):
        st.text(visible(explanation))
    draw_related(places, critique, key="card")


def _draw_quotes(quotes: Sequence[Evidence], sources: Mapping[str, SourceDocument]) -> None:
    """Draw how quotes bear on the claim; their words too where the source pane has others, or none."""
    told: set[str] = set()
    for number, evidence in enumerate(quotes):
        source = sources.get(evidence.source_id)
        heading = quote_heading(evidence, source)
        in_pane = source is not None and evidence.match == "exact"
        if in_pane and heading in told:
            continue
        told.add(heading)
        with st.container(gap="xxsmall", key=f"quote_{evidence.relation}_{number}"):
            st.caption(escape(heading, 200))
            if not in_pane:
                st.text(visible(evidence.quote))


def _draw_fields(chosen: ReviewedClaim, fixed: str) -> None:
    wording = _wording(chosen, fixed)
    _draw_edit(chosen, wording)
    _draw_note(chosen)
    field, serial = on_screen.opened_field()
    if field is not None:
        key = on_screen.edit_key(chosen.claim.id, wording) if field == "edit" else on_screen.note_key(chosen.claim.id)
        focus_field(key, serial, field, claim_id=chosen.claim.id)


def _wording(chosen: ReviewedClaim, fixed: str) -> str:
    """The words to edit: the reviewer's, else those of the fix, unless others were typed before it was taken."""
    own = chosen.edited_text or chosen.claim.text
    typed = inputs.text(on_screen.edit_key(chosen.claim.id, own)).strip()
    return fixed if fixed and chosen.edited_text is None and typed in ("", own.strip()) else own


def _draw_standing(chosen: ReviewedClaim) -> None:
    decision = chosen.decision
    if decision is None:
        st.caption("Fixed; no word on its status" if chosen.fixed else "Not decided yet")
    else:
        word = DECISION_WORDS[decided_as(decision)].capitalize()
        verdict = "status wrong" if chosen.wrong else status_words(chosen.status)
        st.markdown(f"**{word}** · {escape(verdict)}  \n:small[{escape(signature(decision))}]")
    if chosen.edited_text is not None:
        st.caption("Your wording")
        st.text(visible(chosen.edited_text))
    for note in chosen.notes:
        st.caption(f"Note · {escape(signature(note))}")
        st.text(visible(note.note or ""))


def _draw_unsaved(claims: Sequence[ReviewedClaim], claim_id: str) -> None:
    """Draw the ways to what was typed on other claims and not saved."""
    numbers = {one.claim.id: number for number, one in enumerate(sorted(claims, key=_in_draft), 1)}
    for words in on_other_claims(claim_id):
        if (number := numbers.get(words.claim_id)) is not None:
            with st.container(horizontal=True, vertical_alignment="center", gap="small"):
                what = "your note" if words.field == "note" else "your wording"
                st.caption(f":material/draft: Not saved yet: {what} on claim {number}", width="content")
                st.button("Go to it", key=f"unsaved_{words.key}", on_click=on_screen.select, args=(words.claim_id,))


def _in_draft(one: ReviewedClaim) -> tuple[int, int, str]:
    return draft_order(one.claim)


# The fields are no forms, which would forget what is typed when another claim is selected.


def _draw_edit(chosen: ReviewedClaim, wording: str) -> None:
    key = on_screen.edit_key(chosen.claim.id, wording)
    if not inputs.text(key).strip():
        inputs.set_text(key, wording)
    unsaved = inputs.text(key).strip() not in ("", wording.strip())
    keep_words(chosen.claim.id, "edit", key, unsaved=unsaved)
    unfolded = on_screen.opened_field()[0] == "edit" or unsaved
    with (
        st.expander("Edit the wording", icon=":material/edit:", expanded=unfolded),
        st.container(key="edit_field", gap="xsmall"),
    ):
        st.text_area("What it should say", key=key, height=100, persist_state="session")
        _draw_save("Save wording", "save_edit", lambda: _save_edit(chosen.claim.id, key), unsaved=unsaved)


def _draw_note(chosen: ReviewedClaim) -> None:
    claim_id = chosen.claim.id
    key = on_screen.note_key(claim_id)
    unsaved = bool(inputs.text(key).strip())
    keep_words(claim_id, "note", key, unsaved=unsaved)
    unfolded = on_screen.opened_field()[0] == "note" or unsaved
    with (
        st.expander("Add a note", icon=":material/sticky_note_2:", expanded=unfolded),
        st.container(key="note_field", gap="xsmall"),
    ):
        st.text_area("Note", key=key, height=80, placeholder="Why, in your words", persist_state="session",
                     help="Ctrl+Enter saves it")  # fmt: skip
        _draw_save("Save note", "save_note", lambda: _save_note(claim_id), unsaved=unsaved)


def _draw_save(label: str, key: str, save: Callable[[], None], *, unsaved: bool) -> None:
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.button(label, key=key, on_click=save)
        if unsaved:
            st.caption("Not saved yet", width="content")


def _save_edit(claim_id: str, key: str) -> None:
    text = inputs.text(key).strip()
    if not text:
        return
    decisions.decide("edit", claim_id, text=text)
    if notices.problem() is None:  # words that are not saved stay in their field
        inputs.set_text(key, "")
        on_screen.close_field()


def _save_note(claim_id: str) -> None:
    note = inputs.text(on_screen.note_key(claim_id)).strip()
    if not note:
        return
    decisions.decide("note", claim_id, note=note)
    if notices.problem() is None:
        inputs.set_text(on_screen.note_key(claim_id), "")
        on_screen.close_field()
