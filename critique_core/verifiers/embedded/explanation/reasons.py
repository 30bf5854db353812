"""What decided, in one or two plain sentences."""

from collections.abc import Iterable
from functools import lru_cache

import regex

from critique_core.language.sentence import Sentence, Word
from critique_core.language.tokens import stem
from critique_core.models import Claim, Evidence, Finding, Method, Probabilities, SourceDocument
from critique_core.typed_values.weekdays import weekdays
from critique_core.verifiers.embedded.alignment.slots import implied_by
from critique_core.verifiers.embedded.checks.base import Observation
from critique_core.verifiers.embedded.encoder import EncoderReading
from critique_core.verifiers.embedded.explanation.findings import LIKELY, TOO, unfound
from critique_core.verifiers.embedded.explanation.marks import marked_words
from critique_core.verifiers.embedded.explanation.places import Places
from critique_core.verifiers.embedded.reading import Reading
from critique_core.verifiers.embedded.scopes import heading_of

_SAME_WORDS = 0.95
_LETTERS = regex.compile(r"[\p{L}\p{M}\p{N}]+")
_STUB = 4  # letters of a word that may be short for another
_BY_READING = "by the model's reading"
"""How a reason begins that nothing shows but the encoder: what it says is told as its judgement, not as a fact."""
_HELD_BY_VALUES = 0.75  # share of a claim in the sources from which an equal value is reason enough


def reasoning(
    reading: Reading, probabilities: Probabilities, found: tuple[Finding, ...], learned: EncoderReading | None,
    sources: Iterable[SourceDocument],
) -> str:  # fmt: skip
    """One or two plain sentences that say what decided.

    They are true: a word that no source is said to have is in none of them, in any of its forms, and only what a source
    repeats token for token is called the same words.
    """
    texts = tuple(f"{heading_of(source)} {source.content}" for source in sources)
    decisive = [f for f in found if f.agreement in ("conflicts", "omitted") or _is_named(f)]
    decisive = _one_a_place(decisive)
    if decisive:
        told = "; ".join(dict.fromkeys(f.explanation for f in decisive[:3]))
        outweighed = probabilities.supported >= LIKELY
        by = _BY_READING if learned else "by the words that they share"
        return _sentence(f"{by} a source says this; yet one comparison differs: {told}" if outweighed else told)
    unsaid = [f.claim_value for f in found if f.agreement == "missing" and not f.claim_value.isalpha()]
    nowhere = {v.mention.text for v in reading.values if v.nowhere}
    known = {v.mention.text for v in reading.values} - nowhere  # "32 euros" is in "32 €"
    elsewhere = [value for value in unsaid if value in known or _is_written(value, texts)]
    shown = [o for _, o in reading.observations if o.agreement == "agrees"]
    kinds = implied_by(v.mention for v in reading.values if v.outcome in ("agrees", "derived"))
    absent = [w for w in reading.missing if not (_has_form(w, texts) or _within(w, shown) or w.keys & kinds)]
    missing = [value for value in unsaid if value not in elsewhere] + _together(absent, reading.claim.text)
    missing = list(dict.fromkeys(missing))[:6]
    reckoned = {v.derived.explanation for v in reading.values if v.derived is not None}
    agreed = list(dict.fromkeys(f.explanation for f in found if f.agreement == "agrees"))
    agreed.sort(key=lambda told: told not in reckoned)  # what has been reckoned is not seen in the source
    if probabilities.supported >= LIKELY:
        return _sentence(_for_support(reading, agreed, absent, learned))
    own = Places(reading.claim.text, Claim.of(reading.claim.text, 0, len(reading.claim.text)))
    marks = [reading.claim.text[span.start : span.end] for span in marked_words(reading, own, learned, probabilities)]
    if probabilities.contradicted > probabilities.unsupported and learned:
        about = f" about {_listed(marks[:3])}" if marks else ""
        return _sentence(f"{_BY_READING} the sources say otherwise{about}; it does not say which of their words")
    if missing:
        return _sentence(f"no source speaks of {_listed(missing)}")
    if elsewhere:
        return _sentence(unfound([f"“{value}”" for value in elsewhere], nowhere=False))
    marked = f"{_BY_READING} the sources do not back {_listed(marks[:3])}"
    return _sentence(marked if marks else "the sources say too little of this to support it")


def _one_a_place(found: Iterable[Finding]) -> list[Finding]:
    """The findings without the conflicts at a place of the draft that another conflict has told of."""
    kept: list[Finding] = []
    for one in found:
        told = (
            o for o in kept if o.agreement == one.agreement == "conflicts" or (o.kind, o.start) == (one.kind, one.start)
        )
        if not any(o.start < one.end and one.start < o.end for o in told):
            kept.append(one)
    return kept


def _within(word: Word, shown: Iterable[Observation]) -> bool:
    """Whether one of what was compared is over a word: "slower" needs to be in no source that gives both speeds."""
    return any(o.start <= word.token.start and word.token.end <= o.end for o in shown)


def _is_named(finding: Finding) -> bool:
    """Whether a finding's explanation says more than that a word is missing: a noun in another's place, a day."""
    word = finding.kind in ("detail", "modality") or (finding.kind == "date" and finding.claim_value.isalpha())
    return word and finding.agreement == "missing"


def _is_written(value: str, texts: Iterable[str]) -> bool:
    return any(value.casefold() in text.casefold() for text in texts)


def _has_form(word: Word, texts: Iterable[str]) -> bool:
    """Whether a source has a word in any form, as part of another or cut short; a day also within "Mon-Fri"."""
    day = weekdays(word.token.text)
    parts = [part.group().casefold() for part in _LETTERS.finditer(word.token.text)]
    forms = frozenset((word.token.norm, *word.keys, *parts, *map(stem, parts)))
    for text in texts:
        written = _forms_in(text)
        if not forms.isdisjoint(written) or (day and day <= weekdays(text)):
            return True
        if any(
            word.token.norm.startswith(one) or one.startswith(word.token.norm) for one in written if len(one) >= _STUB
        ):
            return True
    return False


@lru_cache(maxsize=64)
def _forms_in(text: str) -> frozenset[str]:
    """The words of a source as they are written and by their stems."""
    words = {match.group().casefold() for match in _LETTERS.finditer(text)}
    return frozenset(words | {stem(word) for word in words})


def _for_support(reading: Reading, agreed: list[str], absent: list[Word], learned: EncoderReading | None) -> str:
    if _is_repeated(reading):
        return _both(agreed[:2]) or "a source says this in the same words"
    if reading.claim.code != "en":  # a word that is missing there may be said in another, which cannot be known
        return _both(agreed[:2]) or "by the words that they share, a source says this"
    whole = not absent and reading.coverage >= _SAME_WORDS
    same = "a source speaks of this" if whole else "a source speaks of most of this"
    rest = ""
    if learned and learned.logits[0] == max(learned.logits):
        absent = [word for word in absent if word.token.name and word.index]  # other words cannot name it
        same = f"{_BY_READING} a source says this in other words"
        rest = "" if reading.bearing >= _HELD_BY_VALUES else f"; {_BY_READING} it says the rest in other words"
    text = f"{_both(agreed[:2])}{rest}" if agreed else same
    lacking = f"; none has the word{'' if len(absent) == 1 else 's'} {_listed([w.token.text for w in absent[:6]])}"
    return text + (lacking if absent else "")


def _both(told: list[str]) -> str:
    """What agrees, in one sentence: "the source too says 82,000 and 61,000"."""
    if len(told) > 1 and all(one.startswith(TOO) and ";" not in one for one in told):
        return f"{TOO}{' and '.join(one.removeprefix(TOO) for one in told)}"
    return "; ".join(told)


def _together(words: list[Word], text: str) -> list[str]:
    """The words as they are written, those in one that touch: Chinese and Japanese are cut into single letters."""
    spans: list[tuple[int, int]] = []
    for start, end in ((word.token.start, word.token.end) for word in words):
        if spans and spans[-1][1] == start:
            spans[-1] = (spans[-1][0], end)
        else:
            spans.append((start, end))
    return [text[start:end] for start, end in spans]


def _is_repeated(reading: Reading) -> bool:
    """Whether a unit of a source has the claim token for token."""
    own = _spoken(reading.claim)
    units = (_spoken(alignment.scope.sentence) for alignment in reading.alignments)
    return any(own in unit for unit in units)


def _spoken(sentence: Sentence) -> str:
    """The tokens of a sentence but for marks, in small letters, a space around each."""
    return f" {' '.join(t.text.casefold() for t in sentence.tokens if t.kind != 'mark')} "


def _listed(parts: list[str]) -> str:
    return ", ".join(f"“{part}”" for part in parts)


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:] + ("" if text.endswith(".") else ".")


def method(reading: Reading, quotes: tuple[Evidence, ...], learned: EncoderReading | None) -> Method:
    """What decided: a typed comparison, the very words, the encoder, or the alignment of words alone.

    A value of which the sources need say nothing ("half as many") was compared with nothing.
    """
    if any(v.outcome != "unsaid" for v in reading.values) or reading.observations or reading.omission:
        return "typed_comparison"
    words_match = all(c >= 0.99 for c in reading.cover) and bool(quotes) and not reading.of("unsaid")
    return "exact_match" if words_match else "nli" if learned else "lexical_alignment"
