"""The statuses on the Ask page: a claim's edge in its colour and line, beside the icon and the word that say it."""

import streamlit as st

from components.palette import STATUS_STYLES

_WIDTHS = {"solid": 3, "dashed": 4, "double": 6, "wavy": 4, "dotted": 4, "none": 3}
_LINES = {"wavy": "groove", "none": "solid"}  # a border knows no waves


def draw_status_edges() -> None:
    """Put the style sheet on the page; it takes no room."""
    rules = [
        f'[class*="st-key-ask_claim_"][class*="-{status}"] {{ padding-left: 0.8rem; border-left: '
        f"{_WIDTHS[style.underline]}px {_LINES.get(style.underline, style.underline)} "
        f"light-dark({style.light_ink}, {style.dark_ink}); }}"
        for status, style in STATUS_STYLES.items()
    ]
    st.html(f"<style>{' '.join(rules)}</style>")
