"""The checked draft: banner, claim map, selected claim, details. A decision redraws only this part."""

from collections.abc import Callable

import streamlit as st

from components.claim_map import MapEvent, MapEventKind, MapLinks, Spot, claim_map, links_of, take_events
from components.frame.messages import draw_messages
from components.frame.waiting import rerun_when_done
from components.review import decisions
from components.review.banner import draw_banner
from components.review.cards import cards_of
from components.review.claim_card import draw_claim_card
from components.review.decision_bar import draw_decision_bar
from components.review.editing.acts import operate
from components.review.editing.leftovers import draw_left_over, watch_new_claims
from components.review.editing.view import under_way
from components.review.finish import draw_finish, is_finished, stays_wrong
from components.review.fixes import fixes_of, take
from components.review.labelling import acts
from components.review.labelling.bar import draw_labelling_bar
from components.review.labelling.reveal import draw_blind_banner, draw_reveal
from components.review.open_review import read_open, read_review
from components.review.opening import elsewhere
from components.review.presenting import presented
from components.review.tabs import draw_details
from components.review.tour import draw_tour, tour_height
from components.state import history, keys, notices, on_screen, queueing, running
from components.words.review import overruled
from critique_core.labels.reshape import RESHAPING

_ABOVE_AND_BELOW = 216  # pixels of a window that the line above the map, its own bar and the row below it take
_LABELLING_BAR = 90  # and what an answer from the queue has above
_UNDER_IT = 40  # and a line of that: whose labels these are, or how they compare
_FINISH = 76  # and the row that ends a review, which for an answer from the queue is in that bar
_STILL_WRONG = 48  # pixels of its second row
_ACTS: dict[MapEventKind, Callable[[], None]] = {
    "undo": acts.undo, "next_item": acts.go_on, "submit": acts.submit,
    "skip": acts.skip, "flag": acts.flag, "search": history.ask_search, "confirm": decisions.confirm_rest,
}  # fmt: skip


@st.fragment
def draw_result() -> None:
    """Draw the review on screen."""
    take_events(keys.CLAIM_MAP, on_screen.claim_ids(), _apply_event)
    review = on_screen.review()
    if (
        review is None
        or history.search_asked()
        or running.running_check() is not None
        or elsewhere(review.item_id)
        or presented()
    ):  # an act in here has closed or left the review, so the whole page must be drawn
        st.rerun()
    opened = read_review(review.critique, review.item_id)
    critique, task, blind, claims, seen = opened.critique, opened.task, opened.blind, opened.reviewed, opened.seen
    fixes = fixes_of(opened)
    finished = not blind and is_finished(claims, labelling=task is not None)
    on_screen.bring_in_view(frozenset(claim.id for claim in seen.claims))
    draw_messages()
    if task is None:
        queueing.show_guideline(None)
    else:
        draw_labelling_bar(task, _take_keys, (lambda: draw_finish(opened, fixes, _take_keys)) if finished else None)
    if blind:
        draw_blind_banner(critique, claims)
    else:
        if task is not None:
            draw_reveal(critique, task)
        draw_tour(finished=finished)
        draw_banner(review, opened, fixes)
    spot = None if blind else on_screen.spot()
    cards = {} if blind else cards_of(seen, fixes)
    claim_map(
        draft=critique.request.draft,
        sources=critique.request.sources,
        reviewed=claims,
        selected=on_screen.selection().claim_id,
        key=keys.CLAIM_MAP,
        rest=_ABOVE_AND_BELOW
        + tour_height()
        + (_LABELLING_BAR if task is not None else 0)
        + (_UNDER_IT if blind or (task is not None and task.submitted) else 0)
        + (_FINISH if finished and task is None else 0)
        + (_STILL_WRONG if finished and stays_wrong(opened, fixes) else 0),
        blind=blind,
        queue=task is not None,
        surgery=review.item_id is not None,
        arrival=review.arrival,
        cards=cards,
        fixed=fixes.fixed,
        corrected="" if finished else fixes.text,
        guarded=task is None,
        submitted=task is not None and task.submitted,
        links=MapLinks() if blind else links_of(seen),
        spot=(Spot.of(spot[0]), spot[1]) if spot else None,
        act=on_screen.take_act(),
        on_event=_apply_event,
    )
    selected = on_screen.selection().claim_id
    card = cards.get(selected or "")
    if finished and task is None:
        draw_finish(opened, fixes, _take_keys)
    draw_decision_bar(claims, selected, blind=blind)
    draw_claim_card(
        seen, claims, selected, events=opened.events, blind=blind, changeable=review.item_id is not None,
        mended=card is not None and bool(card.fixes),
        wording=next((fixes.wording(seen.request.draft, one) for one in seen.claims if one.id == selected), ""),
    )  # fmt: skip
    draw_left_over(critique, seen, opened.events)
    if not blind:
        draw_details(opened)
    if fixes.checking is not None:
        rerun_when_done(fixes.checking)
    if under_way(seen):
        watch_new_claims(lambda: under_way(read_review(critique, review.item_id).seen))


def _apply_event(event: MapEvent) -> None:
    """Apply an event of the map: select, decide, undo, open a field, go on, search."""
    if event.claim_id is not None:
        on_screen.select(event.claim_id)
    if event.kind in RESHAPING:
        operate(event)
    elif event.kind in _ACTS:
        _ACTS[event.kind]()
    else:
        _decide(event)


def _decide(event: MapEvent) -> None:
    match event.kind, event.claim_id:
        case (("accept" | "reject" as action), str(claim_id)):
            decisions.decide(action, claim_id)
        case "relabel", str(claim_id):
            decisions.decide("relabel", claim_id, status=event.status)
        case "fix", str(claim_id):
            _take_fix(claim_id)
        case (("edit" | "note" as field), str()):
            on_screen.open_field(field)
        case _:
            pass


def _take_fix(claim_id: str) -> None:
    """Take the fix of a claim, unless a reviewer calls the claim supported.

    In the queue the button of the fix calls the verdict right too, unless something was said of it.
    """
    opened = read_open()
    if opened is None:
        return
    said = next((one for one in opened.reviewed if one.claim.id == claim_id), None)
    if said is not None and overruled(said):
        notices.say("This claim is called supported, so its words stay. Undo (u) takes that back.")
        return
    if opened.task is not None and said is not None and (said.decision is None or said.confirmed):
        decisions.decide("accept", claim_id)
    take(opened, claim_id)


def _take_keys() -> None:
    take_events(keys.CLAIM_MAP, on_screen.claim_ids(), _apply_event)
