"""Limits of a rule that a claim in another language than English repeats without: "frei" for "frei für Kinder".

Without a lexicon the words and their order must tell: a claim whose words and values all stand in the source, and
which has nothing of a phrase there that opens with a condition or a limiting preposition, leaves that phrase out.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from critique_core.language.sentence import Sentence
from critique_core.language.similarity import similarity
from critique_core.text.limit_words import (
    BELONGING,
    CONDITIONS,
    LIMITING,
    ONLY,
    PAST,
    PHRASES,
    PLACES,
    PURPOSES,
    REASONS,
    RECURRING,
    REPORTS,
    RULING,
)
from critique_core.text.permission_words import DUTIES, FORBIDDING, MODALS, PERMITTING, STATES
from critique_core.text.word_classes import JOINING
from critique_core.typed_values import compare
from critique_core.typed_values.mentions import Mention
from critique_core.typed_values.weekdays import day_named, weekdays
from critique_core.verifiers.embedded.alignment.align import Alignment
from critique_core.verifiers.embedded.checks.base import Observation

_SURE = 0.7
_SAME = 0.7
_LEAST_CLAIM, _LEAST_REST, _WHOLE = 0.75, 0.6, 1.0
_ARTICLES = frozenset("der die das den dem le la les el los il lo i gli o a os as de het".split())
_STRONG = frozenset(";.!?:")
_MARKS = _STRONG | frozenset(",()—–")


@dataclass(frozen=True, slots=True)
class _Phrase:
    """The tokens ``first`` up to, not including, ``last``; ``sure`` where its words alone make it a condition."""

    first: int
    last: int
    sure: bool


class _Source:
    """A sentence of a source as a claim is laid over it: what carries meaning in it, and what of that is said."""

    def __init__(self, claim: Sentence, source: Sentence) -> None:
        self.claim, self.sentence, self.code = claim, source, source.code
        openers = CONDITIONS[self.code] | LIMITING[self.code] | ONLY[self.code]
        figures = {i for i, t in enumerate(source.tokens) if any(m.start <= t.start < m.end for m in source.mentions)}
        self.tells = frozenset({w.index for w in source.words if w.token.norm not in openers} | figures)
        stated = [m for m in source.mentions if any(compare.follows(own, m) for own in claim.mentions)]
        said = {w.index for w in source.words if any(similarity(w, o, self.code) >= _SAME for o in claim.words)}
        self.said = frozenset(said | {i for i in figures if any(_in(source.tokens[i].start, m) for m in stated)})
        self.words = frozenset(w.index for w in source.words)
        self.parts = tuple(self._parts())

    def _parts(self) -> Iterator[range]:
        """The stretches from mark to mark, and from "und" to "und"."""
        tokens, first = self.sentence.tokens, 0
        for at, token in enumerate(tokens):
            inside = any(m.start < token.start < m.end for m in self.sentence.mentions)
            if not inside and (token.text in _MARKS or token.norm in JOINING[self.code]):
                yield range(first, at)
                first = at + 1
        yield range(first, len(tokens))

    def part(self, at: int) -> range:
        """The stretch that a token is in."""
        return next((part for part in self.parts if at in part), range(at, at + 1))

    def holds(self, part: range, mention: Mention) -> bool:
        """Whether a value is in a stretch."""
        tokens = self.sentence.tokens
        return bool(part) and tokens[part.start].start <= mention.start < tokens[part.stop - 1].end

    def share_said(self, places: Sequence[int]) -> float:
        """The share of the telling tokens among some that the claim says; 0 where none tells."""
        telling = [at for at in places if at in self.tells]
        return sum(at in self.said for at in telling) / len(telling) if telling else 0.0

    def share_told(self, places: Sequence[int]) -> float:
        """The share of the claim's words and values that stand at some of the source's tokens."""
        words = [w for w in self.sentence.words if w.index in places]
        starts = {self.sentence.tokens[at].start for at in places}
        values = [m for m in self.sentence.mentions if any(m.start <= start < m.end for start in starts)]
        told = [any(similarity(own, w, self.code) >= _SAME for w in words) for own in self.claim.words]
        told += [any(compare.follows(own, m) for m in values) for own in self.claim.mentions]
        return sum(told) / len(told) if told else 0.0

    def opens(self, at: int) -> bool:
        """Whether a token opens a phrase that may limit: a condition, a preposition, a time that comes back."""
        token = self.sentence.tokens[at]
        if any(m.start < token.start < m.end for m in self.sentence.mentions):
            return False
        return self.is_condition(at) or token.norm in LIMITING[self.code] or self.recurs(at)

    def rules(self, at: int) -> bool:
        """Whether a token is the verb of a rule, or what a rule says."""
        verbs = STATES[self.code] | MODALS[self.code] | DUTIES[self.code] | RULING[self.code]
        return self.sentence.tokens[at].norm in verbs

    def is_condition(self, at: int) -> bool:
        """Whether a token opens a condition by its own words: "wenn", "es sei denn"."""
        phrased = any(self._reads(at, phrase) for phrase in PHRASES[self.code])
        return phrased or self.sentence.tokens[at].norm in CONDITIONS[self.code] | ONLY[self.code]

    def _reads(self, at: int, phrase: tuple[str, ...]) -> bool:
        return tuple(token.norm for token in self.sentence.tokens[at : at + len(phrase)]) == phrase

    def recurs(self, at: int) -> bool:
        """Whether a token names a time that comes back."""
        token = self.sentence.tokens[at]
        return token.norm in RECURRING[self.code] or day_named(token.text) is not None or bool(weekdays(token.text))

    def phrases(self) -> Iterator[_Phrase]:
        """The phrases that the claim has nothing of, each up to the next mark or word that it has."""
        reached = 0
        for at in range(len(self.sentence.tokens)):
            if at < reached or not self.opens(at) or at in self.said:
                continue
            sure = self.is_condition(at)
            first, last = (at, self._end_of_clause(at)) if sure else (self._start(at, reached), self._end(at))
            if sure and self.share_said(range(first, last)) >= 1 - _LEAST_REST:
                last = self._end(at)
            while last - 1 in self.said:  # the verb of "nur in Begleitung klettern"
                last -= 1
            if last > at:
                reached = last
                only = self.sentence.tokens[last - 1].norm in ONLY[self.code]
                yield _Phrase(first, last, sure or only)

    def _start(self, at: int, reached: int) -> int:
        """Where a phrase begins that opens with a time which comes back: "le premier dimanche"."""
        tokens = self.sentence.tokens
        if tokens[at].norm in LIMITING[self.code]:
            return at
        for before in range(at - 1, max(reached, self.part(at).start) - 1, -1):
            if tokens[before].norm in _ARTICLES:
                return before
            if before not in self.tells or before in self.said or self.rules(before):
                break
        return at

    def _end(self, first: int) -> int:
        """Where a phrase ends: before a word that the claim has, a verb of the rule, or what says nothing by itself."""
        tokens, stop = self.sentence.tokens, self.part(first).stop
        last = next((at for at in range(first + 1, stop) if at in self.said or self.rules(at)), stop)
        while last > first and last - 1 not in self.tells and tokens[last - 1].norm not in ONLY[self.code]:
            last -= 1
        return last

    def _end_of_clause(self, first: int) -> int:
        tokens = self.sentence.tokens
        opening = next((len(p) + 1 for p in PHRASES[self.code] if self._reads(first, p)), 1)  # "es sei denn, das ..."
        marks = (at for at in range(first + opening, len(tokens)) if tokens[at].text in _MARKS)
        return next((at for at in marks if not any(_in(tokens[at].start, m) for m in self.sentence.mentions)),
                    len(tokens))  # fmt: skip


def _in(place: int, mention: Mention) -> bool:
    return mention.start <= place < mention.end


def limits_by_words(claim: Sentence, alignment: Alignment) -> Iterator[Observation]:
    """The limit of the unit's rule that the claim, which says the rest of it, leaves out."""
    code = claim.code
    if code not in LIMITING or alignment.scope.sentence.code != code or not claim.words:
        return
    source = _Source(claim, alignment.scope.sentence)
    theirs = {token.norm for token in source.sentence.tokens}
    if any(t.norm not in theirs for t in claim.tokens if t.norm in CONDITIONS[code] | ONLY[code]):
        return  # it gives a condition, in words of its own
    if not _says_nothing_else(source) or _has_its_own(source):
        return
    for phrase in source.phrases():
        if _is_report(source, phrase):
            continue
        of_this = _is_said_of(source, phrase) and not _of_another_value(source, phrase)
        if of_this and (phrase.sure or _limits(source, phrase)):
            yield _seen(claim, source.sentence, phrase)
            return


def _says_nothing_else(source: _Source) -> bool:
    """Whether the source has the claim's words and values."""
    values = [m for m in source.claim.mentions if m.kind != "identifier"]
    stated = all(any(compare.follows(m, other) for other in source.sentence.mentions) for m in values)
    return stated and _held(source) >= _LEAST_CLAIM


def _has_its_own(source: _Source) -> bool:
    """Whether the claim opens with a phrase of its own, or says in words of its own what is granted or charged."""
    claim, theirs = source.claim, source.sentence.words
    own = [w for w in claim.words if not any(similarity(w, o, source.code) >= _SAME for o in theirs)]
    opens = claim.tokens[0].norm in LIMITING[source.code]
    return any(w.token.norm in RULING[source.code] for w in own) or bool(own and opens)


def _held(source: _Source) -> float:
    """The share of the claim's words that the source has."""
    words, theirs = source.claim.words, source.sentence.words
    return sum(any(similarity(w, o, source.code) >= _SAME for o in theirs) for w in words) / len(words)


def _is_report(source: _Source, phrase: _Phrase) -> bool:
    """Whether what is said beside a phrase is what happened; what a report says of time and place limits no rule."""
    tokens, text = source.sentence.tokens, source.sentence.text.casefold()
    past = any(t.norm in PAST[source.code] for at, t in enumerate(tokens) if not phrase.first <= at < phrase.last)
    rest = f"{text[: tokens[phrase.first].start]} {text[tokens[phrase.last - 1].end :]}"
    return past or REPORTS[source.code].search(" ".join(rest.split())) is not None


def _is_said_of(source: _Source, phrase: _Phrase) -> bool:
    """Whether the claim says what the phrase is said of: the rest of its part, or the part beside a clause."""
    begin, end = source.sentence.tokens[phrase.first].start, source.sentence.tokens[phrase.last - 1].end
    if weekdays(source.sentence.text[begin:end]) and weekdays(source.claim.text):
        return False  # the claim says of which days, in whatever words
    rest = _rest(source, phrase)
    return source.share_said(rest) >= _LEAST_REST and source.share_told(rest) >= _LEAST_CLAIM


def _rest(source: _Source, phrase: _Phrase) -> list[int]:
    """What a phrase is said of: the telling tokens of its part, or of the part beside it where it is one by itself."""
    held = source.part(phrase.first)
    rest = [at for at in held if not phrase.first <= at < phrase.last and at in source.tells]
    if rest or not (phrase.sure or phrase.first == held.start):
        return rest
    tokens = source.sentence.tokens
    strong = [at for at, token in enumerate(tokens) if token.text in _STRONG and token.kind == "mark"]
    begin = max((at for at in strong if at < phrase.first), default=-1)
    end = min((at for at in strong if at >= phrase.last), default=len(tokens))
    told = [part for part in source.parts if begin < part.start and part.stop <= end and source.tells & set(part)]
    before = [part for part in told if part.stop <= phrase.first]
    after = [part for part in told if part.start >= phrase.last]
    beside = [*before[-1:], *after[:1]] if before and after else before[-1:] or after[:1]
    return [at for part in beside for at in part if at in source.tells]


def _of_another_value(source: _Source, phrase: _Phrase) -> bool:
    """Whether a phrase is of another value than the claim's, or the claim names the case of another one."""
    sentence, claim = source.sentence, source.claim
    begin, end = sentence.tokens[phrase.first].start, sentence.tokens[phrase.last - 1].end
    alike = [m for m in sentence.mentions if any(compare.comparable(own, m) for own in claim.mentions)]
    if any(begin <= m.start < end for m in alike):
        return True
    own = source.part(phrase.first)
    if not any(source.holds(own, m) for m in alike):
        return False
    others = [part for part in source.parts if part != own and any(source.holds(part, m) for m in alike)]
    return any(at in source.said and at in source.words for part in others for at in part)


def _limits(source: _Source, phrase: _Phrase) -> bool:
    """Whether a phrase confines the rule that the claim repeats, and says no reason, no aim and no place of a thing."""
    code = source.code
    rules = any(token.norm in RULING[code] for token in source.claim.tokens)
    repeats = source.share_said(_rest(source, phrase)) >= _WHOLE and _held(source) >= _WHOLE
    if _tells_why(source, phrase) or not (rules or repeats):
        return False
    opener = source.sentence.tokens[phrase.first].norm
    granted = PERMITTING[code] | FORBIDDING[code] | MODALS[code] | DUTIES[code]
    grants = any(token.norm in granted for token in source.claim.tokens)
    if opener in PLACES[code] and phrase.first == source.part(phrase.first).start > 0 and not grants:
        return False  # "the hut, at 2,040 metres, is"
    recurs = any(source.recurs(at) for at in range(phrase.first, phrase.last))
    if recurs or _is_bounded(source, phrase) or _is_contrasted(source, phrase):
        return True
    if opener in BELONGING[code] or phrase.first == 0:
        return phrase.first == 0 and opener not in BELONGING[code]
    behind = any(source.rules(at) for at in range(phrase.first))
    return behind and grants if opener in PLACES[code] else rules


def _tells_why(source: _Source, phrase: _Phrase) -> bool:
    """Whether a phrase says a reason or an aim: "wegen der Bauarbeiten", "pour réserver"."""
    tokens, code = source.sentence.tokens, source.code
    begin, end = tokens[phrase.first].start, tokens[phrase.last - 1].end
    reason = any(token.norm in REASONS[code] for token in tokens[max(0, phrase.first - 1) : phrase.last])
    return reason or PURPOSES[code].match(source.sentence.text[begin:end].casefold()) is not None


def _is_bounded(source: _Source, phrase: _Phrase) -> bool:
    """Whether a phrase holds a value; the date of one day ("am 3. Mai") is no bound."""
    tokens = source.sentence.tokens
    begin, end = tokens[phrase.first].start, tokens[phrase.last - 1].end
    at_a_time = tokens[phrase.first].norm in PLACES[source.code]
    return any(m.kind != "date" or not at_a_time for m in source.sentence.mentions if begin <= m.start < end)


def _is_contrasted(source: _Source, phrase: _Phrase) -> bool:
    """Whether another part has a value like the one that the claim repeats: "im Vorverkauf 18 Euro, sonst 22 Euro"."""
    alike = [m for m in source.sentence.mentions if any(compare.comparable(own, m) for own in source.claim.mentions)]
    own = source.part(phrase.first)
    held = [source.holds(own, m) for m in alike]
    return any(held) and not all(held)


def _seen(claim: Sentence, source: Sentence, phrase: _Phrase) -> Observation:
    mine = claim.words[0].token
    start, end = source.tokens[phrase.first].start, source.tokens[phrase.last - 1].end
    stated = source.text[start:end]
    text = f"the draft leaves the condition out: “{stated}”"
    return Observation("condition", "omitted", mine.start, mine.end, mine.text, start, end, stated, text, _SURE)
