"""The threshold slider, what its threshold changes, and the figures behind it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import streamlit as st

from components.escape import escape
from components.state import keys, tuning
from components.tuning.flips import draw_change, draw_flips
from components.tuning.profiles import draw_save
from components.tuning.verifier_fit import Fit, draw_fit
from components.widgets import tuning_tables
from components.words.tuning import slice_words, words
from components.work import tuning_curves
from components.work.tuning import Outcome, Stored, Wanted
from critique_core.models import Profile
from critique_core.tuning.calibrators import Recalibration
from critique_core.tuning.change import Change, Comparison
from critique_core.tuning.curves import Curves
from critique_core.tuning.fitting import Tuning
from critique_core.tuning.intervals import LEAST_GROUPS
from critique_core.tuning.labels import Label, extent
from critique_core.tuning.readings import ThresholdReading

_STEP, _PLACES = 0.001, 3
_QUALITY = {"calibration_error": "calibration error", "brier": "Brier score", "log_loss": "log loss"}


@dataclass(frozen=True)
class Shown:
    """What the slider shows; ``verifier`` is the name of the verifier whose probabilities these are.

    ``fit`` says how many labels fit the verifier in use. ``in_use`` is the profile in use, and ``compared`` the labels
    under it; without them there is nothing to compare with.
    """

    outcome: Outcome
    wanted: Wanted
    verifier: str | None
    fit: Fit | None
    stored: Stored
    in_use: Profile | None
    compared: Comparison | None

    @property
    def on(self) -> Curves:
        """The labels tuned on."""
        return self.outcome.prepared.tuned_on

    @property
    def held(self) -> Curves | None:
        """The labels held out; ``None`` without any."""
        held = self.outcome.prepared.held_out
        return held if held.probability.size else None

    @property
    def best(self) -> float | None:
        """The chosen threshold; ``None`` when none could be chosen."""
        return self.outcome.tuning.choice.threshold if self.outcome.tuning else None


def draw_outcome(
    outcome: Outcome, wanted: Wanted, stored: Stored, *, in_use: Profile | None, verifier: str | None, fit: Fit | None
) -> None:
    """Draw the chosen threshold, the slider, and what its threshold changes against the profile ``in_use``.

    Without a chosen threshold the slider stands where the profile in use does.
    """
    if outcome.uncalibrated:
        st.warning(escape(f"Not recalibrated: {outcome.uncalibrated}"), icon=":material/info:")
    if outcome.refused:
        st.warning(escape(f"No threshold could be chosen: {outcome.refused}"), icon=":material/info:")
    if outcome.tuning is not None:
        _draw_choice(outcome.tuning, wanted, fit)
    draw_fit(fit)
    compared = _compared(outcome, in_use, fit)
    shown = Shown(outcome, wanted, verifier, fit, stored, in_use, compared)
    otherwise = in_use.support_threshold if in_use else 0.5
    aim = otherwise if shown.best is None else shown.best
    tuning.aim((repr(wanted), shown.best), round(aim, _PLACES))
    _draw_threshold(shown)


def _compared(outcome: Outcome, in_use: Profile | None, fit: Fit | None) -> Comparison | None:
    """The labels under the profile in use; ``None`` where that is another verifier's."""
    if in_use is None or fit is None or fit.stale:
        return None
    recalibration = outcome.prepared.recalibration
    return Comparison(outcome.prepared.labels, in_use, recalibration.calibrator if recalibration else None)


def _draw_choice(tuned: Tuning, wanted: Wanted, fit: Fit | None) -> None:
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.header(f"Best threshold {tuned.choice.threshold:.4g}", anchor=False, width="content")
        if tuned.provisional:
            st.badge("Provisional", icon=":material/hourglass_top:", color="orange")
        if fit is not None and fit.stale:
            st.badge("Stale", icon=":material/update:", color="orange")
        with st.popover("Why", type="tertiary", icon=":material/info:"):
            _draw_why(tuned, wanted)


def _draw_why(tuned: Tuning, wanted: Wanted) -> None:
    """Draw what the threshold achieves, how sure that is, and what recalibration did."""
    found = tuned.choice.interval
    between = f", in 95 % of resamples from {found.low:.3f} to {found.high:.3f}" if found else ""
    parts = [f"{slice_words(name)}: {value:.3f}" for name, value in tuned.slices.items()]
    name = tuning_curves.WORDS[tuned.objective.name]
    st.markdown(escape(
        f"Supported from {tuned.choice.threshold:.4g}{between}. {name}: {words(tuned.met)} on the labels tuned on, "
        f"{words(tuned.held_out_met)} held out. {'; '.join(parts)}"
    ))  # fmt: skip
    needed = f"about {tuned.needed:,} labels in all make the held-out interval {wanted.width:g} wide"
    st.caption(escape(
        f"{extent(tuned.labels)}; {needed}."
        + (f" Provisional: {'; '.join(tuned.provisional)}." if tuned.provisional else "")
    ))  # fmt: skip
    if tuned.recalibration is not None:
        _draw_recalibration(tuned.recalibration)


def _draw_recalibration(found: Recalibration) -> None:
    parts = [
        f"{word} {before:.4f} → {after:.4f}"
        for name, word in _QUALITY.items()
        if (before := found.before[name]) is not None and (after := found.after[name]) is not None
    ]
    change = found.brier_change
    sure = f" The Brier score changes by {signed(change.low)} to {signed(change.high)}." if change else ""
    advice = "Take it." if change and change.high < 0 else "Not sure to help: leave it, or label more."
    st.info(
        escape(f"Recalibrated ({found.calibrator.kind}), on sources the fit did not see: {', '.join(parts)}.{sure}")
        + f" **{advice}** It counts once you save and activate the profile; the order of claims stays."
    )


def signed(value: float) -> str:
    """A change with its sign; without one where it rounds to zero."""
    said = f"{value:+.4f}"
    return said if float(said) else said[1:]


@st.fragment
def _draw_threshold(shown: Shown) -> None:
    threshold = _draw_slider(shown.best)
    change = _change(shown, threshold)
    changes, keeping = st.columns([3, 2], gap="medium")
    with changes:
        draw_change(change, shown.in_use, threshold)
    if shown.outcome.tuning is not None:
        with keeping:
            draw_save(
                shown.outcome.prepared, shown.outcome.tuning, shown.wanted, threshold,
                verifier=shown.verifier, fit=shown.fit,
            )  # fmt: skip
    tabs: dict[str, Callable[[], None]] = {
        "Claims that flip": lambda: draw_flips(change, shown.stored),
        "Figures": lambda: _draw_reading(shown, threshold),
        "Curves": lambda: _draw_charts(shown, shown.on.at(threshold)),
        "Slices": lambda: _draw_slices(shown.on, threshold),
    }
    for tab, draw in zip(st.tabs(list(tabs), key=keys.TUNING_TAB, on_change="rerun"), tabs.values(), strict=True):
        if tab.open:
            with tab:
                draw()


def _change(shown: Shown, threshold: float) -> Change | None:
    """What the threshold changes; on the best one with its slices, as they are saved."""
    if shown.compared is None:
        return None
    tuned = shown.outcome.tuning
    return shown.compared.at(threshold, tuned.slices if tuned and threshold == tuned.choice.threshold else None)


def _draw_slider(best: float | None) -> float:
    """Draw the slider and return its threshold; on the rounded place of the best one, that one exactly."""
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        at = st.slider(
            "Threshold", 0.0, 1.0, step=_STEP, format="%.3f", key=keys.TUNING_THRESHOLD, persist_state="session",
            help="A claim counts as supported from this probability on",
        )  # fmt: skip
        if best is None:
            return at
        there = round(best, _PLACES)
        st.button(
            "Go to the best", key="go_to_best", icon=":material/my_location:", disabled=at == there,
            on_click=tuning.set_threshold, args=(there,), help=f"{best:.4g}",
        )  # fmt: skip
    return best if at == there else at


def _draw_reading(shown: Shown, threshold: float) -> None:
    reading = shown.on.at(threshold)
    held_reading = shown.held.at(threshold) if shown.held is not None else None
    left, right = st.columns([2, 3], gap="medium")
    left.html(tuning_tables.matrix(reading, held_reading))
    left.caption("Missed: passed though not supported; nobody will look. False alarm: supported, yet held back.")
    right.html(tuning_tables.figures(reading, held_reading, shown.on.baselines["pass every claim"]))
    st.caption(_resampled(shown.outcome.prepared.labels))


def _draw_slices(on: Curves, threshold: float) -> None:
    if not on.slices:
        st.caption("These labels come without slices.")
        return
    st.caption("Labels tuned on; pale: fewer than 30.")
    st.html(tuning_tables.slices(on.by_slice(threshold)))


def _draw_charts(shown: Shown, reading: ThresholdReading) -> None:
    _draw_figures(tuning_curves.page_of(shown.outcome.charts, reading))
    on, held = shown.on.summary, shown.held.summary if shown.held is not None else None
    beside = words(held["brier"]) if held is not None else "none"
    st.caption(escape(
        f"Brier score {words(on['brier'])}, held out {beside}; always saying the average gives "
        f"{words(on['brier_of_base_rate'])}."
    ))  # fmt: skip


def _resampled(labels: Sequence[Label]) -> str:
    """What was resampled for the intervals, in words."""
    shared = len({label.group for label in labels}) < len({label.answer for label in labels})
    of = "source groups (all answers that share their sources)" if shared else "answers"
    return (
        f"Intervals: 95 % of 1,000 resamples of whole {of}; a figure has none where it rests on fewer than "
        f"{LEAST_GROUPS} of them, or where every resample gives the same."
    )


# The page holds our own numbers and words only (``tuning_curves``): nothing from a draft, a source or a label.
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


def _draw_figures(page: str) -> None:
    """Draw what ``tuning_curves.page_of`` made; ``st.html`` would remove its SVG as unsafe."""
    _figures(key="tuning_figures", data={"page": page})
