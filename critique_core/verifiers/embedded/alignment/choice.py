"""Which of several like values of a source a claim mentions, where words near one of them distinguish them."""

from collections.abc import Sequence

import regex

from critique_core.language.frames import acts
from critique_core.language.sentence import Sentence, Word, heads
from critique_core.language.similarity import is_among, similarity
from critique_core.language.statements import is_finite, is_verb
from critique_core.typed_values import compare
from critique_core.typed_values.mentions import Mention
from critique_core.verifiers.embedded.alignment.align import Alignment, other_subject
from critique_core.verifiers.embedded.alignment.slots import Slot, implied
from critique_core.verifiers.embedded.alignment.things import segment_at, segments, things

_SAME = 0.7
_NEAR = 2
_FITS = 0.22
_BESIDE = 0.1
_VERY_SLOT = 0.9
# words of time that mark a past value: "1,300 objects before", "31% a year ago"
_PREPOSITIONS = frozenset("in on at for from by with among to under during within outside inside without near".split())
_JOINING = frozenset("and or but".split())
_ARTICLES = frozenset("the a an this that its their".split())
_BASELINE = regex.compile(
    r"\b(?:compared (?:with|to)|(?:up|down) from|against|versus|instead of|rather than)\s+(?:just |about )?[$€£¥]?$",
    regex.IGNORECASE,
)
_GRANTS = frozenset("can may could allows lets permits allowed able permitted get gets".split())
_OF_CASES = frozenset("before ahead ago old aged late later early earlier past when on".split())
_OPENS_CASE = frozenset("if when unless who whose that which while not n't never no without".split())
_WHEN = frozenset("before after previously earlier formerly ago now currently today then last next until since".split())


def outbid(  # noqa: PLR0911 - one way to be outbid after the other
    claim: Sentence, mention: Mention, agree: Slot, found: Sequence[Slot]
) -> Slot | None:
    """The other value that the claim's words point to, where they point away from the agreeing one.

    "31% take the bus and 12% walk" gives 12% to "walk": the part that holds 31% mentions less of the claim, and of
    something else besides. ``None`` when nothing speaks against the agreeing value.
    """
    if mention.kind == "version":
        return None
    if mention.kind == "number" and heads(agree.alignment.scope.sentence, agree.mention):
        named = next((s for s in found if not s.agrees and s.fit >= agree.fit and counts(claim, mention, s)), None)
        if named is not None and not counts(claim, mention, agree):
            return named
    own_subject = _of_own_subject(claim, agree, found)
    if own_subject is not None:
        return own_subject
    limit = next((s for s in found if not s.agrees and s.fit >= agree.fit - _BESIDE and _limits(mention, s)), None)
    if limit is not None and not _limits(mention, agree):
        return limit
    stating = {_part(s) for s in found if s.agrees and s.fit >= agree.fit - _BESIDE} - {_part(agree)}
    rivals = [s for s in found if not s.agrees and s.fit >= _FITS and _close(s, agree) and _part(s) not in stating]
    rivals = [s for s in rivals if not _repeats(s, agree)]
    framed = next((s for s in rivals if s.alignment is agree.alignment and _framed(claim, agree, s)), None)
    if framed is not None:
        return framed
    if not _shared_with_claim(claim, mention, agree)[1]:
        return None
    return next((s for s in rivals if _points(claim, mention, agree, s)), None)


def _repeats(slot: Slot, agree: Slot) -> bool:
    """Whether a value stands in brackets right behind the agreeing one: the same in another unit."""
    between = slot.alignment.scope.sentence.text[agree.mention.end : slot.mention.start]
    return slot.alignment is agree.alignment and between.strip() == "("


def _part(slot: Slot) -> tuple[str, int, int]:
    """Which part of which unit holds a value."""
    scope = slot.alignment.scope
    return scope.source_id, scope.unit.start, segment_at(scope.sentence, slot.mention.start)


def _of_own_subject(claim: Sentence, agree: Slot, found: Sequence[Slot]) -> Slot | None:
    """The better fitting value of what the claim names, where the agreeing one is said of another name alone."""
    if not other_subject(claim, agree.alignment.scope.sentence):
        return None
    better = (s for s in found if not s.agrees and s.fit > agree.fit)
    return next((s for s in better if not other_subject(claim, s.alignment.scope.sentence)), None)


def _limits(mention: Mention, slot: Slot) -> bool:
    """Whether a source's value is a range or a limit as the claim's is, so that a mere value says less of it."""
    other = slot.mention
    if mention.kind in ("date", "time", "version"):
        return False
    return (mention.is_range and other.is_range) or (
        mention.bound in ("min", "max") and not mention.is_range and other.bound == mention.bound
    )


def _points(claim: Sentence, mention: Mention, agree: Slot, rival: Slot) -> bool:
    """Whether a rival's part says all that the agreeing value's part says of the claim, and more.

    The first part of a sentence also names what the later parts leave out, and a pronoun stands for what was named;
    there only words behind the rival's value, a subject of the agreeing value's own, or its standing as a mere baseline
    distinguish the parts.
    """
    own, said = (_shared_with_claim(claim, mention, slot)[0] for slot in (agree, rival))
    sentence = rival.alignment.scope.sentence
    if not _speaks(rival):
        counted, known = heads(claim, mention) if _tells_of_another(claim, agree) else (), implied(mention)
        own = own - {w.token.norm for w in claim.words if w in counted or w.keys & known or acts(claim, w)}
    if rival.alignment is agree.alignment and _tells_more(rival):
        plain = (w for w in claim.words if not is_finite(claim.tokens, w.index))
        own = own - {w.token.norm for w in plain if is_among(w, _subject(agree), claim.code)}
    if not own < said and not _follows(claim, agree, rival):
        return False
    if rival.alignment is not agree.alignment:
        names = {w.token.norm for w in claim.words if w.token.name}
        return bool((said - own) & names) and not agree.alignment.scope.sentence.has_pronoun
    later = agree.mention.start < rival.mention.start
    return later or _is_of_another(claim, agree) or _BASELINE.search(sentence.text[: agree.mention.start]) is not None


def _subject(slot: Slot) -> list[Word]:
    """What a value's part has before its verb, which a later part shares: "the flight leaves at 2 and lands at 4"."""
    sentence = slot.alignment.scope.sentence
    opening = _opening(slot)
    deed = next((at for at, w in enumerate(opening) if is_finite(sentence.tokens, w.index)), len(opening))
    return opening[:deed]


def _tells_of_another(claim: Sentence, slot: Slot) -> bool:
    """Whether something that the claim does not name stands before a value: "staff may print 500 pages"."""
    return any(not is_among(w, claim.words, claim.code) for w in _opening(slot))


def _is_of_another(claim: Sentence, slot: Slot) -> bool:
    """Whether a value's part opens with a subject that the claim does not name: "..., invoices for a year"."""
    sentence = slot.alignment.scope.sentence
    opening = [w for w in _opening(slot) if not _preposition(sentence, w.index)]
    if not opening or _speaks(slot) or _tells_more(slot):
        return False
    return not any(is_among(w, claim.words, claim.code) for w in opening)


def in_other_cases(claim: Sentence, agree: Slot, rival: Slot) -> bool:
    """Whether each value is said of a case that the claim does not name: "two days inland and five elsewhere"."""
    if rival.alignment is not agree.alignment or _tells_more(max(agree, rival, key=lambda s: s.mention.start)):
        return False
    cases = [[*_behind(slot), *(w for held in _frames(slot).values() for w in held)] for slot in (agree, rival)]
    return all(cases) and not any(is_among(w, claim.words, claim.code) for case in cases for w in case)


def _tells_more(slot: Slot) -> bool:
    """Whether the part that holds a value opens with "and" and a verb: "... and play for 30 hours"."""
    sentence = slot.alignment.scope.sentence
    here = segment_at(sentence, slot.mention.start)
    part = [t for t, n in zip(sentence.tokens, segments(sentence), strict=True) if n == here]
    return len(part) > 1 and part[0].norm in _JOINING and is_verb(part[1])


def _follows(claim: Sentence, agree: Slot, rival: Slot) -> bool:
    """Whether each value has its case behind it, and the claim names the rival's: "two days abroad and one inland"."""
    if rival.alignment is not agree.alignment or _opening(rival):
        return False
    mine, theirs = _behind(rival), _behind(agree)
    told = any(is_among(w, claim.words, claim.code) for w in mine)
    return told and bool(theirs) and not any(is_among(w, claim.words, claim.code) for w in theirs)


def _opening(slot: Slot) -> list[Word]:
    """The words before a value in its part."""
    sentence = slot.alignment.scope.sentence
    here = segment_at(sentence, slot.mention.start)
    return [w for w in things(sentence) if w.clause == here and w.token.start < slot.mention.start]


def _behind(slot: Slot) -> list[Word]:
    """The words after a value in its part."""
    sentence = slot.alignment.scope.sentence
    here = segment_at(sentence, slot.mention.start)
    return [w for w in things(sentence) if w.clause == here and w.token.start >= slot.mention.end]


def _speaks(slot: Slot) -> bool:
    """Whether the part that holds a value has a verb: "express delivery two days" leaves it to the part before."""
    sentence = slot.alignment.scope.sentence
    here = segment_at(sentence, slot.mention.start)
    return any(part == here and is_finite(sentence.tokens, at) for at, part in enumerate(segments(sentence)))


def _framed(claim: Sentence, agree: Slot, rival: Slot) -> bool:
    """Whether one preposition gives the rival a word of the claim and the agreeing value another word.

    "On weekdays from 6:30, on Sundays from 9:00": Sundays have the second time, though the first names the pool. What
    both have tells nothing: "10 MB on the Free plan and 100 MB on the Pro plan".
    """
    mine, theirs = _frames(rival), _frames(agree)
    for preposition, words in mine.items():
        others = theirs.get(preposition, [])
        own = [w for w in words if not is_among(w, others, claim.code)]
        foreign = [w for w in others if not is_among(w, words, claim.code)]
        told = any(is_among(w, claim.words, claim.code) for w in own)
        if told and foreign and not any(is_among(w, claim.words, claim.code) for w in foreign):
            return True
    return False


def _frames(slot: Slot) -> dict[str, list[Word]]:
    """The words that follow each preposition, up to the next noun's article, in the part that holds a value.

    A part without a value before it belongs to it: "on the Pro plan, 100 MB".
    """
    sentence = slot.alignment.scope.sentence
    here = segment_at(sentence, slot.mention.start)
    valued = {segment_at(sentence, m.start) for m in sentence.mentions}
    parts = {here} if here - 1 in valued else {here, here - 1}
    found: dict[str, list[Word]] = {}
    for word in things(sentence):
        if _is_told(sentence, word.index, implied(slot.mention)):
            continue
        preposition = _preposition(sentence, word.index)
        if word.clause in parts and preposition:
            found.setdefault(preposition, []).append(word)
    return found


def _is_told(sentence: Sentence, at: int, known: frozenset[str]) -> bool:
    """Whether a word is a value's verb, or its subject right after another noun: "on Sundays entry costs"."""
    if sentence.tokens[at].keys & known:
        return True
    following = sentence.tokens[at + 1 : at + 2]
    told = any(is_finite(sentence.tokens, at + 1) or t.keys & known for t in following)
    return told and at > 0 and not sentence.tokens[at - 1].function


def _preposition(sentence: Sentence, at: int) -> str:
    """The preposition that a word is the noun of, or part of its name; else none."""
    for before in reversed(sentence.tokens[max(0, at - 3) : at]):
        if before.norm in _PREPOSITIONS:
            return before.norm
        if before.norm in _ARTICLES:
            at = sentence.tokens.index(before)
            opening = sentence.tokens[at - 1].norm if at else ""
            return opening if opening in _PREPOSITIONS else ""
    return ""


def counts(claim: Sentence, mention: Mention, slot: Slot) -> bool:
    """Whether a source's number counts the very things that the claim's number counts."""
    theirs = heads(slot.alignment.scope.sentence, slot.mention)
    return any(similarity(a, b, claim.code) >= _SAME for a in heads(claim, mention)[:1] for b in theirs)


def grants(claim: Sentence, mention: Mention) -> bool:
    """Whether a limit is what somebody may use: who gets 10 does not get "up to 100", but 10 is "at most 100"."""
    return mention.bound == "max" and bool(claim.functions & _GRANTS)


def is_case(claim: Sentence, mention: Mention, conflict: Slot | None, found: Sequence[Slot]) -> bool:
    """Whether a claim's value is a case that a source's limit applies to, unless it is in the very same slot.

    "A complaint made after ten days is too late" is no other limit than "within a week"; "you have ten days" is one.
    """
    if mention.bound or mention.limit or mention.is_range or mention.lean or not _describes(claim, mention):
        return False
    others = (conflict,) if conflict is not None else (s for s in found if not s.agrees and s.fit >= _FITS)
    return any(s.mention.bound and s.fit < _VERY_SLOT for s in others)


def _describes(claim: Sentence, mention: Mention) -> bool:
    """Whether a value says which thing or what time is meant, and is not what the claim says of it.

    Such a value is before the verb, in a clause of condition, denied, or next to a word such as "after" and "old".
    """
    if claim.code != "en":
        return True
    inside = [at for at, token in enumerate(claim.tokens) if token.start < mention.end and mention.start < token.end]
    if not inside:
        return True
    first, last = inside[0], inside[-1]
    beside = claim.tokens[max(0, first - 2) : first] + claim.tokens[last + 1 : last + 3]
    after = range(last + 1, len(claim.tokens))
    return (
        any(token.norm in _OF_CASES for token in beside)
        or any(token.norm in _OPENS_CASE for token in claim.tokens[:first])
        or any(claim.statements[at] == claim.statements[last] and is_finite(claim.tokens, at) for at in after)
    )


def _close(first: Slot, second: Slot) -> bool:
    one, two = first.alignment.scope, second.alignment.scope
    return one.source_id == two.source_id and abs(one.rank - two.rank) <= _NEAR


def _shared_with_claim(claim: Sentence, mention: Mention, slot: Slot) -> tuple[frozenset[str], bool]:
    """What of the claim the list item or clause of a value says, and whether it says something else too."""
    sentence = slot.alignment.scope.sentence
    here = segment_at(sentence, slot.mention.start)
    near = [w for w in things(sentence) if w.clause == here]
    said = {w.token.norm for w in claim.words if is_among(w, near, claim.code)}
    said |= {m.text for m in claim.mentions if m is not mention and _stated(m, slot.alignment, here)}
    parts = segments(sentence)
    spoken = {t.norm for t, part in zip(sentence.tokens, parts, strict=True) if part == here}
    said |= claim.functions & spoken & _WHEN
    foreign = any(not is_among(w, claim.words, claim.code) and not w.token.function for w in near)
    return frozenset(said), foreign


def _stated(second: Mention, alignment: Alignment, here: int) -> bool:
    sentence = alignment.scope.sentence
    return any(
        compare.comparable(second, m) and compare.agrees(second, m)
        for m in sentence.mentions
        if segment_at(sentence, m.start) == here
    )
