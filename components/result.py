"""The checked draft: banner, claim map, selected claim, details. Redrawn on its own after a decision."""

from collections.abc import Callable

import streamlit as st

from components import deciding, labelling_acts, state, surgery
from components.banner import draw_banner
from components.claim_card import draw_claim_card
from components.claim_map import MapEvent, MapEventKind, MapLinks, Spot, claim_map, links_of, take_events
from components.decision_bar import draw_decision_bar
from components.details import draw_details
from components.failures import draw_messages
from components.labelling_bar import draw_labelling_bar
from components.reveal import draw_blind_banner, draw_reveal
from components.surgery_left import draw_left_over, watch_new_claims
from components.surgery_view import under_way
from components.why import draw_why
from critique_core.surgery import RESHAPING

_MAP_HEIGHT = 400  # pixels, at most: about half a screen
_ACTS: dict[MapEventKind, Callable[[], None]] = {
    "undo": labelling_acts.undo, "next_item": labelling_acts.go_on, "submit": labelling_acts.submit,
    "skip": labelling_acts.skip, "flag": labelling_acts.flag, "search": state.ask_search,
}  # fmt: skip


@st.fragment
def draw_result() -> None:
    """Draw the review on screen."""
    take_events(state.CLAIM_MAP, state.claim_ids(), apply_event)
    review = state.review()
    if (
        review is None
        or state.search_asked()
        or state.running_check() is not None
        or deciding.elsewhere(review.item_id)
    ):  # closed or left by an act in here: for the page around to draw
        st.rerun()
    critique = review.critique
    task = deciding.task(review.item_id)
    blind = deciding.blind(review.item_id)
    claims = deciding.reviewed(critique, review.item_id)
    seen = deciding.seen(critique, review.item_id)
    state.bring_in_view(frozenset(claim.id for claim in seen.claims))
    draw_messages()
    if task is None:
        state.show_guideline(None)
    else:
        draw_labelling_bar(task, _take_keys)
    if blind:
        draw_blind_banner(critique, claims)
    else:
        if task is not None:
            draw_reveal(critique, task)
        draw_banner(review, seen, claims)
        draw_why(critique)
    spot = None if blind else state.spot()
    claim_map(
        draft=critique.request.draft,
        sources=critique.request.sources,
        reviewed=claims,
        selected=state.selection().claim_id,
        key=state.CLAIM_MAP,
        height=_MAP_HEIGHT,
        blind=blind,
        queue=task is not None,
        surgery=review.item_id is not None,
        arrival=review.arrival,
        links=MapLinks() if blind else links_of(seen),
        spot=(Spot.of(spot[0]), spot[1]) if spot else None,
        act=state.take_act(),
        on_event=apply_event,
    )
    selected = state.selection().claim_id
    draw_decision_bar(claims, selected, blind=blind)
    draw_claim_card(seen, claims, selected, blind=blind, changeable=review.item_id is not None)
    draw_left_over(critique, seen, deciding.decisions(review.item_id))
    if not blind:
        draw_details(critique, seen, claims)
    if under_way(seen):
        watch_new_claims(lambda: under_way(deciding.seen(critique, review.item_id)))


def apply_event(event: MapEvent) -> None:
    """Do what the reviewer did in the map: select, decide, undo, open a field, go on, search."""
    if event.claim_id is not None:
        state.select(event.claim_id)
    if event.kind in RESHAPING:
        surgery.operate(event)
    elif event.kind in _ACTS:
        _ACTS[event.kind]()
    else:
        _decide(event)


def _decide(event: MapEvent) -> None:
    match event.kind, event.claim_id:
        case (("accept" | "reject" as action), str(claim_id)):
            deciding.decide(action, claim_id)
        case "relabel", str(claim_id):
            deciding.decide("relabel", claim_id, status=event.status)
        case (("edit" | "note" as field), str()):
            state.open_field(field)
        case _:
            pass


def _take_keys() -> None:
    take_events(state.CLAIM_MAP, state.claim_ids(), apply_event)
