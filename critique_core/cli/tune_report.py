"""A tuned profile as a report for a terminal."""

from collections.abc import Mapping

from rich.console import Console
from rich.table import Table

from critique_core.text.harmless import harmless
from critique_core.tuning.calibrators import Recalibration
from critique_core.tuning.fitting import Tuning
from critique_core.tuning.labels import extent
from critique_core.tuning.profiles import BothSides, Range, TunedProfile
from critique_core.tuning.readings import ThresholdReading

_NAMES = {
    "precision": "precision of passed claims",
    "recall": "supported passed (recall)",
    "f1": "F1 of supported",
    "balanced_accuracy": "balanced accuracy",
    "accuracy": "accuracy",
    "miss_rate": "unsupported passed (missed)",
    "alarm_rate": "supported held back",
    "coverage": "claims passed",
    "risk": "unsupported among passed",
}


def print_profile(profile: TunedProfile, tuning: Tuning, console: Console) -> None:
    """Print the threshold, what it does on both parts of the labels, and how much to trust it."""
    console.print(f"Threshold {profile.threshold:g}: a claim is supported at this probability or above.")
    if profile.interval:
        console.print(f"In 95 % of resamples the best one lies from {_range(profile.interval)}.")
    for name, threshold in profile.slices.items():
        console.print(f"For {harmless(name)}: {threshold:g}.")
    console.print(_table(profile, tuning))
    console.print(_baselines(profile.objective.figure, tuning.tuned_on.baselines), soft_wrap=True)
    if tuning.recalibration:
        console.print(_recalibrated(tuning.recalibration), soft_wrap=True)
    for line in _trust(profile, tuning):
        console.print(line, soft_wrap=True)


def _table(profile: TunedProfile, tuning: Tuning) -> Table:
    held = profile.labels_held_out
    table = Table(box=None, pad_edge=False)
    table.add_column("figure")
    table.add_column(f"tuned on {tuning.reading.labels} labels", justify="right")
    table.add_column(f"held out, {held} labels", justify="right")
    table.add_row(f"objective ({profile.objective})", *_cells(profile.met))
    for name, both in profile.figures.items():
        table.add_row(_NAMES.get(name, name), *_cells(both))
    return table


def _cells(both: BothSides) -> tuple[str, str]:
    return _cell(both.tuning, both.tuning_interval), _cell(both.held_out, both.held_out_interval)


def _cell(value: float | None, limits: Range | None) -> str:
    if value is None:
        return "-"
    return f"{value:.3f} ({_range(limits)})" if limits else f"{value:.3f}"


def _range(limits: Range) -> str:
    return f"{limits.low:.3f} to {limits.high:.3f}"


def _baselines(figure: str, baselines: Mapping[str, ThresholdReading]) -> str:
    shown = figure if figure in _NAMES else "accuracy"
    parts = [
        f"to {name} {'-' if (value := reading.figures[shown].value) is None else f'{value:.3f}'}"
        for name, reading in baselines.items()
    ]
    return f"Without a verifier, {_NAMES[shown]} would be: {', '.join(parts)}."


def _recalibrated(found: Recalibration) -> str:
    parts = [
        f"{name.replace('_', ' ')} {before:.4f} to {after:.4f}"
        for name, before in found.before.items()
        if before is not None and (after := found.after[name]) is not None
    ]
    change = found.brier_change
    sure = f"; the change of the Brier score lies between {change.low:+z.4f} and {change.high:+z.4f}" if change else ""
    return f"Recalibration ({found.calibrator.kind}), on folds not fitted on: {', '.join(parts)}{sure}."


def _trust(profile: TunedProfile, tuning: Tuning) -> list[str]:
    origins = ", ".join(f"{count} {origin}" for origin, count in profile.labels.items())
    lines = [
        f"{extent(tuning.labels)} ({origins}); intervals resample whole groups.",
        f"Needed in all for the interval asked for: about {profile.labels_needed} labels.",
    ]
    if profile.provisional:
        lines.append(f"PROVISIONAL: {'; '.join(profile.provisional)}.")
    if profile.verifier_fingerprint is None:
        lines.append("UNBOUND: no label names its verifier, so this profile can be looked at but not activated.")
    return lines
