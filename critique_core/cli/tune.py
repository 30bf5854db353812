"""``claimlens tune``: from labels to a profile, without the app."""

import argparse
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from critique_core.cli.outputs import keep_input
from critique_core.errors import InvalidInput

if TYPE_CHECKING:
    from critique_core.models import Origin
    from critique_core.tuning.objectives import Objective

OBJECTIVES = ("f1", "f-beta", "balanced-accuracy", "cost", "precision-floor", "conformal")
"""The names of ``objectives.OBJECTIVES`` as they are typed; that module is not loaded for ``--help``."""
_NEEDED = {"f-beta": "beta", "cost": "cost", "precision-floor": "floor", "conformal": "alpha"}
"""The option that an objective cannot do without; no other objective uses it."""


def add_parser(commands: Any) -> None:
    """Add the command to the subparsers of ``claimlens``."""
    parser: argparse.ArgumentParser = commands.add_parser(
        "tune",
        help="choose the support threshold from reviewers' labels",
        description="Choose the threshold from which a claim counts as supported, from reviewers' decisions, and write "
        "it as a profile with everything it rests on. A part of the labels is held out to measure it on.",
        epilog='Labels in a file, one a line: {"probability": 0.83, "label": true}; docs/tuning.md has all fields.\n'
        "Example: claimlens tune --objective f1 --labels labels.jsonl --out profile.json",
    )
    parser.add_argument("--labels", metavar="FILE", help="labels from a file; without it, from the stored decisions")
    parser.add_argument(
        "--objective", required=True, metavar="NAME", choices=OBJECTIVES,
        type=lambda name: name.replace("_", "-"), help=f"one of {', '.join(OBJECTIVES)}",
    )  # fmt: skip
    parser.add_argument("--alpha", type=float, help="for conformal: the share of unsupported claims that may be missed")
    parser.add_argument("--beta", type=float, help="for f-beta: how many times recall weighs precision")
    parser.add_argument(
        "--cost", metavar="MISS:ALARM", help="for cost: of an unsupported claim passed, and a supported one held back"
    )
    parser.add_argument("--floor", type=float, help="for precision-floor: the least precision of passed claims")
    parser.add_argument(
        "--include", action="append", choices=["imported", "model"], default=[],
        help="use labels of this origin beside people's; may be given twice",
    )  # fmt: skip
    parser.add_argument("--calibrate", choices=["platt", "isotonic"], help="recalibrate the probabilities first")
    parser.add_argument(
        "--by",
        choices=["claim_kind", "source_type", "length"],
        help="choose a threshold for each slice with enough labels",
    )
    parser.add_argument("--width", type=float, default=0.1, help="width of the interval wanted (0.1 unless set)")
    parser.add_argument("--name", help="name of the profile; its file's name unless set")
    parser.add_argument("--author", help="who answers for it; the reviewer of the settings unless set")
    parser.add_argument("--out", required=True, metavar="FILE", help="where the profile is written, as JSON")


def run(chosen: argparse.Namespace) -> int:
    """Tune, print a report and write the profile.

    Returns 0, or 1 when lines of the file could not be used. Raises ``InvalidInput`` when nothing can be tuned.
    """
    from rich.console import Console  # noqa: PLC0415 - what follows loads statistics libraries

    from critique_core.batch import labels as gathering  # noqa: PLC0415
    from critique_core.cli.tune_report import print_profile  # noqa: PLC0415
    from critique_core.settings import load_settings  # noqa: PLC0415
    from critique_core.tuning.fitting import tune  # noqa: PLC0415
    from critique_core.tuning.profiles import profile_of, write_profile  # noqa: PLC0415

    if not 0 < chosen.width <= 1:
        raise InvalidInput(f"--width {chosen.width:g}: must lie above 0 and be at most 1")
    if chosen.labels is not None:
        keep_input(chosen.labels, chosen.out)
    objective, settings = _objective(chosen), load_settings()
    origins: tuple[Origin, ...] = ("human", *chosen.include)
    faults, verifier = (), None
    if chosen.labels is None:
        labels, verifier = gathering.from_store(settings, origins)
    else:
        labels, faults = gathering.from_file(Path(chosen.labels), origins)
    tuning = tune(labels, objective, calibrator=chosen.calibrate, by=chosen.by, width=chosen.width)
    profile = profile_of(
        tuning,
        name=chosen.name or Path(chosen.out).stem,
        author=chosen.author or settings.reviewer,
        created_at=datetime.now(UTC),
        verifier=verifier.spec if verifier else None,
    )
    write_profile(profile, Path(chosen.out))
    print_profile(profile, tuning, Console(highlight=False, emoji=False, markup=False))
    return 1 if faults else 0


def _objective(chosen: argparse.Namespace) -> "Objective":
    from pydantic import ValidationError  # noqa: PLC0415

    from critique_core.models.request import explain  # noqa: PLC0415
    from critique_core.tuning.objectives import Objective  # noqa: PLC0415

    for objective, option in _NEEDED.items():
        given = getattr(chosen, option) is not None
        if objective == chosen.objective and not given:
            raise InvalidInput(f"--objective {objective}: needs --{option}; see claimlens tune --help")
        if objective != chosen.objective and given:
            raise InvalidInput(f"--{option}: is for --objective {objective} alone; leave it out")
    miss, alarm = _costs(chosen.cost)
    given = {"alpha": chosen.alpha, "beta": chosen.beta, "floor": chosen.floor, "miss_cost": miss, "alarm_cost": alarm}
    try:
        return Objective.model_validate({"name": chosen.objective.replace("-", "_"), **given})
    except ValidationError as error:
        raise InvalidInput(f"--objective {chosen.objective}: {explain(error).replace('request: ', '')}") from error


def _costs(text: str | None) -> tuple[float | None, float | None]:
    if text is None:
        return None, None
    miss, colon, alarm = text.partition(":")
    try:
        if colon:
            return float(miss), float(alarm)
    except ValueError:
        pass
    raise InvalidInput(f"--cost {text!r}: write the cost of a miss and of a false alarm, such as 5:1")
