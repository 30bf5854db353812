"""The place on the page for charts that move with the slider."""

import streamlit as st

# Only numbers and words of our own are in it (``tuning_charts``): nothing from a draft, a source or a label.
_SCRIPT = """
export default function ({ data, parentElement }) {
  let place = parentElement.querySelector(".place");
  if (!place) {
    place = document.createElement("div");
    place.className = "place";
    parentElement.append(place);
  }
  place.innerHTML = data.page;
}
"""

_figures = st.components.v2.component("claimlens_tuning", js=_SCRIPT)  # pyright: ignore[reportAttributeAccessIssue]


def draw_figures(page: str) -> None:
    """Draw what ``tuning_charts.page_of`` made; a part that st.html would take for unsafe."""
    _figures(key="tuning_figures", data={"page": page})
