"""The claim map: the highlighted draft next to its sources, as a Streamlit component.

It has two mounts. The first holds all that is drawn and changes only with the critique, so that Streamlit sends it
once. The second carries states, selection and receipts, a few kilobytes on every run. No text from outside becomes
HTML: the script writes text nodes.
"""

from collections.abc import Callable, Mapping, Sequence, Set
from pathlib import Path
from types import MappingProxyType

import streamlit as st
from streamlit.components.v2 import component

from components.claim_map.cards import ClaimCard
from components.claim_map.inbox import MapEvent, MapEventKind, MapSpan, inbox
from components.claim_map.links import MapLinks, Spot, links_of
from components.claim_map.payload import ClaimPlace, SourceText, in_reading_order, states, texts
from components.frame.waiting import run_again
from components.palette import css_rules
from components.state import inputs
from critique_core.labels.fold import ReviewedClaim
from critique_core.models import SourceDocument

__all__ = [
    "TEXTS_SCRIPT",
    "ClaimCard",
    "ClaimPlace",
    "MapEvent",
    "MapEventKind",
    "MapLinks",
    "MapSpan",
    "SourceText",
    "Spot",
    "claim_map",
    "in_reading_order",
    "links_of",
    "states",
    "take_events",
    "texts",
]

_FOLDER = Path(__file__).parent
TEXTS_SCRIPT = (_FOLDER / "texts.js").read_text(encoding="utf-8")
"""How texts become elements, for other components too."""
_SCRIPTS = (
    "outbox.js",
    "texts.js",
    "selecting.js",
    "claim_card.js",
    "draft_pane.js",
    "source_pane.js",
    "keys.js",
    "surgery.js",
    "claim_map.js",
)

# The carrier passes each run's states to the map with the same key, which may load before or after it.
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
  if (data.guarded) {
    globalThis[Symbol.for("claimlens.arrived_at")] = performance.now();
    document.body.classList.add("claimlens-arriving");
    setTimeout(() => document.body.classList.remove("claimlens-arriving"), 1000);
  }
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

    All that is drawn afterwards is up to date, so that an event costs one drawing and not two.
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
    rest: int | None = None,
    blind: bool = False,
    queue: bool = False,
    surgery: bool = False,
    arrival: int | None = None,
    links: MapLinks = _NO_LINKS,
    spot: tuple[Spot, int] | None = None,
    act: tuple[str, int] | None = None,
    cards: Mapping[str, ClaimCard] = MappingProxyType({}),
    fixed: Set[str] = frozenset(),
    corrected: str = "",
    guarded: bool = False,
    submitted: bool = False,
    on_event: Callable[[MapEvent], None],
) -> None:
    """Draw the draft and its sources, and report what the reviewer did there, each event exactly once.

    ``height`` is the greatest height of its panes, in pixels; short texts take less. With ``rest`` it is what a window
    leaves when these pixels of it are taken by other things. ``selected`` is the id of the
    claim to highlight; when it changes, the map's own selection follows.

    ``on_event`` gets each event that ``take_events`` has not handled, oldest first. An event is done when the call
    returns. If a rerun interrupts the call, the event comes again, so write what it decides in one step and do not call
    ``st.rerun()`` in it. After the last event the fragment or page that holds the map reruns.

    ``arrival`` is a number that changes when another critique comes on screen; the page then scrolls to its top.

    ``links`` are conflicts, places to scroll to and draft text in no claim. ``spot`` is one of those places, which the
    map highlights and scrolls to, with a number that changes with each request.

    ``queue`` offers the keys for answers from the queue: submit, pass over, flag.

    ``surgery`` lets the reviewer split, merge, move and add claims and point to evidence. ``act`` begins one of these
    as its key would: its name in surgery.js, with a number that changes with each request.

    ``cards`` are drawn under the selected claim; ``fixed`` are the claims whose fixes were taken, and ``corrected`` is
    the draft with them, to be copied. ``guarded`` lets no key decide in the first second after an arrival.
    ``submitted`` is an answer that is done, where Enter leads to the next one.

    ``blind`` sends no statuses, marks, relations or conflicts of the machine to the browser, and offers only
    relabelling.
    """
    ordered = in_reading_order(reviewed)
    places = tuple(
        ClaimPlace.of(
            review.claim,
            blind=blind,
            quotes=links.quotes.get(review.claim.id, ()),
            opposed=links.opposed.get(review.claim.id, ()),
            card=cards.get(review.claim.id),
        )
        for review in ordered
    )
    payload = texts(
        key,
        draft,
        tuple(SourceText.of(source) for source in sources),
        places,
        height=f"{height}px" if rest is None else f"max(17rem, calc(100dvh - {rest}px))",
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
                "fixed": [place for place, review in enumerate(ordered) if review.claim.id in fixed],
                "corrected": corrected,
                "guarded": guarded,
                "submitted": submitted,
            },
        )
