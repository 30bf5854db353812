"""Adjudication: claims to which reviewers gave different labels, side by side, for a person to rule on."""

from collections.abc import Sequence
from dataclasses import dataclass

import streamlit as st

from components import services
from components.agreement.ruling import rule, undo
from components.escape import escape, visible
from components.frame.reviewer import reviewer_name
from components.frame.sign_in import draw_reserved
from components.palette import DECISION_WORDS, STATUS_KEYS, decided_as
from components.review.unsent_inputs import ITEM
from components.state import adjudication, keys
from components.widgets.local_time import local_time, signature
from components.words.review import place, quote_heading, status_words
from components.work.agreement import Contested, Gathered
from critique_core.labels.adjudication import Disagreement, Opinion
from critique_core.models import Critique, Decision, Evidence, SourceDocument, VerifiedClaim
from critique_core.text.shortening import shortened

_SIDE_BY_SIDE = 3
_CONTEXT = 300
_QUOTE = 600
_OPEN = 2  # most sources that are unfolded at first
_HEIGHT = 320  # pixels in which a long source scrolls
_LONG = 1_500  # code points from which a source scrolls
_SHOWN = 50_000  # code points shown of a source; a browser is slow beyond
_TITLE = 120
OPEN, DECIDED, EVERY = "Open", "Decided", "All"
ANY, SUPPORT = "Any difference", "Supported or not"


@dataclass(frozen=True)
class Case:
    """One claim to rule on; ``ruling`` is the last one that was not taken back."""

    contested: Contested
    claim: Disagreement
    ruling: Decision | None

    @property
    def key(self) -> tuple[str, str]:
        """Identifies the case: item id and claim id."""
        return self.contested.item.id, self.claim.claim.id


def cases(found: Gathered) -> tuple[Case, ...]:
    """All claims that this reviewer may see. Those of an answer that they are still labelling come later."""
    mine = reviewer_name()
    return tuple(
        Case(contested, claim, claim.ruling)
        for contested in found.contested
        if mine not in contested.drafting
        for claim in contested.claims
    )


def draw_adjudication(found: Gathered) -> None:
    """Draw the list's head and the claim in view. Raises ``StoreError`` when the store does not answer."""
    if draw_reserved("lead", "rules where reviewers differ"):
        return
    every = cases(found)
    hidden = len(found.contested) - len({case.contested.item.id for case in every})
    if hidden:
        st.caption(
            f"{hidden} more {'answer is' if hidden == 1 else 'answers are'} hidden until you submit your labels."
        )
    if not every:
        st.caption("Reviewers disagree on no claim.")
        return
    listed = _filtered(every)
    if not listed:
        done = all(case.ruling for case in every)
        st.caption("Every claim is decided." if done else "No claim fits these filters.")
        _draw_undo(None)
        return
    at = _place(listed)
    adjudication.put_case(listed[at].key, at)
    _draw_heading(listed[at], at, len(listed))
    _draw_case(listed[at])


def _filtered(every: Sequence[Case]) -> list[Case]:
    decided = sum(case.ruling is not None for case in every)
    with st.container(horizontal=True, vertical_alignment="center", gap="medium"):
        st.progress(decided / len(every), text=f"{decided} of {len(every)} decided", width=200)
        shown = st.segmented_control("Show", (OPEN, DECIDED, EVERY), default=OPEN, key=keys.CASES_SHOWN,
                                     label_visibility="collapsed", required=True)  # fmt: skip
        kind = st.segmented_control("Difference", (ANY, SUPPORT), default=ANY, key=keys.CASES_KIND,
                                    label_visibility="collapsed", required=True)  # fmt: skip
    wanted = {OPEN: (False,), DECIDED: (True,)}.get(shown or EVERY, (False, True))
    return [
        case for case in every if (case.ruling is not None) in wanted and (kind != SUPPORT or _on_support(case.claim))
    ]


def _on_support(claim: Disagreement) -> bool:
    """Whether the reviewers differ on whether the claim is supported, which is what thresholds are tuned on."""
    return len({opinion.label == "supported" for opinion in claim.opinions}) > 1


def _place(listed: Sequence[Case]) -> int:
    """The place of the claim in view; where it has left the list, of the claim that took its place."""
    key, place = adjudication.case()
    here = next((at for at, case in enumerate(listed) if case.key == key), None)
    return min(place, len(listed) - 1) if here is None else here


def _step(by: int, total: int) -> None:
    _, place = adjudication.case()
    adjudication.put_case(None, min(max(place + by, 0), total - 1))


# --- the claim in view -------------------------------------------------------------------------------------------


def _draw_heading(case: Case, place: int, total: int) -> None:
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        item = case.contested.item
        st.markdown(
            f"**{place + 1} of {total}** · {escape(item.title, 80)} · claim {case.claim.number}", width="stretch"
        )
        st.button("Previous", key="previous_case", icon=":material/chevron_left:", type="tertiary", shortcut="k",
                  on_click=_step, args=(-1, total), disabled=place == 0)  # fmt: skip
        st.button("Next", key="next_case", icon=":material/chevron_right:", type="tertiary", shortcut="j",
                  on_click=_step, args=(1, total), disabled=place == total - 1)  # fmt: skip
        if st.button("Open the answer", key="open_case", icon=":material/open_in_new:", type="tertiary"):
            st.switch_page("pages/review.py", query_params={ITEM: item.id})


def _draw_case(case: Case) -> None:
    critique = services.get_store().critique(case.contested.critique_id)
    if critique is None:
        st.caption("The answer is not in the store any more.")
        return
    with st.container(border=True, gap="small", key="case"):
        _draw_claim(critique, case.claim)
        _draw_opinions(case.claim)
        _draw_ruling(critique, case)
    _draw_sources(critique.request.sources)
    _draw_machine(critique, case.claim.claim)


def _draw_claim(critique: Critique, claim: Disagreement) -> None:
    draft, start, end = critique.request.draft, claim.claim.start, claim.claim.end
    before = draft[max(0, start - _CONTEXT) : start]
    after = draft[end : end + _CONTEXT]
    said = escape(draft[start:end])
    lead = "…" if start > _CONTEXT else ""
    rest = "…" if end + _CONTEXT < len(draft) else ""
    st.markdown(f":gray[{escape(lead + before)}] **{said}** :gray[{escape(after + rest)}]")


def _draw_opinions(claim: Disagreement) -> None:
    for row in range(0, len(claim.opinions), _SIDE_BY_SIDE):
        columns = st.columns(_SIDE_BY_SIDE if len(claim.opinions) > _SIDE_BY_SIDE else len(claim.opinions))
        for column, opinion in zip(columns, claim.opinions[row : row + _SIDE_BY_SIDE], strict=False):
            with column, st.container(border=True, gap="xxsmall"):
                _draw_opinion(opinion)


def _draw_opinion(opinion: Opinion) -> None:
    decision = opinion.said.decision
    st.caption(escape(opinion.reviewer, 60))
    label = "✗ status wrong, none named" if opinion.label is None else status_words(opinion.label)
    st.markdown(f"**{escape(label)}**")
    if decision is not None:
        seen = "" if decision.shown else " · blind"
        done = DECISION_WORDS[decided_as(decision)].capitalize()
        st.caption(escape(f"{done}, {local_time(decision.created_at)}{seen}"))
    if opinion.said.edited_text is not None:
        st.text(visible(f"“{shortened(opinion.said.edited_text, _QUOTE)}”"))
    for note in opinion.said.notes:
        st.text(visible(shortened(note.note or "", _QUOTE)))


def _draw_ruling(critique: Critique, case: Case) -> None:
    ruling = case.ruling
    if ruling is not None and ruling.status is not None:
        st.markdown(f"⚖ **Decided: {escape(status_words(ruling.status))}** :small[{escape(signature(ruling))}]")
        if ruling.note:
            st.text(visible(ruling.note))
    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall"):
        st.caption("The claim is", width="content")
        for digit, status in STATUS_KEYS.items():
            st.button(escape(status_words(status)), key=f"rule_{status}", shortcut=digit, on_click=rule,
                      args=(critique, case.contested.item.id, case.claim.claim, status))  # fmt: skip
        _draw_undo(case)
    st.text_input("Why", key=keys.RULING_NOTE, placeholder="Why, in your words (kept with the ruling)", max_chars=2000,
                  label_visibility="collapsed")  # fmt: skip


def _draw_undo(case: Case | None) -> None:
    """Draw the button that undoes the ruling in view if it is the reviewer's own, else their last one."""
    in_view = case.ruling if case else None
    own = in_view if in_view and in_view.reviewer == reviewer_name() else adjudication.last_ruling()
    st.button("Undo", key="undo_ruling", icon=":material/undo:", type="tertiary", shortcut="u", on_click=undo,
              args=(own,), disabled=own is None)  # fmt: skip


# --- what the claim is judged by ---------------------------------------------------------------------------------


def _draw_sources(sources: Sequence[SourceDocument]) -> None:
    """Draw every source, unfolded where there are few; of a very long one only the beginning."""
    st.markdown(f"**Sources ({len(sources):,})**")
    if not sources:
        st.caption("The answer came without sources.")
    for number, source in enumerate(sources):
        with st.expander(escape(_title(source), _TITLE), expanded=len(sources) <= _OPEN, key=f"ruled_source_{number}"):
            _draw_text(source.content)


def _title(source: SourceDocument) -> str:
    named = place(source, source.id)
    return f"Source {source.id}" if named == source.id else named


def _draw_text(content: str) -> None:
    with st.container(height=_HEIGHT if len(content) > _LONG else "content", border=False):
        st.text(visible(content[:_SHOWN]))
    if len(content) > _SHOWN:
        st.caption(f"The first {_SHOWN:,} of {len(content):,} characters; Open the answer shows all of them.")


def _draw_machine(critique: Critique, claim: VerifiedClaim) -> None:
    """Draw the machine's verdict and its passages, folded so that they do not influence the ruling."""
    with st.expander("What the machine said, and the passages it chose", icon=":material/smart_toy:", key="machine"):
        belief = "" if claim.probability is None else f" · probability of support {claim.probability:.2f}"
        st.markdown(f"The machine: **{escape(status_words(claim.status))}**{belief}")
        if claim.verdict is None:
            st.caption("It did not check this claim.")
            return
        st.text(visible(claim.verdict.reasoning))
        for evidence in claim.verdict.evidence:
            _draw_quote(critique, evidence)


def _draw_quote(critique: Critique, evidence: Evidence) -> None:
    source = next((one for one in critique.request.sources if one.id == evidence.source_id), None)
    with st.container(border=True, gap="xxsmall"):
        st.caption(escape(quote_heading(evidence, source), 200))
        st.text(visible(shortened(evidence.quote, _QUOTE)))
