"""What a source only calls possible or planned, told as a fact: "has extended" for "may extend" or "plans to extend".

A plan is overstated by a claim that says it was carried out; what is only possible or considered, by one that says that
it is so or will be; what is over ("used to live"), by one that says that it is so. Where another sentence near says it
plainly, the claim is left to that one. What "will" be done is left alone: of six claims of VitaminC that told it as
done, five were labelled supported, as a source may be older than its claim.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from critique_core.language.frames import acts
from critique_core.language.grammar import AUXILIARIES, base_of_third, is_participle, is_past
from critique_core.language.sentence import Sentence, Word
from critique_core.language.similarity import similarity
from critique_core.language.tokens import Token
from critique_core.text.word_classes import POSSIBILITY
from critique_core.verifiers.embedded.alignment.align import Alignment
from critique_core.verifiers.embedded.checks.base import Seen, between
from critique_core.verifiers.embedded.checks.modality import fit, is_plan

Doubt = Literal["possible", "considered", "planned", "over"]
Told = Literal["done", "is", "will"]
_SURE = 0.7
_SAME_VERB = 0.84
_LEAST_FIT = 0.7
_NEAR = 9
_MAY = frozenset("may might could".split())
_WILL = frozenset("will shall 'll ll".split())
_PASSED_OVER = frozenset(
    """be been being have has also now soon still even then first already again eventually finally all both only
    it him her them""".split()
)
_BELIEVED = frozenset("thought believed suspected rumoured rumored assumed supposed likely said appear seem".split())
_CONSIDERED = frozenset("consider propose suggest contemplate weigh discuss mull".split())
_PLANNED = frozenset(
    """plan intend hope want wish aim expect due set schedule go about ready seek try attempt agree offer promise
    threaten talk like prepare vow pledge""".split()
)
_MODAL = frozenset("can cannot may might could should must would ought need needs to".split()) | _WILL
_DOUBTING = POSSIBILITY | frozenset(
    "maybe possibility potential reportedly allegedly apparently if whether would unless when once until till".split()
)
_BEFORE_NOUNS = frozenset(
    """the a an of its their his her our my your no any some this that these those all each in on at for from by
    with""".split()
) | {""}
_PERFECT, _BE_NOW = frozenset("have has had having 've".split()), frozenset("is are 's".split())
_BE_THEN = frozenset("was were been got".split())
_BY_ITSELF = frozenset("automatically automatic itself unattended".split())
_BY_HAND = frozenset("manually".split())
_SOMEBODY = frozenset("you they he she we the a an someone somebody users customers".split())
_CLASH: dict[Doubt, frozenset[Told]] = {
    "possible": frozenset(("done", "is", "will")),
    "considered": frozenset(("done", "is", "will")),
    "planned": frozenset(("done",)),
    "over": frozenset(("is", "will")),
}


@dataclass(frozen=True, slots=True)
class _Doubted:
    """A verb of which a source doubts that it is so, and the tokens that say so with it, ``last`` among them."""

    verb: Word
    opening: int
    doubt: Doubt
    last: int


def overstatements(claim: Sentence, alignments: Sequence[Alignment]) -> Iterator[Seen]:
    """The first verb of the claim that is told as a fact and that its sources only call possible or planned."""
    if claim.functions & _DOUBTING or any(t.keys & _BELIEVED for t in claim.tokens) or is_plan(claim):
        return  # it is as careful as the source may be
    prose = [a for a in alignments if a.scope.unit.kind == "prose"]
    for word in claim.words:
        told = _told(claim, word)
        if told is None or word.denied:
            continue
        found = [(a, d) for a in prose for d in _doubts(a.scope.sentence) if _same(word, d.verb)]
        if not found or any(_is_plain(word, a.scope.sentence) for a in prose):
            continue
        for alignment, doubted in found:
            source = alignment.scope.sentence
            if told in _CLASH[doubted.doubt] and _is_of_it(claim, told, word, source, doubted):
                opening = source.tokens[doubted.opening]
                stated = source.text[opening.start : source.tokens[doubted.last].end]
                text = f"the draft says “{_phrase(claim, word)}”, the source only “{stated}”"
                yield alignment, between("modality", "conflicts", word.token, doubted.verb.token, text, _SURE)
                return


def unasked(claim: Sentence, alignments: Sequence[Alignment]) -> Iterator[Seen]:
    """A deed that the claim says happens by itself, and a source only once somebody has agreed or acted."""
    cue = next((t for t in claim.tokens if t.norm in _BY_ITSELF), None)
    deeds = [word for word in claim.words if acts(claim, word) and not word.denied]
    if cue is None or not deeds:
        return
    for alignment in alignments:
        source = alignment.scope.sentence
        only = next((i for i, t in enumerate(source.tokens) if t.norm in _BY_HAND or _only_once(source, i)), None)
        if only is None or any(t.norm in _BY_ITSELF for t in source.tokens):
            continue
        if any(_same(word, other) for word in deeds for other in source.words if other.index < only):
            token = source.tokens[only]
            stated = source.text[token.start :].split(",")[0].rstrip(". ")
            text = f"the draft says “{cue.text}”, the source “{stated}”"
            seen = between("modality", "conflicts", cue, token, text, _SURE)
            yield alignment, replace(seen, firm=True)
            return


def _only_once(source: Sentence, at: int) -> bool:
    """Whether "only" opens a condition here that somebody meets: "only after you confirm it"."""
    following = [t.norm for t in source.tokens[at + 1 : at + 5]]
    return (
        source.tokens[at].norm == "only"
        and following[:1] in (["after"], ["if"], ["when"], ["once"])
        and bool(_SOMEBODY.intersection(following))
    )


def _same(mine: Word, theirs: Word) -> bool:
    return bool(mine.keys & theirs.keys) or similarity(mine, theirs, "en") >= _SAME_VERB


def _told(claim: Sentence, word: Word) -> Told | None:
    """How the claim tells a verb: as done, as being so, or as what will be; ``None`` for no verb told as a fact."""
    norm, before = word.token.norm, _before(claim.tokens[i].norm for i in range(word.index - 1, -1, -1))
    if word.token.name:
        return None
    if before in _WILL:
        return "will"
    if is_participle(norm) and before in _PERFECT | _BE_THEN | _BE_NOW:
        return "is" if before in _BE_NOW else "done"
    if before not in _MODAL and base_of_third(norm) and before not in _BEFORE_NOUNS:
        return "is"  # "the drug causes liver damage", where it may be read as a noun
    return "done" if before not in _MODAL and is_past(norm) and acts(claim, word) else None


def _before(norms: Iterator[str]) -> str:
    """The word before a verb, adverbs and "been" passed over where a form of "have" or a modal may precede them."""
    return next((n for n in norms if n not in ("been", "be") and not _is_adverb(n)), "")


def _is_adverb(norm: str) -> bool:
    return norm.endswith("ly") or norm in ("also", "now", "soon", "already", "then", "finally", "just", "still")


def _phrase(claim: Sentence, word: Word) -> str:
    """The verb as the claim has it, with the "has" or "will" before it."""
    first = word.index
    while first and claim.tokens[first - 1].norm in _PERFECT | _BE_NOW | _BE_THEN | _WILL:
        first -= 1
    return claim.text[claim.tokens[first].start : word.token.end]


def _doubts(source: Sentence) -> Iterator[_Doubted]:
    for word in source.words:
        found = None if word.token.name or word.denied else _doubt(source, word)
        if found is not None:
            yield found


def _doubt(source: Sentence, word: Word) -> _Doubted | None:
    """What makes a verb of the source less than a fact, read back from it; "until" behind a past form ends it."""
    until = next((i for i in range(word.index + 1, min(word.index + _NEAR, len(source.tokens)))
                  if source.tokens[i].norm in ("until", "till")), None)  # fmt: skip
    before = source.tokens[word.index - 1].norm if word.index else ""
    if until is not None and is_past(word.token.norm) and acts(source, word) and before not in _BE_NOW | _BE_THEN:
        return _Doubted(word, word.index, "over", min(until + 1, len(source.tokens) - 1))
    at = word.index - 1
    while at > 0 and (source.tokens[at].norm in _PASSED_OVER or source.tokens[at].norm.endswith("ly")):
        at -= 1
    if at < 0 or source.statements[at] != source.statements[word.index]:
        return None
    token = source.tokens[at]
    if any(m.start <= token.start < m.end for m in source.mentions):
        return None  # "6 May has been moved"
    opening, doubt = at, _ruled(token, word)
    if doubt is None and token.norm == "to" and at and source.tokens[at - 1].norm not in ("not", "n't", "never"):
        opening, doubt = at - 1, _ruled_by_to(source, at - 1)
    return _Doubted(word, opening, doubt, word.index) if doubt else None


def _ruled(token: Token, word: Word) -> Doubt | None:
    """What a word right before a verb makes of it."""
    if token.norm in _MAY:
        return "possible"
    return "considered" if word.token.norm.endswith("ing") and token.keys & _CONSIDERED else None


def _ruled_by_to(source: Sentence, at: int) -> Doubt | None:
    """What a word before "to" makes of the verb behind it."""
    ruling = source.tokens[at]
    words = ruling.keys | {ruling.norm}
    if ruling.norm == "used":
        return None if at and source.tokens[at - 1].norm in AUXILIARIES else "over"
    if words & _BELIEVED:
        return "possible"
    if words & _CONSIDERED:
        return "considered"
    return "planned" if words & _PLANNED else None


def _is_plain(word: Word, source: Sentence) -> bool:
    """Whether a sentence says the same verb without a doubt."""
    doubted = {d.verb.index for d in _doubts(source)}
    return any(
        other.index not in doubted and not other.denied and acts(source, other) and _same(word, other)
        for other in source.words
    )


def _is_of_it(claim: Sentence, told: Told, word: Word, source: Sentence, doubted: _Doubted) -> bool:
    """Whether the source's statement is the claim's; "may" before a plural grants something, as a rule."""
    grants = source.tokens[doubted.opening].norm == "may" and told == "is" and not base_of_third(word.token.norm)
    return not grants and fit(claim, source, {source.statements[doubted.verb.index]}) >= _LEAST_FIT
