"""Verifying claims that reviewers made of a draft that was critiqued before: against all its sources, each on its own.

Not a stage: it holds the stages that a claim goes through, as ``pipeline`` does for a whole draft.
"""

from collections import OrderedDict
from collections.abc import Generator, Iterable, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from threading import Lock
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from critique_core.evidence.index import SourceIndex
from critique_core.labels.reshape import reshape
from critique_core.models import Claim, Critique, Decision, Profile, Verdict, VerifiedClaim
from critique_core.provenance import fingerprint
from critique_core.scoring import statuses
from critique_core.text.injections import without_orders
from critique_core.verifiers import run
from critique_core.verifiers.base import Verifier

if TYPE_CHECKING:
    from critique_core.runs.answer_cache import AnswerCache

_KEPT = 20_000  # verdicts in memory, of some kilobytes each
_LOCKS = 256


def judge(critique: Critique, claims: Sequence[Claim], *, verifier: Verifier) -> tuple[VerifiedClaim, ...]:
    """The claims with a verdict of ``verifier`` and the status that the critique's profile gives it, in order.

    A verifier may read neighbouring claims together, so each is read alone: what it says of one does not depend on the
    order in which reviewers made the others. Evidence that a reviewer has pointed to stays in place of the verifier's.
    A verifier that cannot be used leaves claims unverified, with the failure.
    """
    return _decided(critique, claims, _verdicts(critique, claims, verifier))


class NewClaims:
    """Claims that reviewers made, each read by a verifier once: share one between all who ask.

    Verdicts are kept in memory and, with a ``cache``, on disk, by the fingerprint of request, claim and verifier. One
    that failed is not kept on disk, and in memory neither: the next who asks tries again.
    """

    def __init__(self, cache: "AnswerCache | None" = None) -> None:
        self._cache = cache
        self._known: OrderedDict[str, Verdict] = OrderedDict()
        self._memory = Lock()  # never held while a verifier reads
        # Two who ask for the same claim must not both read it; keys share a lock by chance alone.
        self._reading = tuple(Lock() for _ in range(_LOCKS))

    def reshaped(self, critique: Critique, decisions: Iterable[Decision], verifier: Verifier | None) -> Critique:
        """What ``labels.reshape`` makes of the critique, new claims with the word of the verifier that judged it.

        Another verifier's probabilities mean something else, so with that one, or none, new claims stay unverified.
        """
        if verifier is None or verifier.spec.fingerprint != critique.verifier.fingerprint:
            return reshape(critique, decisions)
        return reshape(critique, decisions, judge=lambda claims: self.judged(critique, claims, verifier))

    def judged(self, critique: Critique, claims: Sequence[Claim], verifier: Verifier) -> tuple[VerifiedClaim, ...]:
        """As ``judge``, from memory where this verifier has read the claim before."""
        asked = critique.request.fingerprint, verifier.spec.fingerprint
        keys = {claim.id: fingerprint(["new claim", *asked, claim.id, claim.kind]) for claim in claims}
        wanted = {claim.id: keys[claim.id] for claim in claims if claim.checkable}
        known = self._recalled(wanted)
        if len(known) < len(wanted):
            with self._alone(key for claim_id, key in wanted.items() if claim_id not in known):
                known = self._recalled(wanted)
                missing = [claim for claim in claims if claim.id in wanted and claim.id not in known]
                found = {one.claim_id: one for one in _verdicts(critique, missing, verifier)}
                self._keep({keys[claim_id]: one for claim_id, one in found.items() if one.failure is None})
            known |= found
        return _decided(critique, claims, [known[claim.id] for claim in claims if claim.id in known])

    @contextmanager
    def _alone(self, keys: Iterable[str]) -> Generator[None]:
        with ExitStack() as held:
            for number in sorted({int(key[:8], 16) % _LOCKS for key in keys}):  # in one order: no two wait in a ring
                held.enter_context(self._reading[number])
            yield

    def _recalled(self, keys: Mapping[str, str]) -> dict[str, Verdict]:
        with self._memory:
            known = {key: self._known[key] for key in keys.values() if key in self._known}
        told = [key for key in keys.values() if key not in known]
        on_disk = self._cache.get(told) if self._cache and told else {}
        read = {key: one for key, given in on_disk.items() if (one := _read(given)) is not None}
        self._remember(read)
        known |= read
        return {claim_id: known[key] for claim_id, key in keys.items() if key in known}

    def _keep(self, verdicts: Mapping[str, Verdict]) -> None:
        if self._cache and verdicts:
            self._cache.put({key: one.model_dump(mode="json") for key, one in verdicts.items()})
        self._remember(verdicts)

    def _remember(self, verdicts: Mapping[str, Verdict]) -> None:
        with self._memory:
            self._known.update(verdicts)
            while len(self._known) > _KEPT:
                self._known.popitem(last=False)


def _read(given: Any) -> Verdict | None:
    try:
        return Verdict.model_validate(given)
    except ValidationError:  # written by another release
        return None


def _verdicts(critique: Critique, claims: Sequence[Claim], verifier: Verifier) -> list[Verdict]:
    request = critique.request
    read = request.model_copy(update={"sources": tuple(without_orders(source) for source in request.sources)})
    checkable = [claim for claim in claims if claim.checkable]
    verdicts: list[Verdict] = []
    if not checkable:
        return verdicts
    candidates = SourceIndex(read.sources).candidates(checkable)
    for claim, found in zip(checkable, candidates, strict=True):
        verdicts += run.verify(read, (claim,), (found,), verifier, _untold)
    return verdicts


def _decided(critique: Critique, claims: Sequence[Claim], verdicts: Sequence[Verdict]) -> tuple[VerifiedClaim, ...]:
    request = critique.request
    verified = statuses.assign(
        claims, verdicts, critique.profile or Profile(), draft=request.draft, sources=request.sources
    )
    return tuple(_as_pointed(new, old) for new, old in zip(verified, claims, strict=True))


def _untold(_done: float) -> None:
    pass


def _as_pointed(new: VerifiedClaim, old: Claim) -> VerifiedClaim:
    if not isinstance(old, VerifiedClaim) or old.verdict is None or new.verdict is None or not old.verdict.evidence:
        return new
    return new.model_copy(update={"verdict": new.verdict.model_copy(update={"evidence": old.verdict.evidence})})
