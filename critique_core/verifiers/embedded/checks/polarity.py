"""Whether a claim and its source say yes or no to the same thing: negation and opposite words.

The sign of a statement is turned by a negation and by the opposite word; two turns cancel, so that "is not covered"
agrees with "is excluded". Denials that no pair of words shows are in ``denials``.
"""

from collections.abc import Iterator

import regex

from critique_core.language.frames import Chunk, acts, subject_of
from critique_core.language.opposites import kindred, opposed, says_no
from critique_core.language.permissions import gives_force
from critique_core.language.sentence import Sentence, Word
from critique_core.language.similarity import covered, similarity
from critique_core.language.statements import is_verb
from critique_core.text.word_classes import EXCLUSIVE
from critique_core.typed_values import compare
from critique_core.typed_values.mentions import Mention
from critique_core.verifiers.embedded.alignment.align import Alignment
from critique_core.verifiers.embedded.alignment.things import segment_at
from critique_core.verifiers.embedded.checks.base import Observation, between, written
from critique_core.verifiers.embedded.checks.counterparts import (
    Counterpart,
    company,
    counterparts,
    members,
    other_subject,
    other_time,
    pairs_of_poles,
    statement_of,
)
from critique_core.verifiers.embedded.checks.denials import (
    counted_none,
    excepts_what_is_said,
    some_of,
)

_LEAST_FIT, _LEAST_FIT_ABROAD, _LEAD = 0.5, 0.4, 0.08
_SAME_DOER = 0.8
_WHATEVER = regex.compile(r"\b(?:whether or not|regardless of whether|no matter whether)\b", regex.IGNORECASE)
_LEADS = 5
_CONDITIONS = frozenset("unless if when must until before only least without provided requires required".split())
_BEYOND = ("beyond", "above", "over", "more than", "exceeding")
_TWICE = 0.15  # a statement turned twice ("is excluded" for "is not covered") is seldom there by chance
_AGREE_SURE = 0.8
# of claims written for training: a denial in other company follows from the source as often as not ("no oil" from "oil
# only before 2015"); the nearer the two statements are to saying the same, the surer the conflict
_ALIKE, _DRAFT_DENIES_SURE, _SOURCE_DENIES_SURE = 0.8, (0.65, 0.5), (0.86, 0.72)
_OPPOSED_SURE = ((0.6, 0.8), (0.4, 0.72), (0.0, 0.58))
# verbs that take away what their object names: "dropped support", "was denied access"
_WAS = frozenset("was were been is are".split())
_TAKING = frozenset(
    """drop end stop cease remove withdraw deny refuse reject lack lose abolish discontinue avoid prevent prohibit
    forbid ban scrap""".split()
)


_NEVER = frozenset("not n't never".split())
_OF_IT = frozenset("for of in from with by on".split())
_PLACING = frozenset("in on at near under during over into onto while inside outside".split())
_NEAR_PLACE = 0.5
_UNTIL = ("until", "till", " bis", "jusqu'à", "jusqu’à", "hasta", "hasta las", "fino alle", "até as")


def polarity(claim: Sentence, alignment: Alignment) -> list[Observation]:
    """The statements of a claim that the unit denies, or states by way of the opposite word."""
    if other_subject(claim, alignment) or alignment.scope.sentence.text.rstrip().endswith("?"):
        return []
    if excepts_what_is_said(claim, alignment.scope.sentence):
        return []
    found = [seen for word in claim.words for seen in _compare(claim, word, alignment)]
    if some_of(claim) and some_of(alignment.scope.sentence):
        found = [o for o in found if o.kind != "negation"]  # some do, some do not: both may be true
    if _same_limit(claim, alignment.scope.sentence):
        found = [o for o in found if o.kind != "negation"]
    if any(w.denied for w in claim.words) and alignment.scope.sentence.functions & EXCLUSIVE:
        found = [o for o in found if o.kind != "antonym"]  # "no bus in winter" beside "only in summer"
    against = [o for o in found if o.agreement == "conflicts"]
    turned = [o for o in against if o.kind == "antonym"]
    if len(turned) > 1 and len({o.start for o in turned}) == len(turned) and list(pairs_of_poles(claim)):
        return []  # both poles change places: the same comparison from its other end
    if against and len(found) > len(against):
        return []  # one word says yes and another no: no verdict can rest on either
    return found[:1]


def _same_limit(claim: Sentence, source: Sentence) -> bool:
    """Whether a negation of one only sets a limit, and the other sets one of that side: their values decide."""
    if not (claim.limiting or source.limiting):
        return False
    pairs = ((mine, theirs) for mine in claim.mentions for theirs in source.mentions)
    return any(
        (mine.bound or mine.limit) == (theirs.bound or theirs.limit) != "" and compare.comparable(mine, theirs)
        for mine, theirs in pairs
    )


def _compare(claim: Sentence, word: Word, alignment: Alignment) -> Iterator[Observation]:
    """Compare the sign of one claim word with that of the source word in its place."""
    found = counterparts(claim, word, alignment)
    if not found or not (word.denied or any(c.opposite or c.word.denied or _taken(c) for c in found)):
        return
    best = found[0]
    turned = _turned(claim, word, best)
    if not turned:
        if best.opposite and best.fit >= _LEAST_FIT:
            text = f"the source says the same by “{best.word.token.text}”"
            yield between("antonym", "agrees", word.token, best.word.token if best.inside else None, text, _AGREE_SURE)
        return
    if not best.opposite and (_denied_alike(claim, best.sentence) or _says_no(claim, word, best)):
        return
    least = _LEAST_FIT if claim.code == "en" else _LEAST_FIT_ABROAD
    if not best.opposite and counted_none(claim, word, best.sentence):
        return
    if not best.inside or best.fit < least or _excused(claim, word, found) or not _comparable(claim, word, best):
        return
    if _says_else(claim, word, best, alignment):
        return
    yield _conflict(claim, word, best, _likeness(claim, best))


def _says_else(claim: Sentence, word: Word, best: Counterpart, alignment: Alignment) -> bool:
    """Whether claim and source mention other things than they seem to: a question, a limit, another subject."""
    if _asked_whether(best) or _limited(claim, word, best):
        return True
    if not best.opposite:
        return _forbidden_there(claim, best) or _reserved(claim, word, best)
    if gives_force(claim, word) and gives_force(best.sentence, best.word):
        return True  # what is allowed and forbidden is compared with its act and thing, in ``permissions``
    if (
        _lasts(claim, best.sentence)
        or _lasts_until(claim, word, best.sentence)
        or _lasts_until(best.sentence, best.word, claim)
    ):
        return True
    return _both_poles(claim, word, best, alignment)


def _forbidden_there(claim: Sentence, best: Counterpart) -> bool:
    """Whether the source forbids an act only where the claim does not go: "do not fly in rain" denies no flight."""
    tokens, at = best.sentence.tokens, best.word.index
    if claim.code != "en" or not {t.norm for t in tokens[max(0, at - 2) : at]} & _NEVER:
        return False
    home = statement_of(best.sentence, best.word)
    places = (
        word
        for word in members(best.sentence, home)
        if at < word.index <= at + _LEADS and any(t.norm in _PLACING for t in tokens[at + 1 : word.index])
    )
    place = next(places, None)
    return place is not None and all(similarity(w, place, "en") < _NEAR_PLACE for w in claim.words)


def _reserved(claim: Sentence, word: Word, best: Counterpart) -> bool:
    """Whether the source keeps for some what the claim denies of others: "only full members vote"."""
    source, home = best.sentence, statement_of(best.sentence, best.word)
    opening = [t for t, n in zip(source.tokens, source.statements, strict=True) if n == home][:2]
    only = next((t for t in opening if t.norm in EXCLUSIVE and t.start < best.word.token.start), None)
    subject = subject_of(claim, statement_of(claim, word))
    if not word.denied or only is None or subject is None or not subject.words:
        return False
    some = [w for w in source.words if only.start < w.token.start < best.word.token.start]
    return bool(some) and any(all(similarity(w, o, claim.code) < _SAME for o in some) for w in subject.words)


def _asked_whether(best: Counterpart) -> bool:
    """Whether a source leaves it open: "locked says whether the account has been blocked" states neither."""
    home, norms = statement_of(best.sentence, best.word), [t.norm for t in best.sentence.tokens]
    if "whether" not in norms or _WHATEVER.search(best.sentence.text):
        return False
    place = norms.index("whether")
    return place < best.word.index + _LEADS and abs(best.sentence.statements[place] - home) <= 1


def _limited(claim: Sentence, word: Word, best: Counterpart) -> bool:
    """Whether a denial denies only what lies beyond a limit or a condition that the source sets too.

    "No verdict is returned unless eight agree" says what "at least eight must agree before a verdict" says.
    """
    if not word.denied:
        return False
    after = [t.norm for t in claim.tokens[word.index + 1 :]]
    if "unless" in after and best.sentence.functions & _CONDITIONS:
        return True
    limits = [
        m
        for m in claim.mentions
        if m.start > word.token.start and claim.text[: m.start].casefold().rstrip(" $€£¥").endswith(_BEYOND)
    ]
    return any(compare.comparable(m, other) for m in limits for other in best.sentence.mentions)


def _lasts_until(sentence: Sentence, word: Word, other: Sentence) -> bool:
    """Whether a state lasts until what the other sentence has a value of too: what is open until nine closes at nine.

    Whether the two values agree is for their comparison to say.
    """
    ends = [
        m
        for m in sentence.mentions
        if m.start > word.token.start
        and ((m.kind == "time" and m.is_range) or sentence.text[: m.start].casefold().rstrip().endswith(_UNTIL))
    ]
    return any(compare.comparable(m, o) for m in ends for o in other.mentions)


def _both_poles(claim: Sentence, word: Word, best: Counterpart, alignment: Alignment) -> bool:
    """Whether the source's opposite answers another word of the claim, one that the claim sets against this one."""
    others = [o for o in claim.words if o is not word and opposed(word.keys, o.keys, claim.code)]
    return any(company(claim, o, best.sentence, best.word, alignment) > best.fit for o in others)


def _excused(claim: Sentence, word: Word, found: list[Counterpart]) -> bool:
    """Whether another place of the source says what the claim says, about as near to the claim's company."""
    agreeing = [c for c in found if not _turned(claim, word, c)]
    if any(c.fit + _TWICE * c.opposite > found[0].fit - _LEAD for c in agreeing):
        return True
    return found[0].opposite and any(c.inside and not c.opposite and c.fit >= _LEAST_FIT for c in agreeing)


def _says_no(claim: Sentence, word: Word, best: Counterpart) -> bool:
    """Whether the side without a negation denies by a word that the other has not: "unissued", "refusal"."""
    mine, theirs = (
        members(claim, statement_of(claim, word)),
        members(best.sentence, statement_of(best.sentence, best.word)),
    )
    plain, other = (theirs, mine) if word.denied else (mine, theirs)
    return any(says_no(w.keys) and not any(w.keys & o.keys for o in other) for w in plain)


def _denied_alike(claim: Sentence, sentence: Sentence) -> bool:
    """Whether a negation reaches the same word on both sides, whatever its verb."""
    denied = [w for w in sentence.words if w.negated]
    if any(w.negated and similarity(w, o, claim.code) >= 0.8 for w in claim.words for o in denied):
        return True
    # "no trace of X was found", "X was not detected": each denies the other's word, in company of the same thing
    own = [w for w in claim.words if not w.negated]
    return any(w.negated for w in claim.words) and any(similarity(w, o, claim.code) >= 0.8 for w in own for o in denied)


def _likeness(claim: Sentence, best: Counterpart) -> float:
    """How far claim and source statement say the same both ways, 0 to 1: a denial in other company proves little."""
    beside = members(best.sentence, statement_of(best.sentence, best.word))
    there, back = covered(claim.words, beside, claim.code), covered(beside, claim.words, claim.code)
    return 2.0 * there * back / (there + back) if there and back else 0.0


def _conflict(claim: Sentence, word: Word, best: Counterpart, likeness: float) -> Observation:
    mine, theirs = written(claim.text, word.token), written(best.sentence.text, best.word.token)
    if best.opposite:
        text = f"the draft says “{mine}”, the source says “{theirs}”"
        sureness = next(sure for least, sure in _OPPOSED_SURE if likeness >= least)
        return between("antonym", "conflicts", word.token, best.word.token, text, sureness)
    denier, other = ("draft", "source") if word.denied else ("source", "draft")
    text = f"the {denier} denies “{mine if word.denied else theirs}”, the {other} states it"
    alike, apart = _DRAFT_DENIES_SURE if word.denied else _SOURCE_DENIES_SURE
    sureness = alike if likeness >= _ALIKE else apart
    return between("negation", "conflicts", word.token, best.word.token, text, sureness)


def _turned(claim: Sentence, word: Word, other: Counterpart) -> bool:
    """Whether the claim's word and the source's come out with different signs."""
    turned = word.denied != other.word.denied
    turned ^= other.opposite
    if not other.opposite and _taken(other) and (acts(claim, word) or _is_taken_thing(other)):
        turned ^= not any(w.keys & _TAKING for w in claim.words)
    return turned


def _is_taken_thing(other: Counterpart) -> bool:
    """Whether a word is what an entry lists as taken away: of "Removed: support for XML" the support alone."""
    between = other.sentence.tokens[2 : other.word.index]
    return _lists_as_taken(other.sentence) and not any(t.norm in _OF_IT for t in between)


def _taken(other: Counterpart) -> bool:
    return _is_taken(other.sentence, other.word)


def _lists_as_taken(sentence: Sentence) -> bool:
    """Whether an entry of a list says what was taken away: "Removed: XML"."""
    return bool(sentence.words[0].keys & _TAKING) and [t.text for t in sentence.tokens[1:2]] == [":"]


def _is_taken(sentence: Sentence, word: Word) -> bool:
    """Whether a verb that takes away governs a noun: "dropped support for", "support was withdrawn", "Removed: XML"."""
    if word is not sentence.words[0] and _lists_as_taken(sentence):
        return True
    beside = [w for w in members(sentence, statement_of(sentence, word)) if w is not word]
    before = [w for w in beside if 0 < word.index - w.index <= 2]
    after = [w for w in beside if 0 < w.index - word.index <= 3 and sentence.tokens[w.index - 1].norm in _WAS]
    return any(w.keys & _TAKING and not w.denied for w in before + after)


def _comparable(claim: Sentence, word: Word, best: Counterpart) -> bool:
    """Whether the two words are in the same place: the same time, and as modifiers next to the same noun."""
    if other_time(claim, best.sentence):
        return False
    if best.opposite and any(_until(claim, m) for m in claim.mentions):
        return False  # "open until five" and "closes at five" say the same
    if claim.code == "en" and not _same_use(claim, word, best):
        return False
    first, second = _noun_after(claim, word), _noun_after(best.sentence, best.word)
    if first is None or second is None or (is_verb(word.token) and is_verb(best.word.token)):
        return True
    return similarity(first, second, claim.code) >= 0.55


def _until(claim: Sentence, mention: Mention) -> bool:
    before = claim.text[: mention.start].casefold().split()[-1:]
    return mention.kind == "time" or (mention.kind == "number" and before in (["at"], ["until"], ["till"]))


def _same_use(claim: Sentence, word: Word, best: Counterpart) -> bool:
    """Whether two words are both verbs with the same doer, or both none; opposites in comparisons are left out."""
    subject = subject_of(claim, statement_of(claim, word))
    if subject is not None and word not in subject.words and _elsewhere(subject, best):
        return False
    mine, theirs = acts(claim, word), acts(best.sentence, best.word)
    if mine and theirs:
        return True
    if best.opposite and any(w.token.norm.endswith("less") for w in (word, best.word)):
        return True  # "have wings", "are wingless"
    return not best.opposite or (mine == theirs and "than" not in claim.functions)


def _elsewhere(subject: Chunk, best: Counterpart) -> bool:
    """Whether the source has the subject, but in another statement, with a subject of its own next to the word."""
    own = subject_of(best.sentence, statement_of(best.sentence, best.word))
    if not subject.words or own is None or own.pronoun or best.word in own.words:
        return False
    head, code = subject.words[-1], best.sentence.code
    held = {statement_of(best.sentence, w) for w in best.sentence.words if similarity(head, w, code) >= _SAME_DOER}
    return bool(held) and not held & {statement_of(best.sentence, w) for w in (best.word, *own.words)}


def _noun_after(sentence: Sentence, word: Word) -> Word | None:
    """The content word right after a modifier."""
    following = next((w for w in sentence.words if w.index == word.index + 1), None)
    return following if following is not None and following.clause == word.clause else None


_POLES_SURE, _SAME = 0.55, 0.8
_RELATIVE = frozenset("who which that whose".split())
_ONES = frozenset("one ones".split())
_BREAKS = frozenset(", ; and but while whereas or".split())


def poles(claim: Sentence, alignment: Alignment) -> Iterator[Observation]:
    """A claim's word where the unit says that word of one case and its opposite of another."""
    source = alignment.scope.sentence
    if any(w.denied for w in (*claim.words, *source.words)) or excepts_what_is_said(claim, source):
        return
    if source.words and _lists_as_taken(source):
        return  # "Removed: support for XML" is no case of support
    found = [seen for word in claim.words for seen in _weighed(claim, word, source)]
    yield from sorted(found, key=lambda o: o.agreement != "conflicts")[:1]


def _weighed(claim: Sentence, word: Word, source: Sentence) -> Iterator[Observation]:
    """What the unit says of the claim's case, where it says both the word and its opposite once."""
    same = [o for o in source.words if kindred(word.keys, o.keys) or _is_synonym(word, o)]
    other = [o for o in source.words if opposed(word.keys, o.keys)]
    if len(same) != 1 or len(other) != 1 or any(opposed(word.keys, w.keys) for w in claim.words):
        return
    found = side(claim, word.index, source, (same[0].index, other[0].index))
    if found < 0 and (
        _lasts(claim, source) or _ends_hours(claim, source) or _has_its_value(claim, source, same[0], other[0])
    ):
        return  # "leaves at 14:20 and arrives at 16:05": which time is which says the comparison of values
    if found > 0:
        text = f"of this the source says “{same[0].token.text}” too"
        yield between("antonym", "agrees", word.token, same[0].token, text, _POLES_SURE)
    elif found < 0:
        text = f"the draft says “{word.token.text}”, of this the source says “{other[0].token.text}”"
        yield between("antonym", "conflicts", word.token, other[0].token, text, _POLES_SURE)


def _lasts(claim: Sentence, source: Sentence) -> bool:
    """Whether a claim says how long something took of which the source has both ends: it is of neither alone."""
    ends = [m for m in source.mentions if m.kind in ("date", "time")]
    return len(ends) > 1 and any(m.unit == "[time]" for m in claim.mentions)


def _ends_hours(claim: Sentence, source: Sentence) -> bool:
    """Whether a claim's hour is one that hours of the source begin or end with: which end is compared in ``ends``."""
    hours = [m for m in source.mentions if m.kind == "time" and m.is_range]
    return any(m.kind == "time" and not m.is_range and compare.follows(m, one) for m in claim.mentions for one in hours)


def _has_its_value(claim: Sentence, source: Sentence, same: Word, other: Word) -> bool:
    """Whether the word and its opposite each have a value of the claim's kind in their parts of the unit."""
    parts = [segment_at(source, word.token.start) for word in (same, other)]
    return (
        any(
            all(
                any(segment_at(source, m.start) == part and compare.comparable(mine, m) for m in source.mentions)
                for part in parts
            )
            for mine in claim.mentions
        )
        and parts[0] != parts[1]
    )


def _is_synonym(word: Word, other: Word) -> bool:
    return similarity(word, other, "en") >= _SAME and not opposed(word.keys, other.keys)


def side(claim: Sentence, position: int, source: Sentence, at: tuple[int, int]) -> int:
    """Which of two places of the source has the claim's company next to it: 1 the first, -1 the second, 0 neither.

    ``position`` is the claim's own pole; what follows a "than" after it is another case and has no say.
    """
    first, second = sorted(at)
    homes = source.statements
    cut = next((i for i in range(second - 1, first, -1) if source.tokens[i].norm in _BREAKS), None)
    if homes[first] != homes[second]:
        cut = next(i for i in range(first, second + 1) if homes[i] != homes[first])
    if cut is None or {t.norm for t in source.tokens[cut : cut + 2]} & _RELATIVE:
        return 0
    end = next((i for i in range(second, len(source.tokens)) if source.tokens[i].text in ";."), len(source.tokens))
    spans = (range(first, cut), range(cut, end))
    votes = [_valued(claim, source, span) for span in spans]
    if votes[0] == votes[1]:
        votes = [_worded(claim, position, source, span, at) for span in spans]
    if votes[0] and votes[1] and _ONES & {source.tokens[i].norm for i in spans[1]}:
        votes[0] = False  # "the red track and the blue one": the noun stands for both
    if votes[0] == votes[1]:
        return 0
    nearer = first if votes[0] else second
    return 1 if nearer == at[0] else -1


def _worded(claim: Sentence, position: int, source: Sentence, span: range, at: tuple[int, int]) -> bool:
    """Whether a stretch of the source holds a word of the claim that is nowhere else in the source."""
    than = next((i for i in range(position, len(claim.tokens)) if claim.tokens[i].norm == "than"), len(claim.tokens))
    for word in claim.words:
        if word.index == position or word.index >= than:
            continue
        places = [o.index for o in source.words if similarity(word, o, "en") >= _SAME and o.index not in at]
        if places and all(i in span for i in places):
            return True
    return False


def _valued(claim: Sentence, source: Sentence, span: range) -> bool:
    """Whether a stretch of the source holds a value of the claim that is nowhere else in the source."""
    start, end = source.tokens[span[0]].start, source.tokens[span[-1]].end
    for mention in claim.mentions:
        found = [m for m in source.mentions if compare.follows(mention, m)]
        if found and all(start <= m.start < end for m in found):
            return True
    return False
