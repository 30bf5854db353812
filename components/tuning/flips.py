"""What changes with a threshold: the one in use beside the new one, and the very claims that flip."""

from collections import Counter

import streamlit as st

from components.escape import escape
from components.frame.reviewer import reviewer_name
from components.review.one_claim import open_claim
from components.review.profile_in_use import profile_name, threshold_words
from components.state import tuning
from components.widgets.tables import word_table
from components.words.review import answer_name
from components.words.tuning import FLIP_WORDS, change_words
from components.work.stored_claims import StoredClaim
from components.work.tuning import Stored
from critique_core.models import Profile
from critique_core.text.shortening import shortened
from critique_core.tuning.change import Change, Flip, FlipKind

_EXCERPT = 110


def draw_change(change: Change | None, in_use: Profile | None, threshold: float) -> None:
    """Draw what the new threshold changes in one sentence, and both thresholds beside each other."""
    if change is None or in_use is None:
        st.caption("The threshold in use is another verifier's: nothing to compare these labels with.")
        return
    st.markdown(f"**{escape(change_words(change))}**")
    own = f", {len(in_use.slices)} slices apart" if in_use.slices else ""
    heads = (
        "labelled claims",
        f"in use: {threshold_words(in_use)} ({profile_name(in_use)}{own})",
        f"new: {threshold:.4g}",
    )
    rows = [
        (f"errors caught, of {change.unsupported:,}", f"{change.before.caught:,}", f"{change.after.caught:,}"),
        (f"claims to read, of {change.labels:,}", f"{change.before.held:,}", f"{change.after.held:,}"),
    ]
    st.html(word_table("The threshold in use and the new one", heads, rows))


def draw_flips(change: Change | None, stored: Stored) -> None:
    """Draw the claims that the new threshold decides otherwise, most consequential first; each opens its review."""
    if change is None or not change.flips:
        st.caption("No labelled claim flips.")
        return
    counts = Counter[FlipKind](flip.kind for flip in change.flips)
    st.caption(" · ".join(f"{count:,} {FLIP_WORDS[kind][count > 1]}" for kind, count in counts.items()))
    found = [(flip, claim) for flip in change.flips if (claim := stored.claim(flip.label)) is not None]
    mine = reviewer_name()
    listed = [(flip, claim) for flip, claim in found if mine not in claim.drafting]
    with st.container(gap="xxsmall", key="flips"):
        for place, (flip, claim) in enumerate(listed[: tuning.flips_shown()]):
            _draw_flip(flip, claim, place)
    left = len(listed) - tuning.flips_shown()
    if left > 0:
        st.button(f"Show {min(left, tuning.MORE_FLIPS)} more", key="more_flips", on_click=tuning.show_more_flips)
    if hidden := len(found) - len(listed):
        st.caption(f"{hidden:,} more are hidden until you submit your labels of their answers.")


def _draw_flip(flip: Flip, claim: StoredClaim, place: int) -> None:
    word = FLIP_WORDS[flip.kind][0].capitalize()
    text, answer = escape(shortened(claim.text, _EXCERPT)), escape(answer_name(claim.number, claim.title))
    if st.button(f"**{word}** · {flip.probability:.2f} · {text} · *{answer}*", key=f"flip_{place}", type="tertiary"):
        open_claim(claim.item_id, claim.claim_id)
