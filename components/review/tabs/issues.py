"""The issues: one entry for each claim, one for the whole answer, each with buttons to its places."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

import streamlit as st

from components.escape import escape, visible
from components.palette import RELATION_STYLES
from components.state import keys, on_screen
from components.widgets.pages import draw_pages
from components.words.findings import claim_numbers, dated, whole_title
from components.words.review import RELATION_WORDS, grouped_issues, issue_kinds, on_query, place, status_words
from critique_core.labels.fold import ReviewedClaim
from critique_core.models import Critique, Issue, Place, Relation, SourceDocument, VerifiedClaim
from critique_core.scoring.issues import particulars, suggestions
from critique_core.text.shortening import shortened

_GROUPS_ON_A_PAGE = 15
_CLAIM_LENGTH = 300
_DESCRIPTION_LENGTH = 600
_QUOTE_LENGTH = 240
_PLACES_SHOWN = 6


@dataclass(frozen=True)
class _Known:
    """The critique's parts by id."""

    critique: Critique
    claims: dict[str, VerifiedClaim]
    numbers: dict[str, int]
    sources: dict[str, SourceDocument]

    @classmethod
    def of(cls, critique: Critique) -> "_Known":
        return cls(
            critique=critique,
            claims={claim.id: claim for claim in critique.claims},
            numbers=claim_numbers(critique.claims),
            sources={source.id: source for source in critique.request.sources},
        )


def draw_issues(critique: Critique, claims: Sequence[ReviewedClaim]) -> None:
    """Draw the issues that remain under the chosen checks and strictness."""
    groups = [(claim_id, issues) for claim_id, issues in grouped_issues(critique) if claim_id is not None]
    whole = [issue for issue in critique.issues if issue.claim_id is None]
    if not groups and not whole:
        st.caption("No issue at this strictness.")
        return
    known = _Known.of(critique)
    page = draw_pages(len(groups), _GROUPS_ON_A_PAGE, keys.ISSUE_PAGE)
    advised = st.toggle("Suggestions", key=keys.SUGGESTIONS, help="What to do about each issue")
    if whole and page == 1:
        _draw_whole(sorted(whole, key=lambda issue: -issue.severity), known, advised=advised)
    by_id = {claim.claim.id: claim for claim in claims}
    on_page = groups[(page - 1) * _GROUPS_ON_A_PAGE : page * _GROUPS_ON_A_PAGE]
    shown = [(by_id[claim_id], issues) for claim_id, issues in on_page if claim_id in by_id]
    for band, alike in groupby(shown, key=lambda one: one[1][0].band):
        st.markdown(f"**{band.capitalize()} severity**")
        for claim, issues in alike:
            _draw_group(claim, issues, known, advised=advised)


def _draw_whole(issues: Sequence[Issue], known: _Known, *, advised: bool) -> None:
    """Draw the issues of no claim: missing parts, irrelevant sources, a query not answered."""
    with st.container(border=True, gap="xxsmall", key="issues_whole"):
        st.markdown("**:material/article: The whole answer**")
        for number, issue in enumerate(issues):
            st.markdown(f"**{escape(whole_title(issue))}** · {issue.band} severity")
            _draw_words([issue], known, advised=advised)
            draw_related(related_places([issue]), known.critique, key=f"whole_{number}")


def _draw_words(issues: Sequence[Issue], known: _Known, *, advised: bool) -> None:
    """Draw what issues say beyond their heading, and what to do about them if that is asked for."""
    for description in particulars(issues):
        st.text(visible(shortened(on_query(description, known.critique.request.query), _DESCRIPTION_LENGTH)))
    for suggestion in suggestions(issues) if advised else ():
        st.text(visible(f"Suggestion: {shortened(suggestion, _DESCRIPTION_LENGTH)}"))


def _draw_group(claim: ReviewedClaim, issues: Sequence[Issue], known: _Known, *, advised: bool) -> None:
    sources = dict.fromkeys(
        place(known.sources.get(issue.source_id), issue.source_id)
        for issue in issues
        if issue.source_id and issue.type != "incorrect_citation"  # the Citations tab has those
    )
    number = known.numbers[claim.claim.id]
    disputed = " · ⇄ disputed" if claim.claim.disputed else ""
    with st.container(border=True, gap="xxsmall", key=f"issues_{claim.claim.id}"):
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.markdown(f"**{escape(status_words(claim.claim.status))}{disputed}**", width="stretch")
            _draw_claim_button(claim.claim.id, number, key=f"issue_claim_{claim.claim.id}")
        st.text(visible(shortened(claim.claim.text, _CLAIM_LENGTH)))
        if kinds := issue_kinds(issues, claim.claim.status):
            st.caption(escape(kinds))
        _draw_words(issues, known, advised=advised)
        related = related_places(issues)
        draw_related(related, known.critique, key=claim.claim.id, said=claim.claim.text)
        if sources and not related:
            st.caption(escape("; ".join(sources), 200))


def related_places(issues: Iterable[Issue]) -> dict[Place, Relation | None]:
    """The other places of issues, each with how it bears on the claim that two sources disagree about.

    An issue names the source that contradicts its claim. Where a source contradicts itself, what supports comes first.
    """
    found: dict[Place, Relation | None] = {}
    for issue in issues:
        sources = {one.source_id for one in issue.related}
        disagreeing = issue.type in ("contradiction", "outdated") and None not in sources and len(issue.related) > 1
        for number, one in enumerate(issue.related):
            against = one.source_id == issue.source_id if len(sources) > 1 else number > 0
            found.setdefault(one, ("contradicts" if against else "supports") if disagreeing else None)
    return found


def draw_related(
    related: Mapping[Place, Relation | None], critique: Critique, *, key: str, said: str = ""
) -> None:  # fmt: skip
    """Draw the other places of issues, each with a button that leads there.

    A source's words are quoted unless they are in what is ``said`` next to them.
    """
    known = _Known.of(critique)
    for number, (one, relation) in enumerate(list(related.items())[:_PLACES_SHOWN]):
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            if one.source_id is None and one.claim_id in known.numbers:
                _draw_claim_button(one.claim_id, known.numbers[one.claim_id], key=f"related_{key}_{number}")
                continue
            heading, quote = _quoted(one, known)
            bears = f"{RELATION_STYLES[relation].icon} {RELATION_WORDS[relation]} ·" if relation else "⇄"
            with st.container(gap="xxsmall", width="stretch"):
                st.caption(escape(f"{bears} {heading}", 200))
                if quote.strip() not in said:
                    st.text(visible(shortened(quote, _QUOTE_LENGTH)))
            draw_spot_button(one, key=f"related_{key}_{number}")
    if len(related) > _PLACES_SHOWN:
        st.caption(f"and {len(related) - _PLACES_SHOWN} more places")


def _quoted(one: Place, known: _Known) -> tuple[str, str]:
    if one.source_id is None:
        return "The draft", known.critique.request.draft[one.start : one.end]
    source = known.sources.get(one.source_id)
    return dated(source, one.source_id), source.content[one.start : one.end] if source else ""


def _draw_claim_button(claim_id: str, number: int, *, key: str) -> None:
    st.button(
        f"Claim {number}",
        key=key,
        type="tertiary",
        icon=":material/arrow_upward:",
        help="Select this claim",
        on_click=on_screen.select,
        args=(claim_id,),
    )


def draw_spot_button(spot: Place, *, key: str) -> None:
    """Draw the button that has the map scroll to a place."""
    st.button(
        "Show",
        key=key,
        type="tertiary",
        icon=":material/my_location:",
        help="Scroll to it in the map above",
        on_click=on_screen.show_spot,
        args=(spot,),
    )
