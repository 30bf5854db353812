"""Labels from the store and the tunings on them: computed in a thread, kept while nothing changes."""

from collections import Counter, OrderedDict
from collections.abc import Callable, Hashable, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

from components.work.jobs import Job, Jobs, Progress
from components.work.stored_claims import StoredClaim, stored_claims
from components.work.tuning_curves import Chart, prepared_charts
from critique_core.batch.labels import of_review
from critique_core.errors import InvalidInput
from critique_core.labels.adjudication import counted
from critique_core.labels.new_claims import NewClaims
from critique_core.labels.reshape import reshape
from critique_core.models import Origin, VerifierSpec
from critique_core.store import ReviewFilter, Store
from critique_core.tuning.calibrators import CalibratorKind
from critique_core.tuning.fitting import Prepared, Tuning, fitted, prepare
from critique_core.tuning.labels import ORIGINS, Gathered, Label, gathered, of_origins
from critique_core.tuning.objectives import Objective
from critique_core.verifiers.base import Verifier

_KEPT = 4  # prepared sets of labels; at 10,000 answers each takes 40 MB
ALL = "all"
"""The labels of all verifiers together, which can be compared but not tuned on."""


@dataclass(frozen=True)
class Stored:
    """All labels of the store, how many were left out by reason, and the verifiers by fingerprint.

    ``claims`` are the labelled answers' claims, by the ids of critique and claim.
    """

    labels: tuple[Label, ...]
    left_out: dict[str, int]
    verifiers: dict[str, str]
    claims: Mapping[tuple[str, str], StoredClaim] = field(default_factory=dict[tuple[str, str], StoredClaim])

    def claim(self, label: Label) -> StoredClaim | None:
        """The claim that a label is of."""
        return self.claims.get((label.answer, label.claim))

    def counts(self, verifier: str) -> Counter[Origin]:
        """How many labels a verifier's probabilities have, by origin."""
        return Counter(label.origin for label in self.labels if verifier in (ALL, label.verifier_fingerprint))


@dataclass(frozen=True)
class Wanted:
    """What to tune: which labels, and which objective."""

    origins: tuple[Origin, ...]
    verifier: str
    objective: Objective
    calibrator: CalibratorKind | None = None
    by: str | None = None
    width: float = 0.1


@dataclass(frozen=True)
class Outcome:
    """Prepared labels, and the threshold chosen on them or why none could be.

    ``uncalibrated`` says why the requested calibrator could not be fitted.
    """

    prepared: Prepared
    tuning: Tuning | None
    charts: tuple[Chart, ...] = ()
    refused: str | None = None
    uncalibrated: str | None = None


class Tunings:
    """The last results; share one between sessions."""

    def __init__(self, workers: Executor, *, made: NewClaims | None = None) -> None:
        """``made`` remembers the verdicts on claims that reviewers made."""
        self._made = made or NewClaims()
        self._gathered = Jobs(workers, kept=2)
        self._outcomes = Jobs(workers, kept=4 * _KEPT)
        self._prepared: OrderedDict[Hashable, Prepared] = OrderedDict()
        self._lock = Lock()

    def stored(self, store: Store, verifier: Verifier | None) -> Job[Stored]:
        """The labels of the store as it is now. ``verifier`` judges the claims that reviewers made."""
        key = store.version(), verifier.spec.fingerprint if verifier else None
        return self._gathered.of(key, _gathering(store, self._made, verifier))

    def outcome(self, store: Store, stored: Stored, wanted: Wanted) -> Job[Outcome]:
        """The threshold wanted, chosen on these labels."""
        now = store.version()

        def work(_progress: Progress) -> Outcome:
            return self._outcome(now, stored, wanted)

        return self._outcomes.of((now, repr(wanted)), work)

    def _outcome(self, now: Hashable, stored: Stored, wanted: Wanted) -> Outcome:
        fitting = [one for one in stored.labels if wanted.verifier in (ALL, one.verifier_fingerprint)]
        labels, uncalibrated = of_origins(fitting, wanted.origins), None
        try:
            ready = self._ready((now, wanted.origins, wanted.verifier, wanted.calibrator), labels, wanted.calibrator)
        except InvalidInput as error:
            uncalibrated = str(error)
            ready = self._ready((now, wanted.origins, wanted.verifier, None), labels, None)
        tuning, refused = None, None
        try:
            tuning = fitted(ready, wanted.objective, by=wanted.by, width=wanted.width)
        except InvalidInput as error:
            refused = str(error)
        charts = prepared_charts(ready, wanted.objective, tuning) if ready.on else ()
        return Outcome(ready, tuning, charts, refused, uncalibrated)

    def _ready(self, key: Hashable, labels: tuple[Label, ...], calibrator: CalibratorKind | None) -> Prepared:
        with self._lock:
            if key not in self._prepared:
                self._prepared[key] = _warmed(prepare(labels, calibrator=calibrator))
            self._prepared.move_to_end(key)
            while len(self._prepared) > _KEPT:
                self._prepared.popitem(last=False)
            return self._prepared[key]


def _warmed(prepared: Prepared) -> Prepared:
    """Compute the parts that every place of the slider needs."""
    for curves in (prepared.tuned_on, prepared.held_out):
        if curves.probability.size:
            _ = curves.points, curves.summary, curves.reliability, curves.baselines, curves.by_slice(0.5)
    return prepared


def _gathering(store: Store, made: NewClaims, verifier: Verifier | None) -> Callable[[Progress], Stored]:
    def work(progress: Progress) -> Stored:
        total = max(store.search(ReviewFilter(limit=1)).total, 1)
        parts: list[Gathered] = []
        verifiers: dict[str, str] = {}
        claims: dict[tuple[str, str], StoredClaim] = {}
        for done, (item, critique, events) in enumerate(store.labelled(ORIGINS)):
            progress("labels", min(done / total, 1.0))
            verifiers[critique.verifier.fingerprint] = critique.verifier.spec
            parts.append(of_review(item, critique, events, made, verifier))
            known = stored_claims(item, reshape(critique, counted(item, events)), events)
            claims |= {(critique.id, claim_id): claim for claim_id, claim in known.items()}
        found = gathered(parts)
        return Stored(found.labels, found.left_out, verifiers, claims)

    return work


def verifier_name(fingerprint: str, stored: Stored, current: VerifierSpec | None) -> str:
    """A verifier's name with the beginning of its fingerprint, and whether it is in use."""
    if fingerprint == ALL:
        return "All of them, to compare"
    known: dict[str, Any] = {**stored.verifiers, **({current.fingerprint: current.spec} if current else {})}
    in_use = ", in use" if current and fingerprint == current.fingerprint else ", not in use"
    return f"{known.get(fingerprint, 'unknown')} ({fingerprint[:8]}{in_use})"
