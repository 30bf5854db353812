"""The claims behind a cell of a heatmap; each opens its review."""

from collections.abc import Sequence
from dataclasses import dataclass

import streamlit as st

from components.agreement.heatmap import Pair, status_name
from components.escape import escape
from components.frame.reviewer import reviewer_name
from components.review.one_claim import open_claim
from components.widgets.pages import draw_pages
from components.words.review import answer_name, counted
from components.work.agreement import Gathered
from critique_core.agreement import Rating
from critique_core.text.shortening import shortened

_ON_A_PAGE = 10
_EXCERPT = 120


@dataclass(frozen=True)
class Behind:
    """A rating behind a cell; ``who`` names the reviewer where the cell does not."""

    rating: Rating
    who: str = ""


def draw_behind(found: Gathered, listed: Sequence[Behind], pair: Pair, parties: tuple[str, str]) -> None:
    """Draw the claims behind a cell. Those of an answer that this reviewer is still labelling stay hidden."""
    mine = reviewer_name()
    known = [(one, found.claims[one.rating.claim]) for one in listed if one.rating.claim in found.claims]
    shown = [(one, claim) for one, claim in known if mine not in claim.drafting]
    noun = "label" if any(one.who for one in listed) else "claim"
    said = f"{parties[0]} said {status_name(pair[0])}, {parties[1]} {status_name(pair[1])}"
    st.markdown(f"**{counted(len(shown), noun)}** · {escape(said)}")
    listing = st.container(gap="xxsmall", key="cell_claims")
    page = draw_pages(len(shown), _ON_A_PAGE, f"cell_page_{'_'.join(pair)}")
    with listing:
        for place, (one, claim) in enumerate(shown[(page - 1) * _ON_A_PAGE : page * _ON_A_PAGE]):
            who = f"**{escape(one.who, 40)}** · " if one.who else ""
            answer = escape(answer_name(claim.number, claim.title))
            label = f"{who}{escape(shortened(claim.text, _EXCERPT))} · *{answer}*"
            if st.button(label, key=f"cell_claim_{place}", type="tertiary", icon=":material/chevron_right:"):
                open_claim(claim.item_id, claim.claim_id)
    if hidden := len(known) - len(shown):
        st.caption(f"{hidden:,} more {'is' if hidden == 1 else 'are'} hidden until you submit your labels.")
