"""From labels to a threshold that can be defended: chosen on one part of the labels, measured on the other."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from critique_core.errors import InvalidInput
from critique_core.provenance import fingerprint
from critique_core.tuning.calibrators import CalibratorKind, Recalibration, recalibrate
from critique_core.tuning.counting import share
from critique_core.tuning.curves import Curves
from critique_core.tuning.held_out import HELD_OUT_SHARE, labels_needed, parted
from critique_core.tuning.intervals import LEAST_GROUPS, UNSCATTERED, Numbers, interval
from critique_core.tuning.labels import Label
from critique_core.tuning.objectives import Choice, Objective, choose
from critique_core.tuning.readings import Figure, ThresholdReading

WIDTH = 0.1  # of the interval below which a threshold is no longer provisional
LEAST_OF_EACH = 30  # supported, and unsupported, labels in the part that is tuned on
LEAST_IN_SLICE = 100


@dataclass(frozen=True, slots=True)
class Tuning:
    """A chosen threshold with all that is needed to defend it.

    ``met`` says how well the objective is met on the labels that it was tuned on, ``held_out_met`` on those held out;
    the first flatters. ``provisional`` says why more labels are needed, and is empty when they are not;
    ``needed`` is how many labels in all, held-out ones included. ``slices`` are thresholds of slices that have enough
    labels of their own.
    """

    objective: Objective
    choice: Choice
    labels: tuple[Label, ...]
    tuned_on: Curves
    held_out: Curves
    reading: ThresholdReading
    held_out_reading: ThresholdReading | None
    met: Figure
    held_out_met: Figure | None
    needed: int
    provisional: tuple[str, ...]
    verifier_fingerprint: str | None
    data_fingerprint: str
    recalibration: Recalibration | None = None
    slices: Mapping[str, float] = field(default_factory=dict[str, float])


@dataclass(frozen=True, slots=True)
class Prepared:
    """Labels parted, recalibrated if wished, and made ready for any objective and any threshold.

    ``on`` are the labels to tune on, with the probabilities that ``tuned_on`` is made of.
    """

    labels: tuple[Label, ...]
    on: tuple[Label, ...]
    tuned_on: Curves
    held_out: Curves
    recalibration: Recalibration | None
    resamples: int
    seed: int


def prepare(
    labels: Sequence[Label],
    *,
    calibrator: CalibratorKind | None = None,
    held_out_share: float = HELD_OUT_SHARE,
    resamples: int = 1000,
    seed: int = 0,
) -> Prepared:
    """Part the labels and make them ready; raises ``InvalidInput`` when they cannot make a calibrator.

    With a calibrator each label to tune on has the probability by the fold that did not see it.
    """
    on, held = parted(labels, held_out_share)
    recalibration = recalibrate(on, calibrator, resamples=resamples, seed=seed) if calibrator else None
    if recalibration:
        on = _with(on, recalibration.calibrated)
        held = _with(held, [recalibration.calibrator.apply(label.probability) for label in held])
    return Prepared(
        labels=tuple(labels),
        on=on,
        tuned_on=Curves.of(on, resamples=resamples, seed=seed),
        held_out=Curves.of(held, resamples=resamples, seed=seed),
        recalibration=recalibration,
        resamples=resamples,
        seed=seed,
    )


def tune(
    labels: Sequence[Label],
    objective: Objective,
    *,
    calibrator: CalibratorKind | None = None,
    by: str | None = None,
    width: float = WIDTH,
    held_out_share: float = HELD_OUT_SHARE,
    resamples: int = 1000,
    seed: int = 0,
) -> Tuning:
    """Choose the threshold that meets ``objective`` best on labels of one verifier.

    ``calibrator`` recalibrates first; thresholds are then on the calibrated scale. ``by`` names a slice to choose
    thresholds apart for. ``width`` is the interval wanted for the objective's figure. Raises ``InvalidInput`` when the
    labels come from several verifiers or nothing can be chosen on them.
    """
    one_verifier(labels)
    prepared = prepare(
        labels, calibrator=calibrator, held_out_share=held_out_share, resamples=resamples, seed=seed
    )  # fmt: skip
    return fitted(prepared, objective, by=by, width=width)


def fitted(prepared: Prepared, objective: Objective, *, by: str | None = None, width: float = WIDTH) -> Tuning:
    """Choose as ``tune`` does, on labels that are ready; raises ``InvalidInput`` as it does."""
    verifier = one_verifier(prepared.labels)
    choice = choose(prepared.tuned_on, objective)
    slices = _by_slice(prepared, objective, by) if by else {}
    return measured(prepared, objective, choice, verifier=verifier, slices=slices, width=width)


def measured(
    prepared: Prepared,
    objective: Objective,
    choice: Choice,
    *,
    verifier: str | None,
    slices: Mapping[str, float],
    width: float = WIDTH,
) -> Tuning:
    """What a choice of threshold, the best one or another, does on both parts of the labels."""
    curves, held = prepared.tuned_on, prepared.held_out
    there = bool(held.probability.size)
    met = objective_met(held, objective, choice.threshold) if there else None
    needed, provisional = _still_needed(prepared, met, width)
    return Tuning(
        objective=objective,
        choice=choice,
        labels=prepared.labels,
        tuned_on=curves,
        held_out=held,
        reading=curves.at(choice.threshold),
        held_out_reading=held.at(choice.threshold) if there else None,
        met=objective_met(curves, objective, choice.threshold),
        held_out_met=met,
        needed=needed,
        provisional=provisional,
        verifier_fingerprint=verifier,
        data_fingerprint=data_fingerprint(prepared.labels),
        recalibration=prepared.recalibration,
        slices=slices,
    )


def one_verifier(labels: Sequence[Label]) -> str | None:
    """The fingerprint of the verifier that gave all of these probabilities, ``None`` when no label names one."""
    found = {label.verifier_fingerprint for label in labels}
    if len(found) > 1:
        named = ", ".join(sorted("none" if one is None else f"{one[:12]}…" for one in found))
        raise InvalidInput(
            f"the labels come from {len(found)} verifiers ({named}), whose probabilities do not mean the same; keep to "
            "one of them, or run claimlens rescore"
        )
    return found.pop() if found else None


def data_fingerprint(labels: Sequence[Label]) -> str:
    """Identity of a set of labels, whatever their order."""
    without = {"answer", "order"}  # known since later; labels of before it have the fingerprint that they had
    return fingerprint(sorted((label.model_dump(mode="json", exclude=without) for label in labels), key=fingerprint))


def objective_met(curves: Curves, objective: Objective, threshold: float) -> Figure:
    """The objective's figure at a threshold: its name is the objective's, a mean cost a label, or a share.

    For ``precision_floor`` it is the recall; for ``conformal`` what is promised: the share of an answer's unsupported
    claims that are missed, averaged over the answers that hold any.
    """
    if objective.name == "conformal":
        return _mean_loss(curves, threshold)
    counted, drawn = curves.counts_at(threshold)
    value = float(objective.measure(counted)[0])
    return Figure(None) if math.isnan(value) else Figure(value, interval(objective.measure(drawn)[:, 0]))


def _mean_loss(curves: Curves, threshold: float) -> Figure:
    wrong = ~curves.supported
    columns = np.stack([wrong & (curves.probability >= threshold), wrong], axis=1).astype(np.float64)
    missed, of = curves.replicates.totals(columns).T
    holding = of > 0
    if not holding.any():
        return Figure(None)
    loss = np.nan_to_num(share(missed, of))
    drawn = curves.replicates.drawn
    total: Numbers = (drawn @ loss).astype(np.float64)
    groups: Numbers = (drawn @ holding).astype(np.float64)
    return Figure(float(loss[holding].mean()), interval(share(total, groups)))


def _still_needed(prepared: Prepared, met: Figure | None, width: float) -> tuple[int, tuple[str, ...]]:
    """How many labels in all, and why the threshold is provisional until then."""
    on, labels = prepared.on, len(prepared.labels)
    found = met.interval if met else None
    needed = labels_needed(labels, found.high - found.low if found else None, width)
    reasons: list[str] = []
    held = prepared.held_out.replicates.groups
    if held < LEAST_GROUPS:
        reasons.append(f"held-out answers from different sources: {held}, and an interval needs {LEAST_GROUPS}")
        needed = max(needed, math.ceil(labels * LEAST_GROUPS / max(held, 1)))
    elif met is None or met.value is None:
        reasons.append("too few held-out labels to measure it on")
    elif found is None and labels < needed:
        reasons.append(f"{UNSCATTERED}, on the labels held out")
    elif found is not None and found.high - found.low > width:
        reasons.append(f"its held-out interval is {found.high - found.low:.3f} wide, wider than {width:g}")
    supported = sum(label.supported for label in on)
    rarer = min(supported, len(on) - supported)
    if rarer < LEAST_OF_EACH:
        kind = "supported" if supported < len(on) - supported else "unsupported"
        reasons.append(f"{kind} labels to tune on: {rarer}, fewer than {LEAST_OF_EACH}")
        needed = max(needed, math.ceil(labels * LEAST_OF_EACH / max(rarer, 1)))
    return needed, tuple(reasons)


def _by_slice(prepared: Prepared, objective: Objective, by: str) -> dict[str, float]:
    """A threshold for each slice with enough labels; one that cannot be chosen is left to the common threshold."""
    found: dict[str, float] = {}
    for name in sorted({label.slices[by] for label in prepared.on if by in label.slices}):
        own = [label for label in prepared.on if label.slices.get(by) == name]
        if len(own) >= LEAST_IN_SLICE:
            try:
                curves = Curves.of(own, resamples=prepared.resamples, seed=prepared.seed)
                found[f"{by}={name}"] = choose(curves, objective).threshold
            except InvalidInput:
                continue
    return found


def _with(labels: Sequence[Label], probabilities: Sequence[float]) -> tuple[Label, ...]:
    return tuple(
        label.model_copy(update={"probability": probability})
        for label, probability in zip(labels, probabilities, strict=True)
    )
