"""Whether labels belong to the verifier in use; shown with the best threshold and where a profile is saved."""

from collections.abc import Sequence
from dataclasses import dataclass

import streamlit as st

from components.escape import escape
from components.tuning.rescore import draw_judge_again
from components.work.tuning import ALL, Stored, Wanted
from critique_core.models import VerifierSpec
from critique_core.tuning.labels import Label, of_origins

_AGAIN = "Judge the answers again, here or with `claimlens rescore`, and nobody has to label twice."


@dataclass(frozen=True)
class Fit:
    """How many of the labels switched on fit the verifier in use; ``stale`` when those in view do not.

    ``shown`` and ``current`` name the verifier whose probabilities are in view and the one in use.
    """

    fitting: int
    every: int
    stale: bool
    shown: str
    current: str

    @property
    def others(self) -> int:
        """Labels of other verifiers' probabilities."""
        return self.every - self.fitting


def fit_of(stored: Stored, wanted: Wanted, current: VerifierSpec | None) -> Fit | None:
    """How the labels fit; ``None`` without a usable verifier, and when labels of all verifiers are in view."""
    if current is None or wanted.verifier == ALL:
        return None
    labels: Sequence[Label] = of_origins(stored.labels, wanted.origins)
    fitting = sum(label.verifier_fingerprint == current.fingerprint for label in labels)
    return Fit(
        fitting=fitting,
        every=len(labels),
        stale=wanted.verifier != current.fingerprint,
        shown=_name(stored.verifiers.get(wanted.verifier, "unknown"), wanted.verifier),
        current=_name(current.spec, current.fingerprint),
    )


def _name(spec: str, fingerprint: str) -> str:
    return f"{spec} ({fingerprint[:8]})"


def _fit_words(fit: Fit) -> str | None:
    """Which labels are stale and what to do; ``None`` when all fit."""
    if fit.stale:
        these = f"all {fit.every:,}" if not fit.fitting else f"{fit.others:,} of {fit.every:,}"
        return (
            f"**Stale:** {these} labels rest on what another verifier believed, here {escape(fit.shown)}. In use is "
            f"{escape(fit.current)}, whose probabilities do not mean the same: a profile saved from these labels "
            f"cannot be put in use. {_AGAIN}"
        )
    if fit.others:
        return (
            f"**{fit.fitting:,} of {fit.every:,} labels** fit the verifier in use and count here; the other "
            f"{fit.others:,} rest on what another verifier believed. {_AGAIN}"
        )
    return None


def save_words(fit: Fit) -> str | None:
    """What to know about the labels before saving a profile; ``None`` when all fit."""
    if fit.stale:
        few = "none" if not fit.fitting else f"only {fit.fitting:,}"
        return (
            f"It will be stale: {few} of the {fit.every:,} labels {'fits' if fit.fitting == 1 else 'fit'} the verifier "
            "in use. It can be looked at, not put in use."
        )
    if fit.others:
        return f"It rests on {fit.fitting:,} of {fit.every:,} labels, those that fit the verifier in use."
    return None


def draw_fit(fit: Fit | None) -> None:
    """Draw which labels are stale and what to do; nothing when every label fits."""
    told = _fit_words(fit) if fit else None
    if fit is None or told is None:
        return
    with st.container(gap="xsmall"):
        (st.warning if fit.stale else st.info)(told, icon=":material/update:")
        draw_judge_again("judge_labels_again")
