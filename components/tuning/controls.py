"""The choices for a tuning: labels, verifier, objective, recalibration."""

import streamlit as st
from pydantic import ValidationError
from streamlit.delta_generator import DeltaGenerator

from components.escape import escape
from components.state import keys
from components.words import terms
from components.words.tuning import left_out_words
from components.work.tuning import ALL, Stored, Wanted, verifier_name
from critique_core.models import Origin, VerifierSpec
from critique_core.tuning.calibrators import CalibratorKind
from critique_core.tuning.conformal import groups_needed
from critique_core.tuning.objectives import OBJECTIVES, Objective, ObjectiveName

_OBJECTIVES: dict[ObjectiveName, str] = {
    "f1": "F1",
    "f_beta": "F-beta",
    "balanced_accuracy": "Balanced accuracy",
    "cost": "Cost of errors",
    "precision_floor": "Precision floor",
    "conformal": "Promise: conformal risk",
}
_MEANING: dict[ObjectiveName, str] = {
    "f1": "Harmonic mean of precision and recall of supported claims. It looks good by passing nearly everything when "
    "most claims are supported; mind the dashed line.",
    "f_beta": "As F1, with recall weighing beta times as much as precision; below 1 precision weighs more.",
    "balanced_accuracy": "Supported and unsupported claims judged equally well, whichever are more common.",
    "cost": "The least mean cost of a claim. The one to prefer when you can say what an error costs.",
    "precision_floor": "Most supported claims passed with at least this precision on the labels tuned on; it is not "
    "promised for new ones.",
    "conformal": "The lowest threshold that keeps a promise on missed unsupported claims.",
}
_MEANINGS = "\n\n".join(f"**{_OBJECTIVES[name]}**: {meaning}" for name, meaning in _MEANING.items())
_OTHERS: dict[Origin, str] = {"imported": "imported", "model": "by a model"}
_NONE = "none"
_CALIBRATORS = {_NONE: "No", "platt": "Platt", "isotonic": "Isotonic"}
_BY = {_NONE: "One for all", "claim_kind": "By claim kind", "source_type": "By source type", "length": "By length"}


def draw_labels(stored: Stored, current: VerifierSpec | None) -> tuple[tuple[Origin, ...], str]:
    """Draw which labels count; returns their origins and the verifier's fingerprint."""
    names = sorted(stored.verifiers, key=lambda one: (current is None or one != current.fingerprint, one))
    options = [*names, ALL] if len(names) > 1 else names or [ALL]
    verifier = options[0]
    if len(options) > 1:
        verifier = st.selectbox(
            "Probabilities of", options, key=keys.TUNING_VERIFIER, persist_state="session", width=420,
            format_func=lambda one: verifier_name(one, stored, current),
        )  # fmt: skip
    counts = stored.counts(verifier)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(f"**{counts['human']:,}** labels by people", width="content", help=terms.TUNING_COUNTS)
        added: list[Origin] = [origin for origin in _OTHERS if counts[origin] and _draw_switch(origin, counts[origin])]
        if stored.left_out:
            with st.popover(f"{sum(stored.left_out.values()):,} left out", type="tertiary"):
                for reason, count in stored.left_out.items():
                    st.caption(escape(left_out_words(reason, count)))
    if added:
        st.caption(":material/warning: Not only people's labels are in use: the figures answer to whoever made them.")
    return ("human", *added), verifier


def _draw_switch(origin: Origin, count: int) -> bool:
    """Draw the switch of an origin. Its label reads the same on and off."""
    return st.toggle(
        f"also count {count:,} {_OTHERS[origin]}", key=f"{keys.TUNING_ORIGINS}_{origin}", persist_state="session"
    )


def _draw_objective() -> tuple[Objective, DeltaGenerator]:
    """Draw the picker of the objective with its parameters; returns the place beside it, too."""
    name_field, *fields = st.columns([2, 1, 1, 1], vertical_alignment="bottom")
    name: ObjectiveName = name_field.selectbox(
        "Objective", OBJECTIVES, index=OBJECTIVES.index("cost"), key=keys.TUNING_OBJECTIVE, persist_state="session",
        format_func=_OBJECTIVES.__getitem__, help=_MEANINGS,
    )  # fmt: skip
    given: dict[str, float] = {}
    if name == "f_beta":
        given["beta"] = _number(fields[0], "Beta", keys.TUNING_BETA, 0.5, (0.1, 10.0, 0.1))
    elif name == "cost":
        given["miss_cost"] = _number(fields[0], "Cost of a miss", keys.TUNING_MISS, 5.0, (0.0, 1000.0, 1.0))
        given["alarm_cost"] = _number(fields[1], "Cost of a false alarm", keys.TUNING_ALARM, 1.0, (0.0, 1000.0, 1.0))
    elif name == "precision_floor":
        given["floor"] = _number(fields[0], "At least", keys.TUNING_FLOOR, 0.95, (0.01, 1.0, 0.01))
    elif name == "conformal":
        given["alpha"] = _number(fields[0], "Alpha", keys.TUNING_ALPHA, 0.1, (0.01, 0.99, 0.01))
    try:
        made = Objective.model_validate({"name": name, **given})
    except ValidationError:
        st.warning("One of the two errors must cost something; a miss costs 1 until you say so.")
        made = Objective(name="cost", miss_cost=1, alarm_cost=0)
    if made.alpha is not None:
        _draw_promise(made.alpha)
    return made, fields[-1]


def _draw_promise(alpha: float) -> None:
    st.info(
        f"**Promised:** of the unsupported claims in the next answer, at most {alpha:.0%} are passed, on average "
        "(expected risk, for any verifier and any number of labels; answers that share their sources count as one).  \n"
        "**It rests on:** labelled answers and new ones drawn alike, labelled alike and judged by the same verifier. "
        "Label a random sample; the most uncertain answers alone do not qualify.  \n"
        f"**It needs:** at least {groups_needed(alpha)} labelled answers from different sources that hold an "
        "unsupported claim."
    )


def draw_wanted(origins: tuple[Origin, ...], verifier: str) -> Wanted:
    """Draw the rest of the choices: objective, recalibration, slices, width of the interval."""
    objective, beside = _draw_objective()
    with beside, st.popover("More choices", type="tertiary", icon=":material/tune:"):
        calibrator, by, width = _draw_rest()
    kind: CalibratorKind | None = calibrator if calibrator in ("platt", "isotonic") else None
    return Wanted(origins, verifier, objective, kind, None if by == _NONE else by, width)


def _draw_rest() -> tuple[str, str, float]:
    """Draw the choices that few change: recalibration, slices, width of the interval."""
    calibrator = st.selectbox(
        "Recalibrate first", list(_CALIBRATORS), key=keys.TUNING_CALIBRATOR, persist_state="session",
        format_func=_CALIBRATORS.__getitem__,
        help="Learns from the labels what the verifier's probabilities are worth; the order of claims stays",
    )  # fmt: skip
    by = st.selectbox(
        "Thresholds", list(_BY), key=keys.TUNING_BY, persist_state="session", format_func=_BY.__getitem__,
        help="A slice with 100 labels of its own gets its own threshold",
    )  # fmt: skip
    width = _number(st.container(), "Interval wanted", keys.TUNING_WIDTH, 0.1, (0.01, 1.0, 0.01))
    return calibrator, by, width


def _number(column: DeltaGenerator, label: str, key: str, value: float, limits: tuple[float, float, float]) -> float:
    low, high, step = limits
    return column.number_input(
        label, min_value=low, max_value=high, value=value, step=step, key=key, persist_state="session"
    )
