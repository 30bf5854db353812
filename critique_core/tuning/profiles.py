"""Tuned profiles: a threshold with everything that it rests on, as a file."""

from collections.abc import Mapping
from pathlib import Path

from pydantic import AwareDatetime, Field, ValidationError

from critique_core.errors import FormatError, SettingsError
from critique_core.formats.sinks import new_file
from critique_core.models import Calibrator, Origin, Probability, Profile, Value, VerifierSpec
from critique_core.models.request import explain
from critique_core.tuning.fitting import Tuning
from critique_core.tuning.objectives import Objective
from critique_core.tuning.readings import Figure, ThresholdReading

VERSION = 1


class Range(Value):
    """The ends of a 95 % interval."""

    low: float
    high: float


class BothSides(Value):
    """One figure on the labels that were tuned on and on those held out, each with its interval."""

    tuning: float | None = None
    tuning_interval: Range | None = None
    held_out: float | None = None
    held_out_interval: Range | None = None


class TunedProfile(Value):
    """A support threshold and how it came about.

    ``threshold`` and ``slices`` (by ``name=value``) are on the calibrated scale when there is a ``calibrator``.
    ``interval`` is where the best threshold lies in 95 % of the resamples; ``met`` is the objective's own figure and
    ``figures`` those of ``counting.figures``. ``labels`` counts by origin. Without ``verifier_fingerprint`` the profile
    is unbound: it can be looked at, not activated. ``provisional`` says why more labels are needed.
    """

    version: int = VERSION
    name: str = Field(min_length=1, max_length=200)
    threshold: Probability
    slices: dict[str, Probability] = Field(default_factory=dict)
    calibrator: Calibrator | None = None
    objective: Objective
    met: BothSides
    interval: Range | None = None
    figures: dict[str, BothSides] = Field(default_factory=dict)
    labels: dict[Origin, int] = Field(default_factory=dict[Origin, int])
    labels_held_out: int = 0
    labels_needed: int
    provisional: tuple[str, ...] = ()
    data_fingerprint: str
    verifier: str | None = None
    verifier_fingerprint: str | None = None
    author: str
    created_at: AwareDatetime

    def as_profile(self) -> Profile:
        """What the pipeline needs of it.

        Raises ``SettingsError`` when the profile is unbound: the pipeline would take it for one that fits any verifier.
        """
        if self.verifier_fingerprint is None:
            raise SettingsError(
                f"profile {self.name!r} is bound to no verifier, since its labels name none; it can be looked at, not "
                "activated: tune on labels that say which verifier gave the probability"
            )
        return Profile(
            name=self.name,
            support_threshold=self.threshold,
            verifier_fingerprint=self.verifier_fingerprint,
            slices=self.slices,
            calibrator=self.calibrator,
        )

    def fitting(self, verifier: VerifierSpec) -> Profile:
        """``as_profile``, if it was tuned on this verifier; raises ``SettingsError`` when it was another or none."""
        profile = self.as_profile()
        if self.verifier_fingerprint != verifier.fingerprint:
            bound = f"{self.verifier or 'a verifier'} ({(self.verifier_fingerprint or '')[:12]}…)"
            raise SettingsError(
                f"profile {self.name!r} is stale: it was tuned on {bound}, and {verifier.spec} "
                f"({verifier.fingerprint[:12]}…) is in use, whose probabilities do not mean the same; run claimlens "
                "rescore and tune again, or go back to that verifier"
            )
        return profile


def profile_of(
    tuning: Tuning, *, name: str, author: str, created_at: AwareDatetime, verifier: str | None = None
) -> TunedProfile:
    """Write down a tuning; ``verifier`` names the verifier for a reader."""
    counted: dict[Origin, int] = {}
    for label in tuning.labels:
        counted[label.origin] = counted.get(label.origin, 0) + 1
    found = tuning.choice.interval
    return TunedProfile(
        name=name,
        threshold=tuning.choice.threshold,
        slices=dict(tuning.slices),
        calibrator=tuning.recalibration.calibrator if tuning.recalibration else None,
        objective=tuning.objective,
        met=_both(tuning.met, tuning.held_out_met),
        interval=None if found is None else Range(low=found.low, high=found.high),
        figures=_figures(tuning.reading, tuning.held_out_reading),
        labels=counted,
        labels_held_out=len(tuning.held_out.probability),
        labels_needed=tuning.needed,
        provisional=tuning.provisional,
        data_fingerprint=tuning.data_fingerprint,
        verifier=verifier,
        verifier_fingerprint=tuning.verifier_fingerprint,
        author=author,
        created_at=created_at,
    )


def read_profile(text: str | bytes, *, file: str | None = None) -> TunedProfile:
    """Read a profile's JSON; raises ``FormatError`` naming the file and each field that does not fit."""
    try:
        return TunedProfile.model_validate_json(text)
    except ValidationError as error:
        raise FormatError(f"is no profile: {'; '.join(explain(error).splitlines())}", file=file) from error


def write_profile(profile: TunedProfile, path: Path) -> None:
    """Write a profile as JSON; raises ``InvalidInput`` when the file cannot be written."""
    with new_file(path) as out:
        out.write(profile.model_dump_json(indent=2).encode() + b"\n")


def _figures(reading: ThresholdReading, held_out: ThresholdReading | None) -> dict[str, BothSides]:
    others: Mapping[str, Figure] = held_out.figures if held_out else {}
    return {name: _both(figure, others.get(name)) for name, figure in reading.figures.items()}


def _both(tuning: Figure, held_out: Figure | None) -> BothSides:
    return BothSides(
        tuning=tuning.value,
        tuning_interval=_range(tuning),
        held_out=held_out.value if held_out else None,
        held_out_interval=_range(held_out) if held_out else None,
    )


def _range(figure: Figure) -> Range | None:
    return None if figure.interval is None else Range(low=figure.interval.low, high=figure.interval.high)
