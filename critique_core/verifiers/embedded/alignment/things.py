"""Which thing a stated value belongs to: the one named in the value's clause, or nearest to it with none between."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from critique_core.language.lexicon import PARTS, lexicon
from critique_core.language.sentence import Sentence, Word, analyse, heads, joins_names
from critique_core.language.similarity import ORDINALS, similarity
from critique_core.text.word_classes import JOINING
from critique_core.typed_values.mentions import Mention
from critique_core.verifiers.embedded.alignment.align import Alignment
from critique_core.verifiers.embedded.alignment.scales import Degree, kind_of

_LEAST = 0.5
_FAR = 3
_LISTED = 2  # like values, each in a part of its own, that are more make a list
_PLACES = ORDINALS | {"last"}
NUMBERED = frozenset(
    """room floor gate platform section chapter page team group track hall table step unit line route lane level stage
    phase zone exit door building block plot plan option batch sample lot""".split()
)
"""Things that have a number or a letter for a name, wherever in a sentence they stand."""
_DIMENSIONS = {
    "time": "[time]", "distance": "[length]", "weight": "[mass]", "money": "money", "price": "money", "cost": "money",
}  # fmt: skip
PEOPLE = frozenset("people inhabitant resident population citizen person".split())


@dataclass(frozen=True, slots=True)
class Owned:
    """A value that the sources state for a thing; ``score`` (0 to 1) says how plainly."""

    alignment: Alignment
    mention: Mention
    score: float


_MARKS = frozenset(",;:.!?|–—，。；、")
_JOINING = frozenset("and or but while whereas although because which who versus vs against".split())
_TURNS = frozenset(
    "aber sondern während weil mais tandis pero mientras sino ma mentre mas enquanto maar terwijl".split()
)
"""What joins the parts of a sentence in other languages than English, beside "and" and "or"."""


@lru_cache(maxsize=20_000)
def segments(sentence: Sentence) -> tuple[int, ...]:
    """The number of the list item or clause that each token is in: marks and joining words begin a new one."""
    numbers: list[int] = []
    joining = JOINING[sentence.code] | _TURNS if sentence.code in JOINING else _JOINING
    for at, token in enumerate(sentence.tokens):
        joins = token.norm in joining and not (token.norm == "and" and joins_names(sentence.tokens, at))
        joins = joins and not (sentence.code != "en" and _joins_dates(sentence, at))
        fresh = (token.kind == "mark" and token.text in _MARKS) or joins
        numbers.append((numbers[-1] if numbers else 0) + int(fresh))
    return tuple(numbers)


def _joins_dates(sentence: Sentence, at: int) -> bool:
    """Whether a word stands between two dates, which are a case together: "26 euros en julio y agosto"."""
    dates = [m for m in sentence.mentions if m.kind == "date"]
    begin, end = sentence.tokens[at].start, sentence.tokens[at].end
    return any(0 <= begin - m.end <= 1 for m in dates) and any(0 <= m.start - end <= 1 for m in dates)


def segment_at(sentence: Sentence, offset: int) -> int:
    """The number of the segment that a character lies in."""
    numbers = segments(sentence)
    return next((n for t, n in zip(reversed(sentence.tokens), reversed(numbers), strict=True) if t.start <= offset), 0)


@lru_cache(maxsize=20_000)
def things(sentence: Sentence) -> tuple[Word, ...]:
    """The content words with ordinals and the lone letters and numbers that names end in ("Brio 2"), by segment."""
    numbers = segments(sentence)
    found = [replace(word, clause=numbers[word.index]) for word in sentence.words]
    known = {w.index for w in found}
    for index, token in enumerate(sentence.tokens):
        if index in known or not index:
            continue
        letter = len(token.text) == 1 and token.text.isalpha() and token.text.isupper() and token.text != "I"
        if letter or token.norm in _PLACES or _numbers_a_name(sentence, index) or _is_month(sentence, token.start):
            found.append(Word(token, index, 1.0, numbers[index]))
    return tuple(sorted(found, key=lambda w: w.index))


def _is_month(sentence: Sentence, offset: int) -> bool:
    """Whether a month without day and year is at an offset; such a month names a thing too ("more in May")."""
    return any(
        m.kind == "date" and m.start == offset and not m.low and m.alternatives[0][2] == 0
        for m in sentence.mentions
        if m.alternatives
    )


def _numbers_a_name(sentence: Sentence, index: int) -> bool:
    """Whether a number ends a name ("Brio 2", "room 14") instead of counting what follows."""
    token, before = sentence.tokens[index], sentence.tokens[index - 1]
    if token.kind != "number" or before.kind != "word" or before.function or before.end + 1 != token.start:
        return False
    mention = next((m for m in sentence.mentions if m.start <= token.start < m.end), None)
    if mention is not None and (mention.kind not in ("number", "version", "identifier") or mention.bound):
        return False
    if before.norm in NUMBERED:
        return True  # "room 2 measures", which counts no measures
    named = before.text[:1].isupper() or "n" in lexicon().related(before.norm, PARTS)
    return named and (mention is None or before.text[:1].isupper() or not heads(sentence, mention))


def is_label(word: Word) -> bool:
    """Whether a word names one thing: a name, an identifier, a lone letter or a number."""
    token = word.token
    return token.name or token.code or token.kind == "number" or (len(token.text) == 1 and token.text.isupper())


def _places(thing: Sequence[Word], sentence: Sentence) -> list[Word]:
    """The words of a sentence that name the thing; a thing of several words, where most of them are."""
    named = [o for o in things(sentence) if any(o.token.norm == w.token.norm for w in thing)]
    found = named or [o for o in things(sentence) if any(_names(w, o, sentence.code) for w in thing)]
    matched = sum(any(_names(w, o, sentence.code) for o in found) for w in thing)
    if not matched or matched * 2 < len(thing):
        return []
    told = {
        n: sum(any(_names(w, o, sentence.code) for o in found if o.clause == n) for w in thing) for n in _parts(found)
    }
    return [o for o in found if told[o.clause] == max(told.values())]


def _parts(found: Sequence[Word]) -> set[int]:
    return {word.clause for word in found}


def _names(word: Word, other: Word, code: str) -> bool:
    if len(word.token.text) == 1 or any(c.isdigit() for c in word.token.text + other.token.text):
        return word.token.norm == other.token.norm
    return word.token.norm == other.token.norm or similarity(word, other, code) >= 0.85


def owned(
    thing: Sequence[Word],
    rival: Sequence[Word],
    degree: Degree,
    measure: Sequence[Word],
    alignments: Sequence[Alignment],
) -> list[Owned]:
    """The values of the kinds a word of degree compares that belong to a thing, plainest first."""
    found: list[Owned] = []
    for alignment in alignments:
        for mention in alignment.scope.sentence.mentions:
            if not degree.sign(mention) or (mention.is_range and mention.kind != "date"):
                continue
            followed = _followed(alignment.scope.sentence, mention, degree, measure)
            told = 0.0 if followed else _measure_fit(alignment, mention, degree, measure)
            score = _ownership(thing, rival, alignment, mention)
            if told and score * told >= _LEAST:
                found.append(Owned(alignment, mention, score * told))
    found.sort(key=lambda o: (-o.score, o.alignment.scope.rank, o.mention.start))
    return found


def _measure_fit(alignment: Alignment, mention: Mention, degree: Degree, measure: Sequence[Word]) -> float:
    """How plainly a value is of what the claim compares; in a table, by the head of its column."""
    if alignment.scope.unit.kind == "table" and measure:
        columns = _headed(alignment, measure)
        if columns or kind_of(mention) == "counted":
            return float(alignment.scope.sentence.text[: mention.start].count("|") in columns)
    return _measured(alignment, mention, degree, measure)


def _measured(alignment: Alignment, mention: Mention, degree: Degree, measure: Sequence[Word]) -> float:
    """How plainly a value is of what the claim compares ("a lower latency", "more passengers"); 0 if it is not."""
    sentence = alignment.scope.sentence
    if kind_of(mention) == "counted":
        counted = heads(sentence, mention) or _counted_before(sentence, mention)
        if not measure:
            return 1.0 if degree.word == "populous" and any(w.keys & PEOPLE for w in sentence.words) else 0.0
        people = any(w.keys & PEOPLE for w in measure) and any(w.keys & PEOPLE for w in counted)
        if people or any(similarity(w, o, sentence.code) >= 0.7 for w in measure[-1:] for o in counted):
            return 1.0
        several = not counted and len(_like(sentence, mention)) > _LISTED
        titled = (degree.word in ("high", "low") or several) and any(
            similarity(w, o, sentence.code) >= 0.7 for w in measure[-1:] for o in sentence.words
        )
        return 0.9 if titled else 0.0
    if not measure:
        return 1.0 if "*" not in degree.kinds or alignment.coverage >= 0.5 else 0.7
    spoken = [*sentence.words, *(o for _, s in alignment.scope.around for o in s.words)]
    named = any(similarity(w, o, sentence.code) >= 0.7 for w in measure[-1:] for o in spoken)
    if named or _DIMENSIONS.get(measure[-1].token.norm) == kind_of(mention):  # "less time", "the lower price"
        return 1.0
    return 0.75 if mention.kind == "quantity" and mention.unit not in ("[time]", "[length]") else 0.0


def _counted_before(sentence: Sentence, mention: Mention) -> tuple[Word, ...]:
    """What the number before a bare one counts: "on Monday 30 people came, on Tuesday 45"."""
    before = [m for m in sentence.mentions if m.end <= mention.start and kind_of(m) == "counted"]
    return next((found for m in reversed(before) if (found := heads(sentence, m))), ())


def _headed(alignment: Alignment, measure: Sequence[Word]) -> set[int]:
    """The places of the columns of a table that have the measure in their heads."""
    return {
        column
        for _, around in alignment.scope.around
        for column, cell in enumerate(around.text.split("|"))
        if any(similarity(w, o, around.code) >= 0.7 for w in measure for o in analyse(cell.strip(), around.code).words)
    }


def _followed(sentence: Sentence, mention: Mention, degree: Degree, measure: Sequence[Word]) -> bool:
    """Whether another value is said to be the measure: "longer" of "46 km long and climbs 900 m" means the first."""
    if kind_of(mention) == "counted":
        return False
    own = {w.clause for w in things(sentence) if any(similarity(w, m, sentence.code) >= 0.7 for m in measure[-1:])}
    valued = {segment_at(sentence, m.start) for m in sentence.mentions if degree.sign(m)}
    here = segment_at(sentence, mention.start)
    return here not in own and here + 1 in own & valued


def _ownership(thing: Sequence[Word], rival: Sequence[Word], alignment: Alignment, mention: Mention) -> float:
    sentence = alignment.scope.sentence
    here = segment_at(sentence, mention.start)
    own, others = _places(thing, sentence), _places(rival, sentence) if rival else []
    if own:
        nearest = min(own, key=lambda w: _remoteness(w, mention, here))
        apart = abs(nearest.clause - here)
        if any(_remoteness(o, mention, here) < _remoteness(nearest, mention, here) for o in others):
            return 0.0
        if apart > _FAR or (apart and _strangers(sentence, here, nearest, mention, own)):
            return 0.0
        return 0.85**apart
    if others:
        return 0.0
    for weight, around in alignment.scope.around:
        if not _places(thing, around) or (rival and _places(rival, around)):
            continue
        labelled = around.text == alignment.scope.unit.label
        if labelled or sentence.has_pronoun:
            return min(weight, 0.8)
    return 0.0


def _remoteness(word: Word, mention: Mention, here: int) -> tuple[int, bool, int]:
    """How far a name is from a value: in parts of the sentence, then behind it, then in characters."""
    parts = abs(word.clause - here)
    return parts, bool(parts) and word.token.start > mention.end, _distance(word, mention)


def _distance(word: Word, mention: Mention) -> int:
    return min(abs(word.token.start - mention.end), abs(mention.start - word.token.end))


def _strangers(sentence: Sentence, here: int, nearest: Word, mention: Mention, own: Sequence[Word]) -> bool:
    """Whether another name is between the thing and the value, or in the value's own clause."""
    low, high = sorted((nearest.token.start, mention.start))
    named = [w for w in things(sentence) if w.token.name and w not in own and not _adjacent(w, nearest)]
    return any(low < w.token.start < high or w.clause == here for w in named)


def _adjacent(word: Word, other: Word) -> bool:
    """Whether two words are side by side, as first and last name do."""
    return abs(word.index - other.index) == 1


def values_of_others(
    best: Owned, subject: Sequence[Word], degree: Degree, alignments: Sequence[Alignment]
) -> list[Owned]:
    """The like values of other things next to a thing's own: in its list, its table or the next sentence."""
    found: list[Owned] = []
    for alignment in alignments:
        same = alignment is best.alignment
        rivals_unnamed = same and not degree.superlative  # of two, "the coach" is the other one
        if not same and (
            alignment.scope.source_id != best.alignment.scope.source_id
            or abs(alignment.scope.rank - best.alignment.scope.rank) > 2
        ):
            continue
        sentence = alignment.scope.sentence
        own = _places(subject, sentence)
        listed = same and len({segment_at(sentence, m.start) for m in _like(sentence, best.mention)}) > _LISTED
        for mention in sentence.mentions:
            if (
                mention is best.mention
                or mention.unit != best.mention.unit
                or mention.kind != best.mention.kind
                or not degree.sign(mention)
            ):
                continue
            here = segment_at(sentence, mention.start)
            names = [
                w
                for w in things(sentence)
                if (
                    listed or is_label(w) or w.token.text[:1].isupper() or (rivals_unnamed and _introduced(sentence, w))
                )
                and w not in own
                and abs(w.clause - here) <= (0 if same else 1)
            ]
            if names and not any(w.clause == here for w in own):
                found.append(Owned(alignment, mention, 1.0))
    return found


def _like(sentence: Sentence, mention: Mention) -> list[Mention]:
    return [m for m in sentence.mentions if (m.kind, m.unit) == (mention.kind, mention.unit)]


def _introduced(sentence: Sentence, word: Word) -> bool:
    """Whether an article stands before a word: "the coach"."""
    return word.index > 0 and sentence.tokens[word.index - 1].norm in ("the", "a", "an")
