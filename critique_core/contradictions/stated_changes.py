"""Sentences that say of a value, a person or a thing that another has taken its place.

"The fee goes up from 30 to 120 euros", "10 seconds (formerly 30)", "Lise Hamre, who replaced Tomas Eklund": a claim
that still has the former one is over, although such a sentence holds its very words and reads like support.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence

import regex

from critique_core.contradictions.differences import differences, figures, same_value
from critique_core.contradictions.stated_change_phrases import (
    BEFORE,
    CALENDAR,
    CHANGE,
    CHANGED_TO,
    ENDS_THING,
    FORMER,
    FROM,
    GOAL,
    GONE,
    INTENDED,
    MOVED,
    NAME,
    NO_LONGER,
    PASSED,
    REPLACED,
    STOPPED,
    SUPPOSED,
    THING,
    TO_FROM,
    UP_FROM,
    tells_of_change,
)
from critique_core.language.grammar import PREPOSITIONS, SUBORDINATE
from critique_core.language.sentence import Sentence, Word, analyse
from critique_core.language.similarity import is_among
from critique_core.language.statements import is_finite
from critique_core.models import Claim, ClaimCandidates, Evidence, Passage, SourceDocument, VerifiedClaim
from critique_core.text.languages import language_of
from critique_core.typed_values import compare
from critique_core.typed_values.mentions import Mention

_SAME = 0.7  # likeness from which two words are taken for one, as for two statements (`differences`)
_AROUND = 300  # characters before a sentence that may say what it is about
_REACH = 70  # characters between a verb of change and its "from"
_TIMED = frozenset("was were had did formerly previously originally initially ago".split())
_USED_TO = regex.compile(r"(?<!\b(?:is|are|be|been|being|gets?) )used to\b", regex.IGNORECASE)
_DOING = regex.compile(r"\p{L}+ing (?:the |an? )?", regex.IGNORECASE)
_FILLING = frozenset(
    """be cost amount come stand charge pay price set total last have get hold take run apply provide offer give
    open close limit year month week day hour person cap include contain""".split()
)  # what a value's sentence may say in another way
_SEATED = frozenset("base locate headquarter headquarters seat situate site find".split())


def between(
    verified: Sequence[VerifiedClaim], candidates: Sequence[ClaimCandidates], sources: Sequence[SourceDocument]
) -> dict[str, tuple[Evidence, ...]]:
    """For each claim with an answer, by its id, the sentences of sources that say another value took its place."""
    passages = {found.claim_id: [one.passage for one in found.passages] for found in candidates}
    by_id = {source.id: source for source in sources}
    draft = " ".join(claim.text for claim in verified)
    known = {
        one.id: " ".join([draft, *(other.content for other in sources if other.id != one.id)]).casefold()
        for one in sources
    }
    found = {
        claim.id: tuple(_superseding(claim, passages.get(claim.id, ()), by_id, known))
        for claim in verified
        if claim.verdict is not None and len(by_id) > 1 and not _is_past(analyse(claim.text, language_of(claim.text)))
    }
    return {claim_id: parts for claim_id, parts in found.items() if parts}


def may_be_over(claim: str) -> bool:
    """Whether a claim leaves open when it holds: one about the past, a date or a version says so itself."""
    said = analyse(claim, language_of(claim))
    return not _is_past(said) and not _is_dated(said)


def _is_past(said: Sentence) -> bool:
    return bool(said.functions & _TIMED) or _USED_TO.search(said.text) is not None


def _is_dated(said: Sentence) -> bool:
    """Whether a claim says itself when it holds, by a date or a version; "the server runs Ubuntu 18.04" states one."""
    return any(m.kind == "date" or (m.kind == "version" and not _is_stated(said, m)) for m in said.mentions)


def _is_stated(said: Sentence, version: Mention) -> bool:
    """Whether a version comes after the verb, and what it is of directly after that: no preposition is between."""
    before = [t for t in said.tokens if t.end <= version.start]
    verb = next((i for i in reversed(range(len(before))) if is_finite(said.tokens, i)), None)
    return verb is not None and all(t.norm not in PREPOSITIONS | SUBORDINATE for t in before[verb + 1 :])


def _superseding(
    claim: Claim, passages: Sequence[Passage], sources: Mapping[str, SourceDocument], known: Mapping[str, str]
) -> Iterator[Evidence]:
    seen: set[tuple[str, int]] = set()
    for passage in passages:
        source = sources[passage.source_id]
        for unit in passage.units:
            if (source.id, unit.start) in seen or not tells_of_change(unit.text):
                continue
            seen.add((source.id, unit.start))
            if supersedes(claim.text, unit.text, _before(source, unit.start), known[source.id]):
                yield Evidence(
                    source_id=source.id, quote=unit.text, start=unit.start, end=unit.end, relation="contradicts"
                )


def _before(source: SourceDocument, start: int) -> str:
    parts = (source.title, source.section, source.content[max(0, start - _AROUND) : start])
    return " ".join(text for text in parts if text)


def supersedes(claim: str, statement: str, around: str = "", known: str = "") -> bool:
    """Whether ``statement`` says that what ``claim`` states held before and something else has come in its place.

    ``around`` is what precedes the statement, ``known`` what else is said of the claim's matter, in small letters:
    a statement about a name that neither the claim nor ``known`` has is about something else. A claim about the past,
    a date or a version says itself when it held, so that nothing supersedes it.
    """
    code = language_of(f"{claim} {statement}")
    one, two = analyse(claim, code), analyse(statement, code)
    if _is_past(one):
        return False
    if _is_former(one, two, around):
        return True
    return not _is_dated(one) and (
        _former_value(one, two, around, known)
        or _changed_to(one, two, around, known)
        or _former_person(one, two, around)
        or _former_place(one, two)
        or _ended(one, two)
        or _former_thing(one, two, around)
    )


def _former_value(one: Sentence, two: Sentence, around: str, known: str) -> bool:
    for old in two.mentions:
        if old.is_range and any(_begins(m, old) for m in one.mentions):
            return _stands_before(two, old) and _same_matter(one, two, around, known)
        mine = next((m for m in one.mentions if same_value(m, old)), None)
        if mine is None or old.kind == "date" or not _stands_before(two, old):
            continue
        fresh = [m for m in two.mentions if m is not old and _one_kind(m, old, mine) and not same_value(mine, m)]
        if fresh and not any(same_value(mine, m) for m in two.mentions if m is not old):
            return _same_matter(one, two, around, known)
    return False


def _begins(mine: Mention, both: Mention) -> bool:
    """Whether a value is the former one of two that read like a range: "from 21 to 14 days"."""
    return not mine.is_range and figures(mine) == figures(both)[:1] != figures(both)[-1:]


def _stands_before(two: Sentence, old: Mention) -> bool:
    """Whether a value is where a sentence names the former one, and the change is reported as a fact."""
    head = two.text[: old.start]
    if FROM.search(head):
        changes = [m for m in CHANGE.finditer(head) if old.start - m.end() <= _REACH]
        turned = UP_FROM.search(head)
        goal = old.is_range or GOAL.match(two.text[old.end :])
        told = head[: changes[-1].start()] if changes else head
        before = TO_FROM.search(head)
        return bool(turned or (changes and (goal or before))) and not INTENDED.search(told)
    return bool(BEFORE.search(head)) and not INTENDED.search(head)


def _one_kind(fresh: Mention, old: Mention, mine: Mention) -> bool:
    if fresh.kind in ("date", "version", "identifier"):
        return False
    return any(compare.comparable(fresh, other) for other in (old, mine)) or fresh.kind == "number"


def _same_matter(one: Sentence, two: Sentence, around: str, known: str) -> bool:
    """Whether the words of the claim's matter are all in the statement or before it, one word at least in it."""
    telling = [w for w in one.words if not w.keys & _FILLING and not _owner(one, w)]
    here = [w for w in telling if is_among(w, two.words, one.code)]
    context = analyse(around, one.code).words if around else ()
    if not here or not all(is_among(w, context, one.code) for w in telling if w not in here):
        return False
    if any(w.token.name for w in telling):
        return True
    names = (w.token for w in two.words if w.token.name and not CALENDAR.fullmatch(w.token.text))
    return all(name.text.casefold() in known for name in names)


def _owner(sentence: Sentence, word: Word) -> bool:
    """Whether a word only says whose: "the client's timeout"; the rest of a text often leaves that out."""
    after = sentence.text[word.token.end : word.token.end + 2]
    return not word.token.name and (word.token.text.endswith(("'s", "’s")) or after in ("'s", "’s"))


def _changed_to(one: Sentence, two: Sentence, around: str, known: str) -> bool:
    """Whether the claim's value has been changed to another one: "has doubled the maximum file size to 100 MB"."""
    for fresh in two.mentions:
        head = two.text[: fresh.start]
        changed = None if fresh.kind in ("date", "version", "identifier") else CHANGED_TO.search(head)
        if changed is None or INTENDED.search(head) or any(same_value(mine, fresh) for mine in one.mentions):
            continue
        other = [mine for mine in one.mentions if compare.comparable(mine, fresh)]
        if len(other) == 1 and _same_matter(one, two, around, known):
            return True
    return False


def _former_place(one: Sentence, two: Sentence) -> bool:
    """Whether what the claim sets in a place has moved from there to another."""
    moved = MOVED.search(two.text)
    if moved is None or INTENDED.search(two.text[: moved.start()]):
        return False
    named = {w.token.text for w in one.words}
    rest = [w for w in one.words if w.token.text != moved["old"] and not w.keys & _SEATED]
    seated = any(w.keys & _SEATED for w in one.words)
    return (
        seated
        and moved["old"] in named
        and moved["new"] not in named
        and all(is_among(w, two.words, one.code) for w in rest)
    )


def _ended(one: Sentence, two: Sentence) -> bool:
    """Whether what the claim mentions has come to an end as a whole: "the scheme has closed to new applications"."""
    stopped = STOPPED.search(two.text)
    if stopped is None or INTENDED.search(two.text[: stopped.end()]) or STOPPED.search(one.text):
        return False
    if SUPPOSED.search(two.text[: stopped.start()]):
        return False
    subject = [w for w in two.words if w.token.end <= stopped.start()]
    opening = [w for w in one.words if not w.keys & _FILLING][:1]
    if not subject or any(m.end <= stopped.start() for m in two.mentions):
        return False
    return all(is_among(w, one.words, one.code) for w in subject) and all(
        is_among(w, subject, one.code) for w in opening
    )


def _former_person(one: Sentence, two: Sentence, around: str) -> bool:
    """Whether a person of whom the claim states an office has been followed by another in it."""
    for match in NAME.finditer(one.text):
        last = match.group().split()[-1]
        if last not in two.text:
            continue  # spares a pattern for each name, which would push the others out of regex's cache
        family = regex.escape(last)
        name = rf"(?:{regex.escape(match.group())}|{family})"
        gone = regex.search(
            rf"\b{REPLACED} (?:the late )?(?:\p{{Ll}}+ ){{0,3}}{name}\b|\b{name}(?:{GONE}|['’]s? successor)\b",
            two.text,
        )
        if gone is None or INTENDED.search(two.text[: gone.start()]):
            continue
        rest = [w for w in one.words if w.token.text not in match.group() and not w.keys & _FILLING]
        office = [w for w in rest if not w.token.name and is_among(w, two.words, one.code)]
        context = analyse(around, one.code).words if around else ()
        return bool(office) and all(is_among(w, (*two.words, *context), one.code) for w in rest)
    return False


def _former_thing(one: Sentence, two: Sentence, around: str) -> bool:
    """Whether two words at least of the claim's matter are what something has come in place of."""
    for match in THING.finditer(two.text):
        what = ENDS_THING.sub("", match["what"]).strip()
        phrase = [w for w in two.words if match.start("what") <= w.token.start < match.start("what") + len(what)]
        if len(phrase) < 2 or any(w.token.name for w in phrase) or INTENDED.search(two.text[: match.start()]):
            continue
        if all(is_among(w, one.words, one.code) for w in phrase) and not _said_besides(one, two, phrase, match.start()):
            names = [w for w in one.words if w.token.name]
            context = analyse(around, one.code).words if names else ()
            return all(is_among(w, (*two.words, *context), one.code) for w in names)
    return False


def _is_former(one: Sentence, two: Sentence, around: str) -> bool:
    """Whether all that a sentence calls former or ended is in the claim, and the rest of the claim in that sentence."""
    if one.code != "en" or any(True for _ in _former_phrases(one.text)):
        return False
    for start, end in _former_phrases(two.text):
        words = [w for w in two.words if start <= w.token.start < end]
        values = [m for m in two.mentions if start <= m.start < end]
        if not (words or values) or INTENDED.search(two.text[:start].removesuffix("not ")):
            continue
        said_too = frozenset[str]().union(*(w.keys for w in two.words if w not in words))
        own = [w for w in one.words if w.keys.isdisjoint(said_too) or any(w.keys & former.keys for former in words)]
        if not all(is_among(w, own, one.code) for w in words):
            continue  # "digital reports have replaced paper ones": a report is a paper, and is no former thing
        if not all(any(_is_value(mine, m, two.text[start:end]) for mine in one.mentions) for m in values):
            continue
        if _rest_is_there(one, two, words, values, around):
            return True
    return False


def _is_value(mine: Mention, former: Mention, phrase: str) -> bool:
    """Whether a claim's value is the former one; of "Monday to Friday" the phrase "from Monday" has the first only."""
    first = phrase.strip().casefold().rstrip("s")
    return same_value(mine, former) or (former.is_range and bool(first) and mine.text.casefold().rstrip("s") == first)


def _former_phrases(text: str) -> Iterator[tuple[int, int]]:
    for pattern in FORMER:
        for match in pattern.finditer(text):
            yield match.start("what"), match.start("what") + len(ENDS_THING.sub("", match["what"]))
    yield from (match.span("what") for match in NO_LONGER.finditer(text))
    for match in PASSED.finditer(text):
        doing = _DOING.match(text, match.start("what"))  # "sending the key in the query is deprecated"
        yield (doing.end() if doing and doing.end() < match.end("what") else match.start("what")), match.end("what")


def _rest_is_there(
    one: Sentence, two: Sentence, former: Sequence[Word], values: Sequence[Mention], around: str
) -> bool:
    """Whether a claim's other names and values are in the sentence or before it, and half of its other words in it."""
    rest = [w for w in one.words if not is_among(w, former, one.code) and not w.keys & _FILLING]
    context = analyse(around, one.code).words if around else ()
    others = [m for m in one.mentions if not any(same_value(m, value) for value in (*values, *two.mentions))]
    here = [w for w in rest if is_among(w, two.words, one.code)]
    if all(w.token.name for w in former) and all(w.token.name for w in here) and not values:
        return False  # "Moe, who replaced Aasen" says nothing of where Aasen is from
    if any(found.kind == "opposite" for found in differences(one.text, two.text, one.code).differences):
        return False
    if others or not all(is_among(w, (*two.words, *context), one.code) for w in rest if w.token.name):
        return False
    if not here:
        return len(rest) <= 1 < len(former) - 1  # all but the claim's verb is former
    return 2 * sum(w.weight for w in here) >= sum(w.weight for w in rest)


def _said_besides(one: Sentence, two: Sentence, former: Collection[Word], cue: int) -> bool:
    """Whether the claim names what is new as well: "an oral exam instead of the written exam"."""
    fresh = [w for w in two.words if w.token.start < cue][-1:]
    mine = [w for w in one.words if not w.keys & _FILLING and not is_among(w, former, one.code)]
    return any(is_among(w, fresh, one.code) for w in mine)
