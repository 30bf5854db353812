"""What was and was not checked: counts, skipped checks, and coverage of draft, sources and citations."""

from collections.abc import Sequence

import streamlit as st

from components.escape import visible
from components.review.profile_in_use import profile_name, threshold_words
from components.review.tabs.issues import draw_spot_button
from components.words.model_costs import cost_lines
from components.words.review import place, said_in_no_claim
from critique_core.models import Critique, Place, Span
from critique_core.text.shortening import one_line, shortened

_EXCERPT_LENGTH = 300
_LINES_SHOWN = 30
_GAPS_SHOWN = 12


def draw_checks(critique: Critique) -> None:
    """Draw what was read and by what, which checks were skipped, and what no check covers."""
    counts = critique.metadata
    stages = ", ".join(f"{stage.stage} {stage.milliseconds:.0f} ms" for stage in counts.run.stages)
    profile = critique.profile
    lines = [
        f"{counts.facts_checked} claims checked, {counts.facts_verified} supported",
        f"{counts.characters_read:,} characters of sources read",
        f"Verifier: {critique.verifier.spec} ({critique.verifier.fingerprint[:12]})",
        f"Profile: {profile_name(profile)}, a claim counts as supported from {threshold_words(profile)}"
        if profile
        else "Profile: none",
        f"Time: {stages or 'not recorded'}",
        *cost_lines(counts.run),
    ]
    for line in lines:
        st.text(visible(line))
    _draw_list("Not checked", critique.skipped)
    _draw_coverage(critique)


def _draw_coverage(critique: Critique) -> None:
    coverage = critique.coverage
    names = {source.id: place(source, source.id) for source in critique.request.sources}
    gaps = said_in_no_claim(critique.request.draft, coverage.draft_uncovered)
    unread = [
        f"{names.get(source_id, source_id)}: {_unread(critique, source_id, spans)}"
        for source_id, spans in coverage.sources_unread.items()
        if spans
    ]
    to_nothing = [f"[{index}]" if index else "a citation without a number" for index in coverage.citations_to_nothing]
    _draw_gaps(critique.request.draft, gaps)
    _draw_list("Sources not used", [names.get(one, one) for one in coverage.sources_unused])
    _draw_list("Source text never read", unread)
    _draw_list("Citations to nothing", to_nothing)
    if not (gaps or coverage.sources_unused or unread or to_nothing):
        st.caption("Nothing is left over: every word of the draft is in a claim, and each source is read and quoted.")


def _draw_gaps(draft: str, gaps: Sequence[Span]) -> None:
    """Draw the draft text in no claim, which the map marks faintly."""
    if not gaps:
        return
    st.markdown("**Draft text in no claim**")
    for number, gap in enumerate(gaps[:_GAPS_SHOWN]):
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.text("• " + visible(shortened(draft[gap.start : gap.end], _EXCERPT_LENGTH)), width="stretch")
            draw_spot_button(Place(start=gap.start, end=gap.end), key=f"gap_{number}")
    if len(gaps) > _GAPS_SHOWN:
        st.caption(f"and {len(gaps) - _GAPS_SHOWN} more, marked in the draft above")


def _unread(critique: Critique, source_id: str, spans: Sequence[Span]) -> str:
    count = sum(span.end - span.start for span in spans)
    content = next((source.content for source in critique.request.sources if source.id == source_id), "")
    first = content[spans[0].start : spans[0].end]
    return f"{count:,} characters, from “{shortened(first, 80)}”"


def _draw_list(title: str, lines: Sequence[str]) -> None:
    if not lines:
        return
    st.markdown(f"**{title}**")
    for line in lines[:_LINES_SHOWN]:
        st.text("• " + visible(shortened(one_line(line), _EXCERPT_LENGTH)))
    if len(lines) > _LINES_SHOWN:
        st.caption(f"and {len(lines) - _LINES_SHOWN} more")
