"""A tour of four steps over an example: what is on screen, and what a person does with it."""

from dataclasses import dataclass

import streamlit as st

from components.review.inputs import Run, run_example
from components.state import touring
from critique_core.examples import load_examples

_EXAMPLE = "08_medicine_leaflet"
_LIT = "3px solid light-dark(#a34700, #ff9a57)"
# Scrolls once to what a step speaks of, which on a phone is below the window: to a row of the page, else to a part of
# the claim map, which is in a shadow. The step stays at the head of the window, the row of decisions at its foot.
_SCROLL = """
const LAST = Symbol.for("claimlens.tour_at");
export default function ({ data }) {
  const step = document.querySelector(".st-key-tour_step");  // another element once the tour is begun anew
  if (!step || step[LAST] === data) return;
  step[LAST] = data;
  const maps = [...document.querySelectorAll(".st-key-claim_map *")].filter((one) => one.shadowRoot);
  const part = [document, ...maps.map((one) => one.shadowRoot)].map((root) => root.querySelector(data)).find(Boolean);
  if (!part) return;
  part.style.scrollMargin = `${step.offsetHeight + 80}px 0 7rem`;
  part.scrollIntoView({ block: "nearest" });
}
"""
_scroll = st.components.v2.component("claimlens_tour", js=_SCROLL)  # pyright: ignore[reportAttributeAccessIssue]
_ROW = f"[class*=st-key-]:is(%s) {{ outline: {_LIT}; outline-offset: 1px; border-radius: 0.5rem; }}"


@dataclass(frozen=True)
class _Step:
    """``at`` is scrolled to; ``parts`` names what is lit of the claim map, ``rows`` the containers of the page."""

    name: str
    text: str
    at: str
    parts: tuple[str, ...] = ()
    rows: tuple[str, ...] = ()

    def style(self) -> str:
        """The style sheet that lights what the step speaks of; the claim map reads its own from the variables.

        With an element before it, or Streamlit would keep it when the step is gone.
        """
        variables = "".join(f"--claimlens-lit-{part}: {_LIT};" for part in self.parts)
        rows = ", ".join(f".st-key-{row}" for row in self.rows)
        return f"<i></i><style>:root {{ {variables} }} {_ROW % rows if rows else ''}</style>"


_FIRST = (
    _Step(
        "Claims",
        "each underlined stretch is a claim. Its colour, line and mark say how it stands to the sources.",
        ".draft.pane",
        parts=("draft",),
    ),
    _Step(
        "Evidence",
        "the selected claim opens with its reason, and its quote lights up in the sources. j is the next.",
        ".sources .part.lit",
        parts=("card", "sources"),
    ),
    _Step(
        "Your word",
        "say whether the machine is Right (a) or Wrong (x), or take the fix (Enter). u takes it back.",
        ".claim-card",
        parts=("card",),
        rows=("decision_bar",),
    ),
)
_BEFORE_THE_END = _Step(
    "The answer",
    "deal with each claim in doubt. The number climbs, and then a row offers the corrected answer.",
    ".st-key-mark",
    rows=("mark", "next_in_doubt"),
)
_END = _Step(
    "The answer",
    "copy the corrected answer or a report, and say Send, Fix or Block. Labels of the Queue set the threshold.",
    ".st-key-finish",
    rows=("finish",),
)
_COUNT = len(_FIRST) + 1
_HEIGHT = 76  # pixels


def draw_tour_button(run: Run) -> None:
    """Draw the button that checks an example and begins the tour on it."""
    st.button("Tour in four steps", key="tour", icon=":material/signpost:", type="tertiary",
              on_click=_begin, args=(run,))  # fmt: skip


def _begin(run: Run) -> None:
    touring.begin()
    run_example(next(example for example in load_examples() if example.name == _EXAMPLE), run)


def tour_height() -> int:
    """The pixels that a step takes from the claim map's window; 0 without one."""
    return 0 if touring.step() is None else _HEIGHT


def draw_tour(*, finished: bool) -> None:
    """Draw the step that the session is at, with what leads on and out, and light what it speaks of.

    ``finished`` says that the row which ends the review is on screen.
    """
    number = touring.step()
    if number is None:
        return
    last = number >= len(_FIRST)
    step = _FIRST[number] if not last else _END if finished else _BEFORE_THE_END
    with st.container(border=True, key="tour_step", horizontal=True, vertical_alignment="center", gap="small"):
        st.markdown(f"**{number + 1} of {_COUNT} · {step.name}**: {step.text}")
        if not last:
            st.button("Go on", key="tour_next", on_click=touring.go_on)
        st.button("Done" if last else "End", key="tour_end", type="tertiary", on_click=touring.end)
        st.html(step.style(), width=1)
        _scroll(key="tour_scroll", data=step.at, height=1)
