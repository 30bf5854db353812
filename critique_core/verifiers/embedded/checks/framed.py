"""What a source denies, doubts, asks or only supposes, told as a fact: "Sharks are mammals" of "It is a myth that ...".

Such a sentence has the claim word for word, in a clause that another one speaks of. What is denied so contradicts the
claim (and bears out its denial); what is asked, rumoured or supposed is left open.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import regex

from critique_core.language.sentence import Sentence, Word
from critique_core.language.similarity import covered
from critique_core.models import Agreement, FindingKind
from critique_core.text.side_words import DENIALS
from critique_core.typed_values import compare
from critique_core.verifiers.embedded.alignment.align import Alignment
from critique_core.verifiers.embedded.checks.base import Observation, Seen
from critique_core.verifiers.embedded.checks.modality import is_plan

_SURE = 0.86
_HELD = 0.85  # of a claim's weight that is in the framed clause
_SO_MUCH_MORE = 0.1  # of it, that the framed clause has more than what the sources state elsewhere
_SAID = r"(?:claim|idea|belief|notion|rumou?r|theory|allegation|assertion|suggestion|story|assumption|accusation)s?"
_FALSE = (
    r"(?:false|untrue|wrong|incorrect|mistaken|unfounded|baseless|refuted|debunked|disprove[dn]|discredited|rejected"
    r"|dismissed|denied|an? (?:\p{L}+\s)?(?:myth|misconception|lie|fallacy|legend))"
)
_BE = r"(?:is|are|was|were|has been|have been|had been|turned out to be|proved(?: to be)?)"
_DENYING = (
    rf"\bit(?:\s{_BE}|['’]s)\s(?:\p{{L}}+ly\s|just\s)?{_FALSE}\s(?:to (?:say|think|claim|believe) )?that\b",
    r"\bit(?:\s(?:is|was)(?:\snot|n['’]t)|['’]s not)\s(?:true|correct|right|the case|so)\sthat\b",
    r"\b(?:there )?(?:is|was|has been|were|are) (?:no|little|not any) (?:\p{L}+\s)?(?:evidence|proof|sign)\sthat\b",
    r"\bno(?:body| one| study| studies| trials?) (?:ha[sd] |have )?(?:ever )?(?:show|prove|found|confirm)\p{L}* that\b",
    r"\b(?:den(?:y|ies|ied)|refute[sd]?|dispute[sd]?)\sthat\b",
    r"\b(?:falsely|wrongly|mistakenly|incorrectly)\s(?:claim|believe|sa[iy]|state|report|assume|think)\p{L}*(?:\sthat)?\b",
    r"\bthe (?:\p{L}+\s)?(?:myth|misconception|fallacy) that\b",
    r"^\W*(?:myth|false|untrue)\s*[:–—]",
)
_OPEN = (
    r"\bwhether\b",
    r"\b(?:ask(?:s|ed)?|wonder(?:s|ed)?|unclear|unknown|not known|not (?:yet )?decided)\sif\b",
    r"\bit\s(?:is|was|has been)\s(?:\p{L}+\s)?(?:rumou?red|alleged|suspected|feared|doubtful|unlikely)\sthat\b",
    r"\b(?:rumou?r|allegation|suspicion|speculation|suggestion|fear|hope)s?\sthat\b",
    r"\b(?:some|several|certain)\s(?:\p{L}+\s){0,2}(?:believe|think|suspect|claim|argue|assume|fear|hope)(?:\sthat)?\b",
    r"\b(?:hope[sd]?|wish(?:es|ed)?|fear(?:s|ed)?|propose[sd]?|demand(?:s|ed)?|suspect(?:s|ed)?)\sthat\b",
    r"\b(?:if|unless|in case|suppose|supposing)\b",
)
_AROUND = regex.compile(
    rf"\b(?:the|a|any|this|that|these|such)\s(?:\p{{L}}+\s)?{_SAID}\sthat\s(?P<said>.+?)\s{_BE}\s(?:\p{{L}}+\s)?{_FALSE}\b",
    regex.IGNORECASE,
)
_BEFORE = {
    denies: regex.compile("|".join(f"(?:{one})" for one in patterns), regex.IGNORECASE)
    for denies, patterns in ((True, _DENYING), (False, _OPEN))
}
_PLANNED = regex.compile(
    r"^(?P<said>[^,;:]+?)\s(?:(?:is|are|was|were)\s(?:\p{L}+ly\s|only\s|still\s)?(?:planned|proposed|envisaged"
    r"|under consideration|in preparation|being (?:considered|planned))|will (?:follow|be added|come later))\b",
    regex.IGNORECASE,
)
_HAS = regex.compile(
    r"\b(?:ha(?:s|ve|d)\s(?:an?|the|its|their|two|three|several|new)|offers?|provides?|includes?|contains?|supports?|owns?"
    r"|works?|runs?|since)\b",
    regex.IGNORECASE,
)
_END = regex.compile(r"[;:.!?]|,\s|$")
_SUPPOSING = regex.compile(r"\b(?:if|unless|in case|suppose|supposing)$", regex.IGNORECASE)
_CLAIMED = regex.compile(
    rf"\b(?:myth|rumou?r|whether|if|unless|alleged|allegedly|reportedly|some|(?-i:may)|might|could|would|den(?:y|ies)|{_FALSE})\b",
    regex.IGNORECASE,
)


@dataclass(frozen=True)
class _Frame:
    """A clause at ``text[start:end]`` that a sentence does not state, and the words that say so."""

    start: int
    end: int
    denies: bool
    told: tuple[int, int]


def framed(claim: Sentence, alignments: Sequence[Alignment]) -> Iterator[Seen]:
    """A claim that states what a sentence of the sources denies, asks, doubts or supposes, and no other states."""
    prose = [one for one in alignments if one.scope.unit.kind == "prose"]
    if not claim.words or _CLAIMED.search(claim.text):
        return
    if not is_plan(claim) and _HAS.search(claim.text):
        yield from _planned(claim, prose)
    frames = [(one, frame) for one in prose for frame in _frames(one.scope.sentence.text)]
    for alignment, frame in frames:
        source = alignment.scope.sentence
        held = _share(claim, _inside(source, frame)) if _is_whole(claim, source, frame) else 0.0
        stated = max((covered(claim.words, _stated(one, frames), claim.code) for one in prose), default=0.0)
        if held >= _HELD and stated <= held - _SO_MUCH_MORE:
            yield alignment, _observed(claim, source, frame)
            return


def _planned(claim: Sentence, prose: Sequence[Alignment]) -> Iterator[Seen]:
    """A claim that has, offers or runs on what a source says is planned, and no other sentence speaks of."""
    for alignment in prose:
        source = alignment.scope.sentence
        match = next((m for start in _openings(source) if (m := _PLANNED.search(source.text[start:]))), None)
        if match is None:
            continue
        start = source.text.index(match.group())
        frame = _Frame(start, start + match.end("said"), denies=False, told=(start, start + match.end()))
        inside = _inside(source, frame)
        wanted = [word for word in inside if word.token.name] or inside
        said = [word for word in wanted if any(word.keys & mine.keys for mine in claim.words)]
        others = [word for one in prose if one is not alignment for word in one.scope.sentence.words]
        if wanted and len(said) == len(wanted) and not all(any(w.keys & o.keys for o in others) for w in wanted):
            yield alignment, _observed(claim, source, frame)
            return


def _openings(source: Sentence) -> list[int]:
    """Where a sentence and each of its parts behind a semicolon begin."""
    return [0, *(token.end + 1 for token in source.tokens if token.text == ";")]


def _frames(text: str) -> list[_Frame]:
    found = [
        _Frame(*match.span("said"), denies=True, told=(match.end("said"), match.end()))
        for match in _AROUND.finditer(text)
    ]
    for denies, pattern in _BEFORE.items():
        for match in pattern.finditer(text):
            ends = _END.search(text, match.end())
            # "if" and "whether" hold up to a comma, "it is a myth that" to the end of the sentence
            supposes = _SUPPOSING.search(match.group()) is not None
            end = ends.start() if ends and not denies else len(text)
            told = (match.start(), end) if supposes else match.span()
            if not any(one.start < end and match.end() < one.end for one in found):
                found.append(_Frame(match.end(), end, denies, told))
    return found


def _is_whole(claim: Sentence, source: Sentence, frame: _Frame) -> bool:
    """Whether a frame has the claim's values too, and where it leaves things open denies as much as the claim."""
    stated = [m for m in source.mentions if frame.start <= m.start < frame.end]
    if not all(any(compare.follows(mine, m) for m in stated) for mine in claim.mentions):
        return False
    return frame.denies or _denies(claim.text) == _denies(source.text[frame.start : frame.end])


def _denies(text: str) -> bool:
    return DENIALS.search(text) is not None


def _share(claim: Sentence, words: Sequence[Word]) -> float:
    """The share of a claim's weight that is among some words, in the same ones: what is framed is repeated so."""
    keys = frozenset[str]().union(*(word.keys for word in words)) if words else frozenset[str]()
    return sum(w.weight for w in claim.words if w.keys & keys) / sum(w.weight for w in claim.words)


def _inside(source: Sentence, frame: _Frame) -> list[Word]:
    return [word for word in source.words if frame.start <= word.token.start < frame.end]


def _stated(one: Alignment, frames: Sequence[tuple[Alignment, _Frame]]) -> list[Word]:
    """The words of a sentence that are in none of its frames."""
    own = [frame for held, frame in frames if held is one]
    words = one.scope.sentence.words
    return [word for word in words if not any(frame.start <= word.token.start < frame.end for frame in own)]


def _observed(claim: Sentence, source: Sentence, frame: _Frame) -> Observation:
    start, end = frame.told
    told = source.text[start:end].strip(" ,:–—")
    mine = claim.words[0].token
    kind: FindingKind = "negation" if frame.denies else "modality"
    agreement: Agreement = "conflicts" if frame.denies else "missing"
    text = f"the source says of this: “{told}”" if frame.denies else f"the source leaves this open: “{told}”"
    if frame.denies and _denies(claim.text) != _denies(source.text[frame.start : frame.end]):
        agreement, text = "agrees", f"the source says of the opposite: “{told}”"
    return Observation(
        kind, agreement, mine.start, mine.end, mine.text, start, end, source.text[start:end], text, _SURE, firm=True
    )
