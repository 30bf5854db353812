"""Limits of a rule that a claim repeats without them: "free" for "free for children", "open" for "open until May".

A report ("was free for visitors") is not a rule: what it leaves out seldom changes what it says. A sentence states a
rule when it is in the present tense and says what is granted, required or charged; other sentences in the present
count only before a phrase that is a limit by its own words (a time that comes back, an amount, "when" or "once").
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from critique_core.language.frames import acts, subject_of
from critique_core.language.grammar import BE
from critique_core.language.lexicon import PARTS, lexicon
from critique_core.language.sentence import Sentence, Word
from critique_core.language.similarity import covered, similarity
from critique_core.language.statements import is_finite, is_verb
from critique_core.language.tokens import Token
from critique_core.models import Agreement
from critique_core.typed_values import compare
from critique_core.typed_values.mentions import Mention
from critique_core.typed_values.weekdays import day_named, weekdays
from critique_core.verifiers.embedded.alignment.align import CONTENT, Alignment
from critique_core.verifiers.embedded.alignment.things import segment_at, segments
from critique_core.verifiers.embedded.checks.base import Observation
from critique_core.verifiers.embedded.checks.gapped import of_another
from critique_core.verifiers.embedded.checks.limit_phrases import (
    CLOSING,
    CONDITIONS,
    MOMENTS,
    PREPOSITIONS,
    RECURRING,
    Limit,
    is_plural,
    limit_phrases,
    other_value,
)
from critique_core.verifiers.embedded.checks.modality import is_plan

_SURE = 0.7
_SAME = 0.7
_LEAST_MAIN, _MOST_NAMED = 0.75, 0.35
_ANYHOW = (("whether", "or", "not"), ("regardless", "of"), ("irrespective", "of"), ("even", "if"), ("no", "matter"),
           ("with", "or", "without"))  # fmt: skip
_AS_A_RULE = (("by", "default"), ("normally",), ("usually",), ("generally",), ("in", "general"), ("as", "a", "rule"))
_POSSIBLE = frozenset("may might could".split())
_ANY = frozenset(
    "all any every each everyone everybody anyone anybody both this that these those example instance".split()
)
_TO = frozenset("to until till through".split())
_MOST_BEFORE = 4  # words before the head of a subject, and one
_SINGLING = frozenset("with without from aged".split())
_SOME = frozenset("some many most few several certain usually often sometimes".split())
_COUNTING = frozenset("all every each no most half nobody none everyone everybody nothing first last only".split())
_PERSONS = frozenset("nobody none everyone everybody nothing".split())
_MOST_NAMED_BETWEEN = 5  # words of what is counted, with "of the"
_EVERY = frozenset("all every each any no".split())
_OBLIGING = frozenset("may can must should shall cannot need needs".split())
_PAST = frozenset("was were had did been".split())
_RULING = frozenset(
    """free allow permit available valid open close closed include eligible entitle welcome accept apply waive refund
    return pay cover cost charge fee price discount limit require recommend suitable legal illegal admit admission
    receive reimburse exempt prohibit forbid compulsory mandatory optional guarantee void redeem grant deliver
    deadline ticket borrow lend loan""".split()
)
_MEASURES = frozenset("maximum minimum size limit price fee cost amount rate charge length number total sum".split())


def limits(claim: Sentence, alignment: Alignment) -> Iterator[Observation]:
    """The limit of the unit's rule that the claim, which says all else of it, leaves out."""
    source = alignment.scope.sentence
    if not claim.words or is_plan(claim):
        return  # a plan is no promise: that it hangs on a condition goes without saying
    if _phrase(claim, _ANYHOW):
        yield from _denied(claim, alignment)
        return
    if _phrase(claim, _AS_A_RULE):
        return  # it says that there are cases in which it is otherwise
    if claim.functions & (CONDITIONS | {"only"}) or claim.tokens[0].norm == "without":
        return  # it gives a condition, in whatever words
    every = [*limit_phrases(source, claim), *_kind_of_subject(claim, source)]
    foreign = list(of_another(claim, source)) if every else []
    for whole in every:
        place = whole.place(source)
        if not whole.sure and any(start < place[1] and place[0] < end for start, end in foreign):
            continue
        if whole.first == 0 and source.tokens[0].norm == claim.tokens[0].norm in PREPOSITIONS:
            continue  # it opens with a case of its own: "in winter" for "in summer"
        if any(_is_another_case(claim, source, whole, other) for other in every) or _of_opening(claim, source, whole):
            continue
        limit = _unsaid(claim, source, whole)
        if limit is not None and _leaves_out(claim, source, limit) and (limit.sure or _is_rule(claim, source, limit)):
            weaker = bool(_possible(source) - _possible(claim))  # then it is not what the statement says
            yield _seen(claim, source, limit, "missing" if weaker else "omitted", "leaves the condition out")
            return


def _possible(sentence: Sentence) -> frozenset[str]:
    """The words that say something is possible; "until May" does not."""
    return sentence.functions & _POSSIBLE


def _denied(claim: Sentence, alignment: Alignment) -> Iterator[Observation]:
    """A claim that says "whether or not" of what the unit ties to a condition."""
    sure = next((limit for limit in limit_phrases(alignment.scope.sentence) if limit.sure), None)
    if sure is not None and alignment.inside >= _LEAST_MAIN:
        yield _seen(claim, alignment.scope.sentence, sure, "conflicts", "drops the condition")


def _seen(claim: Sentence, source: Sentence, limit: Limit, agreement: Agreement, what: str) -> Observation:
    mine, start, end = claim.words[0].token, *limit.place(source)
    stated = source.text[start:end]
    kind = " ".join(t.norm for t in source.tokens[: limit.last + 1] if t.norm != "only")
    alone = f"the source says this of “{kind}” alone"
    text = alone if _is_kind(claim, source, limit) else f"the draft {what}: “{stated}”"
    return Observation("condition", agreement, mine.start, mine.end, mine.text, start, end, stated, text, _SURE)


def _phrase(sentence: Sentence, phrases: Sequence[tuple[str, ...]]) -> bool:
    norms = tuple(token.norm for token in sentence.tokens)
    return any(norms[at : at + len(phrase)] == phrase for at in range(len(norms)) for phrase in phrases)


def _unsaid(claim: Sentence, source: Sentence, limit: Limit) -> Limit | None:
    """A limit up to its first phrase that the claim has; ``None`` where it has the one that the limit opens with.

    Of "for orders above 40 euros" a claim that states the bound has both phrases: the first only says what is measured.
    "On weekdays" is "from Monday to Friday".
    """
    begin, end = limit.place(source)
    if not weekdays(source.text[begin:end]).isdisjoint(weekdays(claim.text)):
        return None
    norms = [token.norm for token in source.tokens]
    links = PREPOSITIONS | MOMENTS
    opening = [at for at in range(limit.first + 2, limit.last) if norms[at] in links and norms[at - 1] not in links]
    before = limit.first
    for first, last in pairwise([limit.first, *opening, limit.last]):
        words = [w for w in source.words if first <= w.index < last]
        figures = _figures(source, first, last)
        named = sum(_says(claim, w) for w in words)
        stated = [m for m in figures if _states(claim, m)]
        if stated or named > _MOST_NAMED * len(words):
            cut = before if any(m.bound for m in stated) else first
            return replace(limit, last=cut) if cut > limit.first else None
        before = first
    return limit


def _is_another_case(claim: Sentence, source: Sentence, limit: Limit, other: Limit) -> bool:
    """Whether a claim has a limit of another statement that opens alike: "for water" beside "for electricity"."""
    first, second = source.tokens[limit.first], source.tokens[other.first]
    apart = source.statements[limit.first] != source.statements[other.first]
    return apart and first.norm == second.norm and _unsaid(claim, source, other) is None


def _of_opening(claim: Sentence, source: Sentence, limit: Limit) -> bool:
    """Whether a limit is but the end of a range of days, days it is closed, or the hours of a day that it is open.

    "Closes at 6 pm" leaves out no "closed on Sundays", nor "open on Mondays" any hours.
    """
    before = source.tokens[limit.first - 1] if limit.first else None
    begin, end = limit.place(source)
    timed = any(m.kind == "time" and begin <= m.start < end for m in source.mentions)
    hours = any(m.kind == "time" for m in claim.mentions)
    if weekdays(source.text[begin:end]) and _has_its_day(claim, source):
        return True  # "recycling on Thursdays" is not collected on Mondays, as garbage is
    opens = any(t.norm == "open" for t in claim.tokens) and bool(weekdays(claim.text))
    ranged = before is not None and day_named(before.text) is not None and source.tokens[limit.first].norm in _TO
    return ranged or (before is not None and before.norm == "closed" and hours) or (timed and opens and not hours)


def _has_its_day(claim: Sentence, source: Sentence) -> bool:
    """Whether a part of the source names the claim's subject and its day."""
    subject = subject_of(claim, claim.statements[0]) if claim.statements else None
    named = [w for w in source.words if subject and subject.words and similarity(subject.words[-1], w, "en") >= _SAME]
    parts = segments(source)
    there = (t for t, number in zip(source.tokens, parts, strict=True) if any(parts[w.index] == number for w in named))
    return bool(weekdays(claim.text)) and any(weekdays(t.text) == weekdays(claim.text) for t in there)


def _figures(source: Sentence, first: int, last: int) -> list[Mention]:
    begin, end = source.tokens[first].start, source.tokens[last - 1].end
    return [m for m in source.mentions if begin <= m.start < end]


def _leaves_out(claim: Sentence, source: Sentence, limit: Limit) -> bool:
    """Whether the claim says what stands around a limit that it lacks, up to the words right before it.

    What another value's case says counts for nothing: a claim that names that case leaves no case out.
    """
    inside = [w for w in source.words if limit.holds(w.index)]
    values = [m for m in claim.mentions if m.kind != "identifier"]
    foreign = [other for other in limit_phrases(source, claim) if not all(_is_own(m, source, other) for m in values)]
    outside = [w for w in source.words if not any(other.holds(w.index) for other in (limit, *foreign))]
    home = source.statements[limit.first]  # a later statement is of something else, unless a limit opens the sentence
    outside = [w for w in outside if limit.first == 0 or source.statements[w.index] <= home]
    named = [
        w for w in claim.words if not (claim.mentions and w.keys & _MEASURES)
    ]  # what a value is of: "limit", "size"
    return (
        (limit.sure or bool(_figures(source, limit.first, limit.last)) or any(w.weight >= CONTENT for w in inside))
        and covered(named, outside, "en") >= _LEAST_MAIN
        and _says_neighbour(claim, source, limit)
        and _says_statement(claim, source, limit)
        and all(_is_own(m, source, limit) for m in values)
    )


def _says(claim: Sentence, word: Word) -> bool:
    return any(similarity(word, other, "en") >= _SAME for other in claim.words)


def _states(claim: Sentence, value: Mention) -> bool:
    return any(compare.follows(m, value) for m in claim.mentions)


def _says_neighbour(claim: Sentence, source: Sentence, limit: Limit) -> bool:
    """Whether the claim has the word or value that a limit follows; of one that opens the sentence, the next word."""
    begin, end = limit.place(source)
    words = {w.token.start: w for w in source.words}
    values = {m.start: m for m in source.mentions}
    places = sorted({*words, *values})
    if limit.first == 0:
        place = next((p for p in places if p > end), None)
    else:
        place = next((p for p in reversed(places) if p < begin), None)
    if place is None:
        return False
    return _states(claim, values[place]) if place in values else _says(claim, words[place])


def _says_statement(claim: Sentence, source: Sentence, limit: Limit) -> bool:
    """Whether the claim has at least half of what a limit is said of: the words from mark to mark around it."""
    marks = [at for at, token in enumerate(source.tokens) if token.text in CLOSING and token.kind == "mark"]
    first = max((at for at in marks if at < limit.first), default=0)
    last = limit.first or min((at for at in marks if at > limit.last), default=len(source.tokens))
    around = [w for w in source.words if first <= w.index < last and not limit.holds(w.index)]
    return sum(_says(claim, w) for w in around) >= len(around) / 2


def _is_own(value: Mention, source: Sentence, limit: Limit) -> bool:
    """Whether the claim's value is in a limit or the nearest like it before: else it limits another case."""
    begin, end = limit.place(source)
    like = [m for m in source.mentions if compare.comparable(value, m)]
    held = [m for m in like if begin <= m.start < end]
    if any(compare.agrees(value, m) for m in held):
        return True
    nearest = [m for m in like if m.end <= begin][-1:] or [m for m in like if m.start >= end][:1]
    if held and nearest and segment_at(source, nearest[0].start) != segment_at(source, begin):
        return False  # "..., its café at 17:00" has a value of its own
    return bool(nearest) and compare.agrees(value, nearest[0])


def _is_rule(claim: Sentence, source: Sentence, limit: Limit) -> bool:
    """Whether the claim repeats a rule, or a statement in the present that the limit's own words confine."""
    if any(t.norm in _ANY for t in source.tokens[limit.first + 1 : limit.first + 3]):
        return False
    if _widens(claim, source, limit):
        return True
    if claim.tokens[0].norm in _SOME or not _in_present(source, limit):
        return False
    kept = frozenset[str]().union(*(w.keys for w in claim.words)) & frozenset[str]().union(
        *(w.keys for w in source.words if not limit.holds(w.index))
    )
    rules = bool(kept & _RULING) or bool(claim.functions & source.functions & _OBLIGING)
    if source.tokens[limit.first].norm in MOMENTS or _says_of_all(claim, source, limit):
        return True
    return rules or _confines(source, limit)


def _widens(claim: Sentence, source: Sentence, limit: Limit) -> bool:
    """Whether a claim says "all", "most" or "the oldest" without what the source says it of: "church in the valley"."""
    norms = [token.norm for token in source.tokens]
    before = range(max(0, limit.first - _MOST_NAMED_BETWEEN), limit.first)
    at = next((at for at in reversed(before) if norms[at] in _COUNTING or _is_superlative(source, at)), None)
    if at is None or norms[at] not in claim.functions or source.tokens[limit.first].norm not in PREPOSITIONS:
        return False
    if not all(_says(source, word) for word in claim.words):
        return False
    named = source.tokens[at + 1 : limit.first]
    if any(m.kind in ("date", "time") for m in _figures(source, limit.first, limit.last)):
        return False  # "won the first match in May"
    return (bool(named) or norms[at] in _PERSONS) and not any(
        t.kind != "word" or is_finite(source.tokens, i) or t.norm in PREPOSITIONS for i, t in enumerate(named, at + 1)
    )


def _is_superlative(sentence: Sentence, at: int) -> bool:
    """Whether a word is an adjective in its highest degree: "the oldest"."""
    token = sentence.tokens[at]
    raised = token.norm.endswith("est") and any(
        form != token.norm and "a" in lexicon().related(form, PARTS) for form in token.keys
    )
    return raised and at > 0


def _says_of_all(claim: Sentence, source: Sentence, limit: Limit) -> bool:
    """Whether the claim says of all of a kind what a source says of those of its subject that a limit singles out."""
    of_subject = limit.first > 0 and not any(is_finite(source.tokens, at) for at in range(limit.first))
    if _is_kind(claim, source, limit):
        return True
    singles_out = source.tokens[limit.first].norm in _SINGLING or bool(_figures(source, limit.first, limit.last))
    follows = limit.first > 0 and source.tokens[limit.first - 1].norm == claim.tokens[0].norm
    return of_subject and (claim.tokens[0].norm in _EVERY or (follows and singles_out and _is_of_a_kind(claim)))


def _is_kind(claim: Sentence, source: Sentence, limit: Limit) -> bool:
    """Whether a limit is what stands before the source's subject, which the claim names alone: "small dogs", "dogs"."""
    behind = source.tokens[limit.last].norm if limit.last < len(source.tokens) else ""
    opens = limit.first == 0 and source.tokens[0].norm not in PREPOSITIONS | MOMENTS | CONDITIONS
    return opens and behind == claim.tokens[0].norm and _is_of_a_kind(claim)


def _is_of_a_kind(claim: Sentence) -> bool:
    """Whether a claim is of a kind as such: it begins with a plural that nothing limits, "Students get a discount"."""
    return bool(_deed(claim)) and not claim.functions & _SOME


def _deed(claim: Sentence) -> str:
    """The verb right behind a plural that opens a claim; empty where it does not open so."""
    first, second = (*claim.tokens[:2], None, None)[:2]
    if first is None or second is None or first.name or first.function or first.kind != "word":
        return ""
    return second.norm if is_plural(first) and (is_verb(second) or is_finite(claim.tokens, 1)) else ""


def _kind_of_subject(claim: Sentence, source: Sentence) -> Iterator[Limit]:
    """What makes the source's subject a kind of the claim's: "small dogs"; of rules and values alone."""
    rules = any(w.keys & _RULING for w in claim.words) or claim.functions & _OBLIGING
    if not (_is_of_a_kind(claim) and (rules or claim.mentions)):
        return
    opening = [token.norm for token in claim.tokens[:2]]
    norms = [token.norm for token in source.tokens]
    at = next((at for at in range(1, min(_MOST_BEFORE, len(norms))) if norms[at : at + 2] == opening), None)
    before = source.tokens[: at or 0]
    if before and all(t.kind == "word" and (not t.function or t.norm == "only") for t in before):
        yield Limit(0, len(before), sure=before[0].norm == "only")


def _in_present(source: Sentence, limit: Limit) -> bool:
    """Whether no verb outside the limit is in the past; a participle behind "is" is not."""
    if any(t.norm in _PAST for at, t in enumerate(source.tokens) if not limit.holds(at)):
        return False
    verbs = [w for w in source.words if not limit.holds(w.index) and acts(source, w)]
    return not any(_is_past(w.token) and not _after_auxiliary(source, w) for w in verbs)


def _is_past(token: Token) -> bool:
    if token.norm.endswith("ed"):
        return "v" not in lexicon().related(token.norm, PARTS)  # "need" is no past
    return bool(lexicon().base_forms(token.norm) - {token.norm}) and not token.norm.endswith(("s", "ing"))


def _after_auxiliary(source: Sentence, word: Word) -> bool:
    recent = {t.norm for t in source.tokens[max(0, word.index - 4) : word.index]}
    return bool(recent & (BE | {"be", "being"}))


def _confines(source: Sentence, limit: Limit) -> bool:
    """Whether a phrase is a limit by its own words: a time that comes back, a bound, another case behind it."""
    begin, end = limit.place(source)
    inside = [w for w in source.words if limit.holds(w.index)]
    if any(w.keys & RECURRING for w in inside) or weekdays(source.text[begin:end]):
        return True
    if any(m.bound and begin <= m.start < end for m in source.mentions):
        return True
    own = [m for m in source.mentions if m.end <= begin][-1:]
    return limit.last < len(source.tokens) - 1 and other_value(source, limit.last, own)
