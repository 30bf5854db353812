"""Which of several like values of a source a claim mentions, where words near one of them distinguish them."""

from collections.abc import Sequence

import regex

from critique_core.language.frames import acts, subject_of
from critique_core.language.sentence import Sentence, Word, heads
from critique_core.language.similarity import is_among, similarity
from critique_core.language.statements import is_finite
from critique_core.typed_values import compare
from critique_core.typed_values.mentions import Mention
from critique_core.verifiers.embedded.alignment.slots import Slot, implied
from critique_core.verifiers.embedded.alignment.things import segment_at, segments, things
from critique_core.verifiers.embedded.alignment.value_parts import Part, preposition

_SAME = 0.7
_NEAR = 2
_FITS = 0.22
_BESIDE = 0.1
_VERY_SLOT = 0.9
# words of time that mark a past value: "1,300 objects before", "31% a year ago"
_BASELINE = regex.compile(
    r"\b(?:compared (?:with|to)|(?:up|down) from|against|versus|instead of|rather than)\s+(?:just |about )?[$€£¥]?$",
    regex.IGNORECASE,
)
_GRANTS = frozenset("can may could allows lets permits allowed able permitted get gets".split())
_OF_CASES = frozenset("before ahead ago old aged late later early earlier past when on".split())
_EXCLUDING = frozenset("non except unless excluding".split())
_REACH = 4  # tokens: "unless you are a member"
_BE = frozenset("are is".split())
_PERSONS = frozenset("you they he she".split())
_OTHERS = frozenset("rest others remaining remainder".split())
_OPENS_CASE = frozenset("if when unless who whose that which while not n't never no without".split())
_WHEN = frozenset("before after previously earlier formerly ago now currently today then last next until since".split())


def outbid(claim: Sentence, mention: Mention, agree: Slot, found: Sequence[Slot]) -> Slot | None:
    """The other value that the claim's words point to, where they point away from the agreeing one.

    "31% take the bus and 12% walk" gives 12% to "walk": the part that holds 31% mentions less of the claim, and of
    something else besides. ``None`` when nothing speaks against the agreeing value.
    """
    if mention.kind == "version":
        return None
    if mention.kind == "number" and heads(agree.alignment.scope.sentence, agree.mention):
        named = next((s for s in found if not s.agrees and s.fit >= agree.fit and counts(claim, mention, s)), None)
        if named is not None and _counted(claim, mention, agree) < _counted(claim, mention, named):
            return named
    limit = next((s for s in found if not s.agrees and s.fit >= agree.fit - _BESIDE and _limits(mention, s)), None)
    if limit is not None and not _limits(mention, agree):
        return limit
    stating = {Part(s).place for s in found if s.agrees and s.fit >= agree.fit - _BESIDE} - {Part(agree).place}
    rivals = [s for s in found if not s.agrees and s.fit >= _FITS and _close(s, agree) and Part(s).place not in stating]
    beside = [s for s in rivals if s.alignment is agree.alignment]
    ways = (_framed, _dated, _follows, _is_of_subject)
    own = [s for s in beside if mention.kind != "number" and not any(_states(m, s.mention) for m in claim.mentions)]
    if claim.code != "en":  # the other ways ask for an English verb or preposition
        return next((s for s in own if _dated(claim, agree, s) or says_all_of(claim, agree, s)), None)
    told = next((s for s in beside if any(way(claim, agree, s) for way in ways)), None)
    told = told or next((s for s in own if is_of_case(claim, s, agree)), None)
    return told or _pointed_at(claim, mention, agree, rivals, found)


def _pointed_at(
    claim: Sentence, mention: Mention, agree: Slot, rivals: Sequence[Slot], found: Sequence[Slot]
) -> Slot | None:
    """The rival whose sentence or part says more of the claim than the agreeing value's; ``None`` where none does."""
    alike = next((s for s in rivals if _names_what_is_meant(claim, agree, s, found)), None)
    if alike is not None or not _shared_with_claim(claim, mention, agree)[1]:
        return alike
    return next((s for s in rivals if _points(claim, mention, agree, s)), None)


def _states(mine: Mention, theirs: Mention) -> bool:
    """Whether a value of the claim is a source's, in its words or with a unit that the source leaves out."""
    return mine.text == theirs.text or compare.follows(mine, theirs)


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
    foreign, speaks = _tells_of_another(claim, agree), Part(rival).speaks
    if not speaks or (
        Part(rival).place != Part(agree).place and not heads(sentence, rival.mention)
    ):  # "... and the north car park 80" leaves out what is counted
        counted, known = heads(claim, mention) if foreign else (), implied(mention)
        left_out = [w for w in claim.words if w in counted or (not speaks and (w.keys & known or acts(claim, w)))]
        own = own - {w.token.norm for w in left_out}
    if rival.alignment is agree.alignment and Part(rival).continues:
        plain = (w for w in claim.words if not is_finite(claim.tokens, w.index))
        own = own - {w.token.norm for w in plain if is_among(w, Part(agree).subject, claim.code)}
    if not own < said:
        return False
    if rival.alignment is not agree.alignment:
        names = {w.token.norm for w in claim.words if w.token.name}
        return bool((said - own) & names) and not agree.alignment.scope.sentence.has_pronoun
    later = agree.mention.start < rival.mention.start
    return later or _is_of_another(claim, agree) or _BASELINE.search(sentence.text[: agree.mention.start]) is not None


def _names_what_is_meant(claim: Sentence, agree: Slot, rival: Slot, found: Sequence[Slot]) -> bool:
    """Whether two sentences with one such value each are alike, and the claim's name stands in the rival's alone.

    "The train to Riga leaves at 19:09 from platform 1" is meant by "the train to Riga leaves from platform 2",
    whichever train leaves from there.
    """
    one, two = agree.alignment, rival.alignment
    if one is two or any(sum(s.alignment is unit for s in found) > 1 for unit in (one, two)):
        return False
    mine, theirs = one.scope.sentence, two.scope.sentence
    own, said = ({w.index for w in claim.words if is_among(w, s.words, claim.code)} for s in (mine, theirs))
    told = [w for w in claim.words if w.index in said - own and w.token.name]
    other = [w for w in mine.words if w.token.name and not is_among(w, (*claim.words, *theirs.words), claim.code)]
    return own < said and bool(told and other) and not mine.has_pronoun


def _is_of_subject(claim: Sentence, agree: Slot, rival: Slot) -> bool:
    """Whether a part without a verb opens with what the claim's subject is, and the agreeing one with another thing.

    "The museum closes at 18:00, its café at 17:00" says 17:00 of "the museum's café".
    """
    subject = subject_of(claim, 0)
    theirs, mine = Part(rival).opening, Part(agree).opening
    if not mine or Part(rival).place == Part(agree).place or Part(rival).speaks or subject is None or not subject.words:
        return False
    told = [w for w in subject.words if is_among(w, theirs, claim.code) and not is_among(w, mine, claim.code)]
    if any(not is_among(w, claim.words, claim.code) for w in theirs):
        return False
    foreign = any(not is_among(w, things(claim), claim.code) for w in Part(agree).subject)
    return bool(told) and (foreign or subject.words[-1] in told)


def is_of_rest(claim: Sentence, agree: Slot) -> bool:
    """Whether a claim gives what is said of the rest the value of the other part: "26 by choice, the rest essays"."""
    sentence, own = agree.alignment.scope.sentence, Part(agree).number
    numbers = segments(sentence)
    place = next((token.start for token in sentence.tokens if token.norm in _OTHERS), len(sentence.text))
    if claim.functions & _OTHERS or any(m.start > place for m in sentence.mentions):
        return False  # "the rest, 200 g" has a value of its own
    rest = {n for token, n in zip(sentence.tokens, numbers, strict=True) if token.norm in _OTHERS and n != own}
    valued = {segment_at(sentence, m.start) for m in sentence.mentions}
    told = [w for w in things(sentence) if w.clause in rest - valued]
    mine = {c.index for c in claim.words if is_among(c, Part(agree).words, claim.code)}
    theirs = {c.index for c in claim.words if is_among(c, told, claim.code)}
    deeds = [w for w in Part(agree).words if acts(sentence, w)]
    foreign = bool(deeds) and not any(is_among(w, claim.words, claim.code) for w in deeds)
    return bool(theirs - mine) and (foreign or len(theirs - mine) > len(mine - theirs))


def _tells_of_another(claim: Sentence, slot: Slot) -> bool:
    """Whether something that the claim does not name stands before a value: "staff may print 500 pages"."""
    return any(not is_among(w, claim.words, claim.code) for w in Part(slot).opening)


def _is_of_another(claim: Sentence, slot: Slot) -> bool:
    """Whether a value's part opens with a subject that the claim does not name: "..., invoices for a year"."""
    sentence = slot.alignment.scope.sentence
    opening = [w for w in Part(slot).opening if not preposition(sentence, w.index)]
    if not opening or Part(slot).speaks or Part(slot).continues:
        return False
    return not any(is_among(w, claim.words, claim.code) for w in opening)


def in_other_cases(claim: Sentence, agree: Slot, rival: Slot) -> bool:
    """Whether each value is said of a case that the claim does not name: "two days inland and five elsewhere"."""
    if rival.alignment is not agree.alignment or Part(max(agree, rival, key=lambda s: s.mention.start)).continues:
        return False
    cases = [[*Part(slot).behind, *(w for held in Part(slot).framed.values() for w in held)] for slot in (agree, rival)]
    return all(cases) and not any(is_among(w, claim.words, claim.code) for case in cases for w in case)


def of_the_others(claim: Sentence, found: Sequence[Slot]) -> list[Slot]:
    """The values without those of whom the claim excludes: "non-members", "unless you are a member".

    All stay where none would be left.
    """
    others = excluded(claim)
    kept = [slot for slot in found if not any(is_among(w, _spoken_of(slot), claim.code) for w in others)]
    return kept or list(found)


def _spoken_of(slot: Slot) -> list[Word]:
    """What a value's part mentions, and the case before it: the residents of "for residents, 5 euros"."""
    return [*Part(slot).words, *(w for held in Part(slot).framed.values() for w in held)]


def excluded(claim: Sentence) -> list[Word]:
    """The first word or two behind "non-", "except" or "unless"."""
    found: list[Word] = []
    for at, token in enumerate(claim.tokens[:-1]):
        if token.norm in _EXCLUDING:
            named = [t.norm for t in claim.tokens[at + 1 : at + 3]]
            if token.norm == "unless" and not (named[0] in _PERSONS and named[-1] in _BE):
                continue  # "unless no tax is due" is a condition
            reach = 2 if token.norm == "non" else _REACH
            verb = next((i for i in range(at + 1, len(claim.tokens)) if _ends_exclusion(claim, i)), len(claim.tokens))
            found += [word for word in claim.words if at < word.index <= at + reach and word.index < verb]
    return found


def _ends_exclusion(claim: Sentence, at: int) -> bool:
    """Whether what is excluded is over at a token: at a mark, or at the verb of what is said of the others."""
    token = claim.tokens[at]
    return (token.kind == "mark" and token.text != "-") or (token.norm not in _BE and is_finite(claim.tokens, at))


def is_of_case(claim: Sentence, agree: Slot, rival: Slot) -> bool:
    """Whether a claim names the case of a value that the sentence gives behind another: "10 euros; for members, 5"."""
    part, other = Part(agree), Part(rival)
    if rival.alignment is not agree.alignment or part.speaks or rival.mention.start >= agree.mention.start:
        return False
    cases = [w for held in part.framed.values() for w in held if not is_among(w, other.words, claim.code)]
    return any(is_among(w, claim.words, claim.code) for w in cases)


def _follows(claim: Sentence, agree: Slot, rival: Slot) -> bool:
    """Whether each value has its case behind it, and the claim names the rival's: "two days abroad and one inland"."""
    if Part(rival).opening or Part(rival).speaks:
        return False
    mine, theirs = Part(rival).behind, Part(agree).behind
    if all(is_among(w, mine, claim.code) for w in theirs):  # "until one week before" beside "in the last week"
        own = (w for w in mine if not is_among(w, theirs, claim.code))
        apart = (m for m in Part(agree).values_behind if not any(compare.follows(o, m) for o in claim.mentions))
        return any(is_among(w, claim.words, claim.code) for w in own) and any(apart)
    return _names_one(claim, mine, theirs)


def _framed(claim: Sentence, agree: Slot, rival: Slot) -> bool:
    """Whether one preposition gives the rival a word of the claim and the agreeing value another word.

    "On weekdays from 6:30, on Sundays from 9:00": Sundays have the second time, though the first names the pool.
    """
    theirs = Part(agree).framed
    return any(_names_one(claim, words, theirs.get(by, [])) for by, words in Part(rival).framed.items())


def says_all_of(claim: Sentence, agree: Slot, rival: Slot) -> bool:
    """Whether the claim has all that the rival's part says, which is more than the agreeing value's part.

    "Das Ticket kostet im Vorverkauf 18 Euro und an der Abendkasse 22 Euro": "an der Abendkasse" is 22. What an earlier
    part says a later one shares, so that it tells only where the claim lacks something of the later one.
    """
    mine, theirs = Part(rival).words, Part(agree).words
    if (
        Part(rival).place == Part(agree).place
        or not mine
        or not all(is_among(w, claim.words, claim.code) for w in mine)
    ):
        return False
    if rival.mention.start < agree.mention.start:
        return not all(is_among(w, claim.words, claim.code) for w in theirs)
    return any(not is_among(w, theirs, claim.code) for w in mine)


def _dated(claim: Sentence, agree: Slot, rival: Slot) -> bool:
    """Whether the claim's date is the rival's, and the agreeing value has another: "600 in 2010 and 300 in 2020"."""
    told = [m for m in claim.mentions if m.kind == "date"]

    def meets(dates: Sequence[Mention]) -> bool:
        return any(compare.agrees(m, one) or compare.agrees(one, m) for m in told for one in dates)

    mine, theirs = Part(agree).dates, Part(rival).dates
    return bool(mine) and meets(theirs) and not meets(mine)


def _names_one(claim: Sentence, words: Sequence[Word], others: Sequence[Word]) -> bool:
    """Whether a claim names a thing of ``words`` and none of ``others``; what both have tells nothing.

    "10 MB on the Free plan and 100 MB on the Pro plan" are both of a plan.
    """
    own = [w for w in words if not is_among(w, others, claim.code)]
    foreign = [w for w in others if not is_among(w, words, claim.code)]
    told = any(is_among(w, claim.words, claim.code) for w in own)
    return told and bool(foreign) and not any(is_among(w, claim.words, claim.code) for w in foreign)


def counts(claim: Sentence, mention: Mention, slot: Slot) -> bool:
    """Whether a source's number counts the very things that the claim's number counts."""
    return _counted(claim, mention, slot) >= _SAME


def _counted(claim: Sentence, mention: Mention, slot: Slot) -> float:
    """How like the things are that the claim's number and a source's count, 0 to 1."""
    theirs = heads(slot.alignment.scope.sentence, slot.mention)
    return max((similarity(a, b, claim.code) for a in heads(claim, mention)[:1] for b in theirs), default=0.0)


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
    part = Part(slot)
    sentence, near = part.sentence, part.words
    said = {w.token.norm for w in claim.words if is_among(w, near, claim.code)}
    values = [m for m in sentence.mentions if segment_at(sentence, m.start) == part.number]
    said |= {m.text for m in claim.mentions if m is not mention and any(compare.follows(m, o) for o in values)}
    spoken = {t.norm for t, number in zip(sentence.tokens, segments(sentence), strict=True) if number == part.number}
    said |= claim.functions & spoken & _WHEN
    foreign = any(not is_among(w, claim.words, claim.code) and not w.token.function for w in near)
    return frozenset(said), foreign
