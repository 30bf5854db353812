"""Two sources that part on a claim in one place: each one's words for it are tried in the other one's statement.

"The pool opens at 7" and "the pool opens its doors at 9": the first source bears out "the pool opens its doors at 7",
the second "the pool opens at 9", so both are about one thing. Sources on another size, tier or time do not bear each
other out: "twelve of the hotel's rooms face the lake" next to "the hotel has 48 rooms".
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

import regex

from critique_core.contradictions.differences import differences, same_value
from critique_core.contradictions.within_draft import much_alike
from critique_core.language.sentence import Sentence, Word, analyse
from critique_core.language.similarity import is_among
from critique_core.language.statements import is_finite
from critique_core.models import Claim, ClaimCandidates, Evidence, Relation, Unit
from critique_core.text.languages import language_of
from critique_core.typed_values import compare
from critique_core.typed_values.mentions import Mention
from critique_core.verifiers.relating import Relate

MOST_READ = 12
"""Statements of sources that are read with the claims' words in one request; a request without any costs nothing."""

_ENGLISH = "en"
_PARTED = 0.63  # of the two readings' product; chosen on the open part of tests/data/sources_apart.jsonl, as the next
_DENIED = 0.5
_TWO_THINGS = 0.3
_SUPPORTING = 0.5  # share of the shorter statement's weight that a supporting one has at least
_RIVAL = 0.4  # of the other one: what parts them counts in it as well
_MOST_PLACES = 3
_STARTS = regex.compile(r"(?<!\bSt)[.!?;]\s+|(?:\A|(?<=[.!?;] ))[^.!?;:]{1,40}:\s+(?=(?:\S+\s+){3})")
_ENDS = regex.compile(r"[.!?](?=\s|\Z)|[;,:](?=\s)| [(–—]")
_DENIAL = regex.compile(
    r"\bmust (?:not|never)\b| (?:do|does|did)(?: not|n['’]t)\b| (?:not|never)\b|n't\b|(?<=\bcan)not\b|\bno (?=\p{L})",
    regex.IGNORECASE,
)

_Place = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Crossing:
    """A claim with another statement's words and that statement with the claim's; ``claim`` is empty for a denial."""

    claim: str
    other: str


class Stated(NamedTuple):
    """A sentence of a source."""

    source_id: str
    unit: Unit

    def evidence(self, relation: Relation) -> Evidence:
        """The whole sentence as evidence."""
        unit = self.unit
        return Evidence(source_id=self.source_id, quote=unit.text, start=unit.start, end=unit.end, relation=relation)


class Parted(NamedTuple):
    """What one source says for a claim, and what another says against it."""

    supporting: Evidence
    contradicting: Evidence


def parted(
    claims: Sequence[Claim], candidates: Sequence[ClaimCandidates], relate: Relate, *, but: Collection[str] = ()
) -> dict[str, Parted]:
    """The English claims, by id, on which two sources part, read off their passages; none of the claims in ``but``.

    At most ``MOST_READ`` pairs of statements are read, in the order of the claims.
    """
    passages = {found.claim_id: found for found in candidates}
    found: dict[str, Parted] = {}
    pairs = (
        (claim, pro, con)
        for claim in claims
        if claim.checkable and claim.id in passages and claim.id not in but
        for pro, con in _rivals(claim.text, passages[claim.id])
    )
    for claim, pro, con in islice(pairs, MOST_READ):
        if claim.id not in found and _part(claim.text, pro.unit.text, con.unit.text, relate):
            found[claim.id] = Parted(pro.evidence("supports"), con.evidence("contradicts"))
    return found


def about_two_things(claim: str, supporting: str, other: str, relate: Relate) -> bool:
    """Whether two English statements that seem to part on a claim bear nothing of each other out.

    False where that cannot be read, and where they part in no value, name or opposite.
    """
    rates = [_borne_out(one, (claim, supporting, other), relate) for one in crossings(claim, other)]
    return bool(rates) and all(rate is not None and rate < _TWO_THINGS for rate in rates)


def _part(claim: str, supporting: str, other: str, relate: Relate) -> bool:
    return any(
        (_borne_out(one, (claim, supporting, other), relate, least) or 0.0) >= least
        for one in crossings(claim, other)
        for least in (_PARTED if one.claim else _DENIED,)
    )


def _borne_out(
    crossed: Crossing, statements: tuple[str, str, str], relate: Relate, least: float = _TWO_THINGS
) -> float | None:
    """How far each source bears out what the other says with its own words put in, 0 to 1; exact from ``least`` on."""
    claim, supporting, other = statements
    first = relate("supports", crossed.claim, other) if crossed.claim else relate("excludes", claim, other)
    if first is None or first < least:
        return first
    second = relate("supports", crossed.other, supporting)
    return None if second is None else first * second


def _rivals(claim: str, found: ClaimCandidates) -> Iterator[tuple[Stated, Stated]]:
    """Sentences of two sources, of which one may support the claim and the other differs from it in one place."""
    sentences = {
        (ranked.passage.source_id, unit.start): Stated(ranked.passage.source_id, unit)
        for ranked in found.passages
        for unit in ranked.passage.units
        if much_alike(claim, unit.text, _ENGLISH)
    }
    if len({source_id for source_id, _ in sentences}) < 2:
        return
    if language_of(" ".join([claim, *(one.unit.text for one in sentences.values())])) != _ENGLISH:
        return
    shared = {key: differences(claim, one.unit.text, _ENGLISH).shared for key, one in sentences.items()}
    crossed = {key: bool(crossings(claim, one.unit.text)) for key, one in sentences.items()}
    ranked = sorted(sentences, key=lambda key: -shared[key])
    for con in ranked:
        if not crossed[con] or shared[con] < _RIVAL:
            continue
        pro = next((k for k in ranked if k[0] != con[0] and not crossed[k] and shared[k] >= _SUPPORTING), None)
        if pro is not None:
            yield sentences[pro], sentences[con]


def crossings(claim: str, other: str) -> tuple[Crossing, ...]:
    """The place in which two English statements part, the words of either put into the other, for each way to read it.

    Nothing for statements that agree, or of which a second name or value of the claim says that they mention two cases.
    """
    one, two = analyse(claim, _ENGLISH), analyse(other, _ENGLISH)
    values, names = _values_alone(one, two), _names_alone(one, two)
    if len(values) + len(names) > 1:
        return ()
    if values or names:
        places = _rival_values(one, two, values[0]) if values else _rival_names(one, two, names[0])
        found = [_crossed(one, two, *both, cut=True) for both in places]
    else:
        turned = [_crossed(one, two, *both, cut=False) for both in _opposites(one, two)]
        found = turned or [*_undenied(one, two)]
    return tuple(found[:_MOST_PLACES])


def _crossed(one: Sentence, two: Sentence, mine: _Place, theirs: _Place, *, cut: bool) -> Crossing:
    return Crossing(
        claim=one.text[: mine[0]] + two.text[slice(*theirs)] + one.text[mine[1] :],
        other=_clause(one, two, theirs, one.text[slice(*mine)], cut=cut),
    )


def _clause(one: Sentence, two: Sentence, place: _Place, words: str, *, cut: bool) -> str:
    """The clause at a place with other words there, if ``cut`` without what it goes on to say and the claim does not.

    "18 March by both delegations" is of the same signing; "not cars" and "closed to cars" turn on what follows.
    """
    text = two.text
    first = max((m.end() for m in _STARTS.finditer(text, 0, place[0])), default=0)
    ends = _ENDS.search(text, place[1])
    last = ends.start() if ends else len(text)
    shared = max(
        (w.token.end for w in two.words if w.token.end <= last and is_among(w, one.words, _ENGLISH)), default=0
    )
    kept = max(shared, place[1])
    if cut and any(first <= t.start and t.end <= kept and is_finite(two.tokens, i) for i, t in enumerate(two.tokens)):
        last = kept
    clause = f"{text[first : place[0]]}{words}{text[place[1] : last]}".strip().rstrip(".")
    return f"{clause[:1].upper()}{clause[1:]}."


def _values_alone(one: Sentence, two: Sentence) -> list[Mention]:
    return [mine for mine in one.mentions if not any(same_value(mine, other) for other in two.mentions)]


def _rival_values(one: Sentence, two: Sentence, mine: Mention) -> Iterator[tuple[_Place, _Place]]:
    for theirs in two.mentions:
        if compare.comparable(mine, theirs) and not any(same_value(own, theirs) for own in one.mentions):
            yield (mine.start, mine.end), (theirs.start, theirs.end)


def _rival_names(one: Sentence, two: Sentence, mine: _Place) -> Iterator[tuple[_Place, _Place]]:
    yield from ((mine, theirs) for theirs in _names_alone(two, one))


def _names_alone(sentence: Sentence, other: Sentence) -> list[_Place]:
    """Stretches of names that the other sentence has not, values left out."""
    found: list[_Place] = []
    for word in sentence.words:
        token = word.token
        if not token.name or is_among(word, other.words, _ENGLISH) or _valued(sentence, word):
            continue
        if found and token.start - found[-1][1] <= 1:
            found[-1] = found[-1][0], token.end
        else:
            found.append((token.start, token.end))
    return found


def _valued(sentence: Sentence, word: Word) -> bool:
    return any(m.start <= word.token.start < m.end for m in sentence.mentions)


def _opposites(one: Sentence, two: Sentence) -> Iterator[tuple[_Place, _Place]]:
    for found in differences(one.text, two.text, _ENGLISH).differences:
        if found.kind == "opposite":
            yield _at(one, found.first), _at(two, found.second)


def _at(sentence: Sentence, word: str) -> _Place:
    """The first token that is the word; a preposition is named in small letters even where it opens the sentence."""
    return next((t.start, t.end) for t in sentence.tokens if word in (t.text, t.norm))


def _undenied(one: Sentence, two: Sentence) -> Iterator[Crossing]:
    """The other statement without its denial, where the claim denies nothing."""
    denial = _DENIAL.search(two.text)
    if denial is not None and _DENIAL.search(one.text) is None:
        allowed = "may" if denial.group().startswith("must") else ""
        yield Crossing(claim="", other=_clause(one, two, denial.span(), allowed, cut=False))
