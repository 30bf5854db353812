"""The error-injection battery: how many errors of each kind, put into supported claims, a verifier notices."""

import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from critique_core.citations import checks
from critique_core.claims.extraction import extract
from critique_core.errors import InvalidInput
from critique_core.evidence.index import SourceIndex
from critique_core.examples import load_examples
from critique_core.metrics.accuracy import wilson
from critique_core.models import Claim, CritiqueRequest, Profile, Status, Value, VerifiedClaim
from critique_core.mutations import KINDS, Kind, Mutation, mutations
from critique_core.pipeline.checking import readable
from critique_core.pipeline.stated import with_stated
from critique_core.scoring import statuses
from critique_core.typed_values.weekdays import day_named, weekdays
from critique_core.verifiers.base import Verifier
from critique_core.verifiers.run import verify

_ROUNDS = 6
"""How often other values are drawn for the same places, where a kind has fewer places than mutations asked for."""
_APART = 1_000_003
_STATED: frozenset[Kind] = frozenset(("number", "percentage", "money", "date", "time", "version", "identifier", "name"))
"""Kinds of values: what a source states in other words, or has of something else, might leave the claim true."""

Tell = Callable[[int, int], None]


class Judgement(Value):
    """A claim and the status that it got; of a mutated one also what was changed. ``claim`` is as a draft has it."""

    claim: str
    status: Status
    old: str = ""
    new: str = ""
    was: str = ""


class KindRecall(Value):
    """Of ``made`` mutations of a kind, ``caught`` have a status other than supported; recall is 0 to 1, or ``None``."""

    kind: Kind
    made: int
    caught: int
    recall: float | None
    interval: tuple[float, float] | None
    missed: tuple[Judgement, ...] = ()


class Battery(Value):
    """What a verifier noticed. ``alarms`` are claims without an error that are not called supported.

    Intervals are Wilson's, of 95 %, and take trials as independent, which mutations of one claim are not quite.
    """

    verifier: str
    seed: int
    per_kind: int
    kinds: tuple[KindRecall, ...]
    claims: int
    false_alarms: int
    false_alarm_rate: float | None
    false_alarm_interval: tuple[float, float] | None
    alarms: tuple[Judgement, ...] = ()


@dataclass(frozen=True, slots=True)
class Supported:
    """A request whose claims its sources support, but for those that touch a stretch in ``planted``."""

    request: CritiqueRequest
    planted: tuple[tuple[int, int], ...] = ()


def shipped() -> tuple[Supported, ...]:
    """The examples that have sources, without what is untrue on purpose."""
    found: list[Supported] = []
    for example in load_examples():
        draft = example.request.draft
        places = tuple((at, at + len(p.text)) for p in example.planted if (at := draft.find(p.text)) >= 0)
        if example.request.sources:
            found.append(Supported(example.request, places))
    return tuple(found)


def run(
    supported: Sequence[Supported],
    verifier: Verifier,
    *,
    per_kind: int = 20,
    seed: int = 0,
    profile: Profile | None = None,
    tell: Tell | None = None,
) -> Battery:
    """Judge every claim, then ``per_kind`` mutations of each kind, fewer where the drafts have no more places.

    Each mutation is alone in its draft, and only the claims that it touches are judged. The same requests and seed
    give the same mutations. ``tell`` is called with the judgements made and those to make. Raises ``InvalidInput``
    without any claim to judge.
    """
    bench = [_Draft(one, verifier, profile or Profile()) for one in supported]
    judged = [claim for draft in bench for claim in draft.judged()]
    if not judged:
        raise InvalidInput("no claim that sources could support; give requests with drafts and sources")
    drawn: list[tuple[Kind, _Draft, Mutation]] = [
        (kind, draft, change) for kind in KINDS for draft, change in _drawn(bench, kind, per_kind, seed)
    ]
    outcomes: dict[Kind, list[Judgement]] = {kind: [] for kind in KINDS}
    for done, (kind, draft, change) in enumerate(drawn, start=1):
        outcomes[kind].append(draft.outcome(change))
        if tell:
            tell(done, len(drawn))
    alarms = [Judgement(claim=claim.text, status=claim.status) for claim in judged if claim.status != "supported"]
    return Battery(
        verifier=verifier.spec.spec,
        seed=seed,
        per_kind=per_kind,
        kinds=tuple(_recall(kind, found) for kind, found in outcomes.items()),
        claims=len(judged),
        false_alarms=len(alarms),
        false_alarm_rate=len(alarms) / len(judged),
        false_alarm_interval=wilson(len(alarms), len(judged)),
        alarms=tuple(alarms),
    )


def _recall(kind: Kind, outcomes: Sequence[Judgement]) -> KindRecall:
    missed = tuple(one for one in outcomes if one.status in ("supported", "not_checkable"))
    made, caught = len(outcomes), len(outcomes) - len(missed)
    share = caught / made if made else None
    return KindRecall(kind=kind, made=made, caught=caught, recall=share, interval=wilson(caught, made), missed=missed)


class _Draft:
    """One draft with its sources read and its claims found."""

    def __init__(self, supported: Supported, verifier: Verifier, profile: Profile) -> None:
        self._request, _ = readable(supported.request)
        self._verifier, self._profile = verifier, profile
        self._index = SourceIndex(self._request.sources)
        self._names = checks.names(self._request.sources)
        self.text = self._request.draft
        self.claims = tuple(c for c in self._claims(self.text) if c.checkable and not _touches(c, supported.planted))
        self._contents = "\n".join(source.content for source in self._request.sources)
        self._found: dict[int, tuple[Mutation, ...]] = {}
        self._days = weekdays(self._contents)

    def judged(self) -> tuple[VerifiedClaim, ...]:
        """The supported claims with what the verifier says of them."""
        return self._judge(self._request, self.claims)

    def mutations(self, kind: Kind, seed: int) -> Iterator[Mutation]:
        """The changes of a kind that make a supported claim untrue."""
        if seed not in self._found:
            self._found[seed] = mutations(self.text, seed)
        for mutation in self._found[seed]:
            touched = any(claim.start <= mutation.start and mutation.end <= claim.end for claim in self.claims)
            if mutation.kind == kind and touched and self._is_false(mutation):
                yield mutation

    def outcome(self, mutation: Mutation) -> Judgement:
        """What becomes of the claims that a mutation touches: the first status that is not supported, if any."""
        text = mutation.applied(self.text)
        request = self._request.model_copy(update={"draft": text})
        before = 0 if mutation.new else 1  # of what was dropped, the neighbours are left
        place = ((mutation.start - before, mutation.start + max(1, len(mutation.new))),)
        touched = tuple(claim for claim in self._claims(text) if _touches(claim, place))
        found = self._judge(request, touched)
        told = next((c for c in found if c.status not in ("supported", "not_checkable")), found[0] if found else None)
        was = next(c for c in self.claims if c.start <= mutation.start and mutation.end <= c.end)
        return Judgement(
            claim=text[told.start : told.end] if told else "",
            status=told.status if told else "not_checkable",
            old=mutation.old,
            new=mutation.new,
            was=self.text[was.start : was.end],
        )

    def _claims(self, draft: str) -> tuple[Claim, ...]:
        return with_stated(extract(draft, source_names=self._names), self._index)

    def _judge(self, request: CritiqueRequest, claims: tuple[Claim, ...]) -> tuple[VerifiedClaim, ...]:
        checkable = tuple(claim for claim in claims if claim.checkable)
        verdicts = verify(request, checkable, self._index.candidates(checkable), self._verifier, lambda _: None)
        return statuses.assign(claims, verdicts, self._profile, draft=request.draft, sources=request.sources)

    def _is_false(self, mutation: Mutation) -> bool:
        """Whether the changed claim is surely untrue: for a value or name, a source has the old one, none the new."""
        if mutation.kind not in _STATED:
            return True
        day = day_named(mutation.new)
        if day is not None and day in self._days:
            return False
        return self._states(mutation.old) and not self._states(mutation.new)

    def _states(self, words: str) -> bool:
        return re.search(rf"(?<!\w){re.escape(words)}(?!\w)", self._contents, re.IGNORECASE) is not None


def _touches(claim: Claim, places: Sequence[tuple[int, int]]) -> bool:
    return any(claim.start < end and start < claim.end for start, end in places)


def _drawn(bench: Sequence[_Draft], kind: Kind, count: int, seed: int) -> list[tuple[_Draft, Mutation]]:
    """``count`` mutations of a kind at random, each place once before any has another value."""
    chosen: dict[tuple[int, int, str], tuple[_Draft, Mutation]] = {}
    for turn in range(_ROUNDS):
        if len(chosen) >= count:
            break
        own = seed + turn * _APART
        pool = [(number, m) for number, draft in enumerate(bench) for m in draft.mutations(kind, own)]
        random.Random(f"{seed} {turn} {kind}").shuffle(pool)  # noqa: S311 - a draw to be repeated, no secret
        for number, mutation in pool:
            if len(chosen) < count:
                chosen.setdefault((number, mutation.start, mutation.new), (bench[number], mutation))
    return list(chosen.values())
