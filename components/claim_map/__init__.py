"""The claim map: the highlighted draft beside its sources, as a Streamlit component.

Two mounts make it. The first holds everything that is drawn and changes only with the critique, so that Streamlit
sends it once; the second carries states, selection and receipts, a few kilobytes on every run. Nothing from outside
becomes HTML: the script writes text nodes.
"""

from collections.abc import Callable, Mapping, Sequence, Set
from pathlib import Path

import streamlit as st
from streamlit.components.v2 import component

from components.claim_map.inbox import MapEvent, MapEventKind, MapSpan, inbox
from components.claim_map.links import MapLinks, Spot, links_of
from components.claim_map.payload import ClaimPlace, SourceText, in_reading_order, states, texts
from components.frame.waiting import run_again
from components.palette import css_rules
from components.state import inputs
from critique_core.labels.fold import ReviewedClaim
from critique_core.models import SourceDocument

__all__ = ["MapEvent", "MapEventKind", "MapLinks", "MapSpan", "Spot", "claim_map", "links_of", "take_events"]

_FOLDER = Path(__file__).parent
_SCRIPTS = (
    "outbox.js",
    "texts.js",
    "selecting.js",
    "draft_pane.js",
    "source_pane.js",
    "keys.js",
    "surgery.js",
    "claim_map.js",
)

# The carrier hands each run's states to the map of the same key, which may load before or after it.
_CARRIER = """
const maps = (globalThis[Symbol.for("claimlens.claim_map")] ??= new Map());
export default function ({ data }) {
  const entry = maps.get(data.key) ?? {};
  maps.set(data.key, entry);
  entry.latest = data;
  entry.show?.(data);
  const arrival = Symbol.for("claimlens.arrival");
  if (data.arrival === null || data.arrival === globalThis[arrival]) return;
  globalThis[arrival] = data.arrival;
  document.querySelector("[data-testid=stMain]")?.scrollTo(0, 0);
}
"""

_NO_LINKS = MapLinks()

_map = component(
    "claimlens_claim_map",
    css="\n".join([css_rules(), (_FOLDER / "claim_map.css").read_text(encoding="utf-8")]),
    js="\n".join((_FOLDER / name).read_text(encoding="utf-8") for name in _SCRIPTS),
)
_states = component("claimlens_claim_map_states", js=_CARRIER)


def take_events(key: str, claim_ids: Set[str], on_event: Callable[[MapEvent], None]) -> None:
    """Report what the reviewer did in the map of this key, as ``claim_map`` does, before anything is drawn.

    What is drawn afterwards is fresh, so that an event costs one drawing and not two.
    """
    held = inputs.chosen(key, Mapping)
    if held is not None:
        inbox(held.get("outbox"), claim_ids=claim_ids).hand_over(on_event)


def claim_map(
    *,
    draft: str,
    sources: Sequence[SourceDocument],
    reviewed: Sequence[ReviewedClaim],
    selected: str | None,
    key: str,
    height: int = 640,
    blind: bool = False,
    queue: bool = False,
    surgery: bool = False,
    arrival: int | None = None,
    links: MapLinks = _NO_LINKS,
    spot: tuple[Spot, int] | None = None,
    act: tuple[str, int] | None = None,
    on_event: Callable[[MapEvent], None],
) -> None:
    """Draw the draft and its sources, and report what the reviewer did there, each event exactly once.

    ``height`` is the most that its panes take, in pixels; short texts take less. ``selected`` is the id of the claim to
    light; a change of it moves the map's own selection.

    ``on_event`` gets each new event that ``take_events`` has not had, oldest first. An event counts as done when the
    call returns; one whose handling was cut short by another rerun comes again, so write what it decides in one step
    and call no ``st.rerun()`` in it. After the last one the fragment or page that holds the map starts again, so that
    all it draws is fresh.

    ``arrival`` is a number that is new when another critique comes on screen: the page is then scrolled to its top.

    ``links`` are conflicts, places to scroll to and draft text in no claim. ``spot`` is one of those places, which the
    map lights and scrolls to, with a number that is new each time that is asked for.

    ``queue`` offers the keys for answers that came from the queue: submit, pass over, flag.

    ``surgery`` lets the reviewer split, merge, move and add claims and point to evidence. ``act`` begins one of these
    as its key would, by its name in surgery.js, with a number that is new each time that is asked for.

    ``blind`` keeps the machine's statuses, marks, relations and conflicts from the browser; only relabelling is offered
    then.
    """
    ordered = in_reading_order(reviewed)
    places = tuple(
        ClaimPlace.of(
            review.claim,
            blind=blind,
            quotes=links.quotes.get(review.claim.id, ()),
            opposed=links.opposed.get(review.claim.id, ()),
        )
        for review in ordered
    )
    payload = texts(
        key,
        draft,
        tuple(SourceText.of(source) for source in sources),
        places,
        height=height,
        blind=blind,
        queue=queue,
        surgery=surgery,
        spots=links.spots,
        gaps=links.gaps,
    )
    with st.container(gap=None):
        result = _map(key=key, data=payload.content)
        box = inbox(result.get("outbox"), claim_ids={place.id for place in places})
        if box.hand_over(on_event):
            run_again()
        _states(
            key=f"{key}-states",
            data={
                "key": key,
                "fingerprint": payload.fingerprint,
                "receipt": box.receipt,
                "selected": selected,
                "arrival": arrival,
                "act": list(act) if act else None,
                "spot": [links.spots.index(spot[0]), spot[1]] if spot and spot[0] in links.spots else None,
                "states": states(ordered, blind=blind),
            },
        )
