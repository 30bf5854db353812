"""A page with nothing but a presentation, for the browser tests: ``?case=`` names what it shows."""

import streamlit as st

from components.claim_map import ClaimCard, MapLinks
from components.presenter import Closing, Opening, present, slides, take_left
from critique_core.labels.fold import ReviewedClaim
from critique_core.models import CritiqueRequest
from tests.makers.presenter_cases import CASES, CROWDED

st.set_page_config(page_title="Presenter", layout="wide")
left = take_left("presenter")
if left is not None:
    st.code(str(left.get("claim")), language=None)
    st.stop()
name = st.query_params.get("case", "release")
case = CASES[name]()
reason, pairs = ("The source says otherwise. ", ()) if name != "crowded" else CROWDED
st.caption(f"run {st.session_state.setdefault('runs', 0)}")
st.session_state["runs"] += 1
present(
    slides(
        CritiqueRequest(query="What is said?", draft=case.draft, sources=case.sources),
        tuple(ReviewedClaim(claim=claim, status=claim.status) for claim in case.claims),
        {claim.id: ClaimCard(reason=reason, pairs=pairs) for claim in case.claims if claim.verdict},
        MapLinks(),
        opening=Opening("What is said?", "Fix: not all of it is supported", "Confidence 50%, gate at 70%."),
        closing=Closing(
            (("same", "It is "), ("gone", "30"), ("new", "60"), ("same", " seconds.")), "50%", "90%", "Fixed."
        ),
    ),
    key="presenter",
)
