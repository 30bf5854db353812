"""The checked draft: banner, claim map, selected claim, details. Redrawn on its own after a decision."""

import streamlit as st

from components import deciding, state
from components.banner import draw_banner
from components.claim_card import draw_claim_card
from components.claim_map import MapEvent, claim_map
from components.details import draw_details
from components.failures import draw_messages
from critique_core.models import CritiqueRequest

_MAP_HEIGHTS = (240, 400)  # pixels
_LINE_HEIGHT = 29
_CHARACTERS_A_LINE = 60


@st.fragment
def draw_result() -> None:
    """Draw the review on screen."""
    review = state.review()
    if review is None or state.search_asked():  # closed or left by an act in here: for the page around to draw
        st.rerun()
    draw_messages()
    critique = review.critique
    claims = deciding.reviewed(critique, review.item_id)
    draw_banner(review, claims)
    claim_map(
        draft=critique.request.draft,
        sources=critique.request.sources,
        reviewed=claims,
        selected=state.selection().claim_id,
        key=state.CLAIM_MAP,
        height=_map_height(critique.request),
        arrival=review.arrival,
        on_event=apply_event,
    )
    draw_claim_card(critique, claims, state.selection().claim_id)
    draw_details(critique, claims)


def _map_height(request: CritiqueRequest) -> int:
    """Tall enough for a short draft and its sources, and no taller than half a screen."""
    sources = "\n\n\n".join(source.content[:5000] for source in request.sources[:10])
    lines = max(_lines(request.draft[:5000]), _lines(sources) + 3 * len(request.sources[:10]))
    least, most = _MAP_HEIGHTS
    return max(least, min(most, 70 + _LINE_HEIGHT * lines))


def _lines(text: str) -> int:
    return sum(1 + len(line) // _CHARACTERS_A_LINE for line in text.split("\n"))


def apply_event(event: MapEvent) -> None:
    """Do what the reviewer did in the map: select, decide, undo, open a field, go on, search."""
    if event.claim_id is not None:
        state.select(event.claim_id)
    match event.kind, event.claim_id:
        case (("accept" | "reject" as action), str(claim_id)):
            deciding.decide(action, claim_id)
        case "relabel", str(claim_id):
            deciding.decide("relabel", claim_id, status=event.status)
        case (("edit" | "note" as field), str()):
            state.open_field(field)
        case "undo", _:
            deciding.undo()
        case "next_item", _:
            deciding.next_in_doubt()
        case "search", _:
            state.ask_search()
        case _:
            pass
