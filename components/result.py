"""The checked draft: banner, claim map, selected claim, details. Redrawn on its own after a decision."""

import streamlit as st

from components import deciding, state
from components.banner import draw_banner
from components.claim_card import draw_claim_card
from components.claim_map import MapEvent, Spot, claim_map, links_of, take_events
from components.decision_bar import draw_decision_bar
from components.details import draw_details
from components.failures import draw_messages
from components.why import draw_why

_MAP_HEIGHT = 400  # pixels, at most: about half a screen


@st.fragment
def draw_result() -> None:
    """Draw the review on screen."""
    take_events(state.CLAIM_MAP, state.claim_ids(), apply_event)
    review = state.review()
    if (
        review is None or state.search_asked() or state.running_check() is not None
    ):  # closed or left by an act in here: for the page around to draw
        st.rerun()
    draw_messages()
    critique = review.critique
    claims = deciding.reviewed(critique, review.item_id)
    draw_banner(review, claims)
    draw_why(critique)
    spot = state.spot()
    claim_map(
        draft=critique.request.draft,
        sources=critique.request.sources,
        reviewed=claims,
        selected=state.selection().claim_id,
        key=state.CLAIM_MAP,
        height=_MAP_HEIGHT,
        arrival=review.arrival,
        links=links_of(critique),
        spot=(Spot.of(spot[0]), spot[1]) if spot else None,
        on_event=apply_event,
    )
    selected = state.selection().claim_id
    draw_decision_bar(claims, selected)
    draw_claim_card(critique, claims, selected)
    draw_details(critique, claims)


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
