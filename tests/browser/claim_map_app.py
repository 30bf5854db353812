"""A page with nothing but a claim map, for the browser tests: ``?case=`` names what it shows."""

import json

import streamlit as st

from components.claim_map import MapEvent, claim_map
from tests.makers.claim_map_cases import CASES, Case, decided, standing

st.set_page_config(page_title="Claim map", layout="wide")


@st.cache_resource
def build(name: str) -> Case:
    """A review holds its critique in memory, so the page does too."""
    return CASES[name]()


case = build(st.query_params.get("case", "release"))
acts: list[MapEvent] = st.session_state.setdefault("acts", [])


def note(event: MapEvent) -> None:
    """Remember what the reviewer did; the selection is the last one asked for, or the claim of the decision undone."""
    before = standing(acts)
    acts.append(event)
    if event.kind == "select":
        st.session_state["selected"] = event.claim_id
    elif event.kind == "undo" and before:
        st.session_state["selected"] = before[-1].claim_id


st.text_input("A field to type in", key="field")
if st.button("Run again"):
    st.toast("Run again")


revealed = st.toggle("Reveal", key="revealed")


def draw() -> None:
    """The map, and below it what the server knows; what is above it is another thing once it is revealed."""
    if revealed:
        st.container(border=True).caption("Submitted")
        st.caption("Revealed")
    claim_map(
        draft=case.draft,
        sources=case.sources,
        reviewed=decided(case, acts),
        selected=st.session_state.get("selected"),
        key="map",
        blind=case.blind and not revealed,
        on_event=note,
    )
    st.code(json.dumps([[act.kind, act.claim_id, act.status, act.serial] for act in acts]), language=None)


if "fragment" in st.query_params:
    st.fragment(draw)()
else:
    draw()
