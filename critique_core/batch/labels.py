"""The labels that ``claimlens tune`` uses, from a file or from the store, with a report of what is left out."""

import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from critique_core.assembly import answer_cache, critic, open_store
from critique_core.errors import InvalidInput
from critique_core.given_files import never_ends
from critique_core.labels.adjudication import counted
from critique_core.labels.new_claims import NewClaims
from critique_core.models import Critique, Decision, Item, Origin, VerifierSpec
from critique_core.reports import words
from critique_core.settings import Settings
from critique_core.text.harmless import harmless
from critique_core.tuning.label_files import LineFault, read_labels
from critique_core.tuning.labels import ORIGINS, Gathered, Label, gathered, labels_of, of_origins
from critique_core.verifiers.base import Verifier


def from_file(path: Path, origins: Sequence[Origin]) -> tuple[tuple[Label, ...], tuple[LineFault, ...]]:
    """The labels of a file, and its bad lines, which are reported on standard error too.

    Raises ``InvalidInput`` when it cannot be read or holds no label of these origins.
    """
    if problem := never_ends(path):
        raise InvalidInput(f"{path}: {problem}")
    try:
        with path.open("rb") as lines:
            found = read_labels(lines)
    except OSError as error:
        raise InvalidInput(f"{path}: cannot be read: {error.strerror}") from error
    for fault in found.faults:
        _tell(f"{path}, line {fault.line}: {fault.message}")
    kept = _kept(found.labels, origins)
    if not kept:
        raise InvalidInput(f"{path}: holds no label to tune on; write one on a line, as docs/tuning.md shows")
    return kept, found.faults


def from_store(settings: Settings, origins: Sequence[Origin]) -> tuple[tuple[Label, ...], VerifierSpec]:
    """The stored decisions on what the verifier of the settings has judged, and that verifier.

    Claims that reviewers made count as well: the verifier reads each once, and the answer is kept on disk.

    Raises ``InvalidInput`` when there are none of these origins, and as ``critic`` and ``open_store`` do.
    """
    with open_store(settings, there=True) as store:
        judge = critic(settings).verifier
        verifier, made = judge.spec, NewClaims(answer_cache(settings))
        found = gathered(of_review(*one, made, judge) for one in store.labelled(ORIGINS))
    for reason, count in found.left_out.items():
        _tell(f"{words.counted(count, 'decided claim')} left out: {reason}")
    fitting = [label for label in found.labels if label.verifier_fingerprint == verifier.fingerprint]
    if others := len(found.labels) - len(fitting):
        _tell(f"{words.counted(others, 'decided claim')} left out: another verifier judged it (run claimlens rescore)")
    kept = _kept(fitting, origins)
    if not kept:
        raise InvalidInput("there are no labels to tune on; label some answers of the queue, or give a file: --labels")
    return kept, verifier


def of_review(
    item: Item, critique: Critique, events: Sequence[Decision], made: NewClaims, verifier: Verifier | None
) -> Gathered:
    """The labels of one answer. ``verifier`` reads the claims that reviewers made of it; without it these give none.

    An example or a pasted answer gives none unless it was put into the queue: it was tried, not drawn from the work.
    """
    counting = counted(item, events)
    found = labels_of(made.reshaped(critique, counting, verifier), counting, source_group=item.source_group)
    if item.import_id is not None or not found.labels:
        return found
    return Gathered(left_out={"the answer was not put into the queue": len(found.labels)})


def _kept(labels: Sequence[Label], origins: Sequence[Origin]) -> tuple[Label, ...]:
    kept = of_origins(labels, origins)
    left = Counter(label.origin for label in labels if label.origin not in origins)
    for origin, count in left.items():
        told = words.counted(count, f"{origin} label")
        _tell(f"{told} left out: only people's labels tune, unless --include {origin} is given")
    return kept


def _tell(message: str) -> None:
    """Write to standard error; the message may repeat what a file held, so it is made harmless first."""
    for line in message.splitlines():
        print(f"claimlens: {harmless(line)}", file=sys.stderr)  # noqa: T201
