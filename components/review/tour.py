"""A tour of four steps over an example: what is on screen, and what a person does with it."""

import streamlit as st

from components.review.inputs import Run, run_example
from components.state import touring
from critique_core.examples import load_examples

_EXAMPLE = "08_medicine_leaflet"
_STEPS = (
    ("Claims", "each underlined stretch is a claim. Its colour, line and mark say how it stands to the sources."),
    (
        "Evidence",
        "the selected claim opens with its reason, and its quote lights up in the sources. j is the next.",
    ),
    ("Your word", "say whether the machine is Right (a) or Wrong (x), or take the fix (Enter). u takes it back."),
    (
        "The answer",
        "with none left in doubt, copy the corrected answer or a report. Answers of the Queue set the threshold.",
    ),
)
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


def draw_tour() -> None:
    """Draw the step that the session is at, with what leads on and out."""
    step = touring.step()
    if step is None:
        return
    name, text = _STEPS[step]
    last = step == len(_STEPS) - 1
    with st.container(border=True, key="tour_step", horizontal=True, vertical_alignment="center", gap="small"):
        st.markdown(f"**{step + 1} of {len(_STEPS)} · {name}**: {text}")
        if not last:
            st.button("Go on", key="tour_next", on_click=touring.go_on)
        st.button("Done" if last else "End", key="tour_end", type="tertiary", on_click=touring.end)
