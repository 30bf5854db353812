"""Who did it to whom: a claim that turns doer and receiver round, or gives the deed to somebody else."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from critique_core.language.frames import RANKS, Chunk, Frame, acts, frame, frames_of, rank, same_name, same_phrase
from critique_core.language.lexicon import DERIVED, PARTS, lexicon
from critique_core.language.sentence import PHRASES, Sentence, Word
from critique_core.language.similarity import covered, similarity
from critique_core.verifiers.embedded.alignment.align import Alignment
from critique_core.verifiers.embedded.checks.base import Observation, between
from critique_core.verifiers.embedded.checks.counterparts import other_time, statement_of
from critique_core.verifiers.embedded.checks.other_doers import (
    NAMED_SURE,
    SAME_VERB,
    UNNAMED_SURE,
    also_names,
    other_doers,
    worded,
)

_TURNED_SURE = 0.85
_LIKE_VERB = 0.5


@dataclass(frozen=True, slots=True)
class Converse:
    """Two verbs for one event: the doer of the first is the second's argument after ``link`` ("" is its object)."""

    first: str
    second: str
    link: str


_CONVERSE = (
    Converse("beat defeat overcome", "lose", "to"),
    Converse("beat defeat", "lose", "against"),
    Converse("buy purchase acquire", "sell", "to"),
    Converse("lend", "borrow", "from"),
    Converse("teach instruct", "learn", "from"),
    Converse("hire employ", "work", "for"),
    Converse("precede predate antedate", "follow succeed", ""),
    Converse("lead manage supervise head", "report", "to"),
    Converse("own", "belong", "to"),
    Converse("give grant award donate", "receive", "from"),
    Converse("give grant award", "get", "from"),
    Converse("cause", "result", "from"),
    Converse("sue", "defend", "against"),
    Converse("host", "visit", ""),
    Converse("contain include", "belong", "to"),
    Converse("give award send forward pass hand deliver transmit supply", "receive", "from"),
    Converse("teach instruct train", "study train", "under"),
    Converse("teach instruct", "study", "with"),
    Converse("lend", "owe", "to"),
    Converse("outrank outnumber exceed outperform", "trail lag", ""),
)


@dataclass(frozen=True, slots=True)
class Parallel:
    """Two verbs for one event with the same doer: the receiver of the first is the second's argument after a link."""

    first: str
    second: str
    links: tuple[str, ...]


_PARALLEL = (Parallel("beat defeat overcome eliminate", "win triumph prevail", ("against", "over")),)


def roles(claim: Sentence, alignment: Alignment) -> list[Observation]:
    """The first verb of the claim whose arguments the unit gives the other way round, or to another doer."""
    source = alignment.scope.sentence
    deeds = (*agent_frames(claim), *frames_of(claim))
    frames = frames_of(source)
    for stated in deeds:
        word = stated.verb
        if any(_is_stated(stated, other, claim.code) for other in frames):
            continue
        seen = [s for other in frames for s in _turned(claim, stated, other, alignment)]
        if seen:
            return seen[:1]
        alike = [f for f in frames if similarity(word, f.verb, claim.code) >= _LIKE_VERB]
        if not seen and not any(same_phrase(stated.doer, other.doer, claim.code) for other in alike):
            another = list(_another(claim, stated, alignment))
            if another and not any(same_phrase(stated.receiver, other.doer, claim.code) for other in alike):
                return another[:1]
        alone = sum(statement_of(claim, deed.verb) == statement_of(claim, word) for deed in deeds) == 1
        if not seen and (told := list(other_doers(claim, stated, alignment, alone=alone))):
            return told[:1]
    return []


def _is_stated(mine: Frame, theirs: Frame, code: str) -> bool:
    """Whether a source has the very deed with the same receiver and, where the claim names one, the same doer."""
    if not mine.verb.keys & theirs.verb.keys or mine.receiver is None or mine.verb.denied != theirs.verb.denied:
        return False
    return same_phrase(mine.receiver, theirs.receiver, code) and (
        mine.doer is None or same_phrase(mine.doer, theirs.doer, code)
    )


def _as_first(found: Frame, other: Frame) -> tuple[Frame, bool] | None:
    """The source's frame as one of the claim's verb: itself for the same verb, turned for a converse."""
    mine, theirs = found.verb, other.verb
    for pair in _CONVERSE:
        first, second = frozenset(pair.first.split()), frozenset(pair.second.split())
        if mine.keys & first and theirs.keys & second and not theirs.keys & first:
            doer = other.others.get(pair.link) if pair.link else other.receiver
            if doer is None and "owe" in second:  # "A owes B money"
                doer = other.receiver
            return Frame(theirs, doer, other.doer, other.others), True
        if mine.keys & second and theirs.keys & first and not mine.keys & first:
            receiver = other.others.get("to") or other.receiver
            return Frame(
                theirs, receiver, other.doer, {pair.link: other.doer} if other.doer and pair.link else {}
            ), True
    for pair in _PARALLEL:
        first, second = frozenset(pair.first.split()), frozenset(pair.second.split())
        link = next((link for link in pair.links if link in other.others), None)
        if mine.keys & first and theirs.keys & second and link:
            return replace(other, receiver=other.others[link]), False
        if mine.keys & second and theirs.keys & first and other.receiver:
            return replace(other, others=dict.fromkeys(pair.links, other.receiver)), False
    same = similarity(mine, theirs, "en")
    if mine.keys & theirs.keys or same >= SAME_VERB or (same >= _LIKE_VERB and _exchanges_names(found, other)):
        return other, False
    return None


def _exchanges_names(found: Frame, other: Frame) -> bool:
    """Whether each of two frames has a name on both sides, and one has them the other way round."""
    sides = (found.doer, found.receiver, other.doer, other.receiver)
    if not all(side is not None and side.names for side in sides):
        return False
    return same_phrase(found.doer, other.receiver, "en") and same_phrase(found.receiver, other.doer, "en")


def _turned(claim: Sentence, stated: Frame, other: Frame, alignment: Alignment) -> Iterator[Observation]:
    """The claim's doer is the source's receiver, and what else the claim names does not be against it."""
    real = _as_first(stated, other)
    if real is None or (stated.doer is None and stated.receiver is None):
        return
    code = alignment.scope.sentence.code
    there = real[0]
    givers = [there.receiver, *(there.others.get(p) for p in ("from", "to", "against") if real[1] is False)]
    doer_moved = any(same_phrase(stated.doer, g, code) for g in givers if g is not there.doer)
    receiver_moved = same_phrase(stated.receiver, there.doer, code) or any(
        same_phrase(c, there.doer, code) for p, c in stated.others.items() if p in ("from", "to", "against")
    )
    open_side = real[1] and stated.receiver is None and there.doer is not None and not there.doer.pronoun
    if _with_another_verb(stated, other, alignment):
        return
    if (doer_moved and receiver_moved) or (
        doer_moved and open_side and stated.doer is not None and _definite(stated.doer, there)
    ):
        verb, theirs = stated.verb.token, other.verb.token
        said = claim.text[verb.start : _end(claim, stated.verb)]
        yield between("role", "conflicts", verb, theirs, f"the draft turns round who “{said}” whom", _TURNED_SURE)


def _end(claim: Sentence, verb: Word) -> int:
    """Where a verb ends, with the "over" of "taken over"."""
    after = claim.tokens[verb.index + 1 : verb.index + 2]
    joined = bool(after) and any((form, after[0].norm) in PHRASES for form in verb.token.keys)
    return after[0].end if joined else verb.token.end


def _with_another_verb(stated: Frame, other: Frame, alignment: Alignment) -> bool:
    """Whether the unit has another argument of the claim ("in the semi-final") only next to another verb."""
    source = alignment.scope.sentence
    home = statement_of(source, other.verb)
    arguments = [w for c in stated.others.values() if c not in (stated.doer, stated.receiver) for w in c.words]
    held = [p.source for p in alignment.pairs if any(p.claim is w for w in arguments) and not p.claim.token.name]
    return bool(held) and not any(source.statements[w.index] == home for w in held)


def _definite(doer: Chunk, there: Frame) -> bool:
    """Whether the moved argument is a name and the source's doer somebody else."""
    return bool(doer.names) and there.doer is not None


def _another(claim: Sentence, stated: Frame, alignment: Alignment) -> Iterator[Observation]:
    """The same deed in the same words, done by somebody the claim does not name."""
    source, code = alignment.scope.sentence, claim.code
    mine = _subject(stated)
    if mine is None or not mine.words or stated.verb.denied or other_time(claim, source):
        return
    for word in source.words:
        if (
            not acts(source, word)
            or not (word.keys & stated.verb.keys or similarity(word, stated.verb, code) >= SAME_VERB)
            or word.denied
        ):
            continue
        real = frame(source, word)
        theirs = _subject(real)
        passive = stated.doer is None
        if theirs is None or not theirs.words or passive != (real.doer is None):
            continue
        if passive and not all(chunk.words[-1].token.text[0].isupper() for chunk in (mine, theirs)):
            continue  # what was done to "the herd" may have been done to "the buffalo"
        named = _resolved(theirs, alignment)
        if (
            theirs.words[-1].token.norm in ("former", "latter")
            or same_phrase(mine, theirs, code)
            or also_names(claim, mine, theirs)
            or not _rest(claim, stated, source, word)
        ):
            continue
        if _stands_in(mine, source, statement_of(source, word)):
            continue
        if mine.names and named:
            sureness = NAMED_SURE
        elif not mine.names and not theirs.names and _unlike(mine, theirs, code) and _present(mine, alignment):
            sureness = UNNAMED_SURE
        else:
            continue
        who = " ".join(w.token.text for w in (named or theirs.words))
        text = f"the source says this of “{who}”, the draft of “{worded(mine.words)}”"
        yield between("role", "conflicts", mine.words[0].token, theirs.words[0].token, text, sureness)
        return


def _subject(found: Frame) -> Chunk | None:
    """Who does it, or in a passive that names no doer to whom it is done."""
    return found.doer if found.doer is not None else found.receiver


def _stands_in(doer: Chunk, source: Sentence, home: int) -> bool:
    """Whether the claim's doer is named up to the verb's statement, in a place that the frame did not reach."""
    wanted = doer.names or doer.words[-1:]
    return any(same_name(a, b, source.code) for a in wanted for b in source.words if source.statements[b.index] <= home)


def _present(doer: Chunk, alignment: Alignment) -> bool:
    """Whether the claim's doer is mentioned nearby as somebody else than the source's doer."""
    nearby = (alignment.scope.sentence, *(s for _, s in alignment.scope.around))
    return any(similarity(doer.words[-1], w, s.code) >= 0.85 for s in nearby for w in s.words)


def _unlike(first: Chunk, second: Chunk, code: str) -> bool:
    """Whether two phrases end in nouns and share no word, near or same."""
    nouns = all(any("n" in lexicon().related(k, PARTS) for k in c.words[-1].keys) for c in (first, second))
    return nouns and not any(similarity(a, b, code) >= 0.5 for a in first.words for b in second.words)


def _resolved(chunk: Chunk | None, alignment: Alignment) -> tuple[Word, ...]:
    """The names of a doer; a bare title ("the coach") takes the name that a sentence nearby puts after it."""
    if chunk is None or chunk.names or not chunk.words:
        return chunk.names if chunk is not None else ()
    head = chunk.words[-1]
    for sentence in (*(s for _, s in alignment.scope.around), alignment.scope.sentence):
        for word in sentence.words:
            after = [w for w in sentence.words if w.index in (word.index + 1, word.index + 2) and w.token.name]
            ranked = word.index and sentence.tokens[word.index - 1].norm in RANKS and not rank(chunk)
            if word.token.norm == head.token.norm and after and after[0].index == word.index + 1 and not ranked:
                return tuple(after)
    return ()


def _rest(claim: Sentence, stated: Frame, source: Sentence, verb: Word) -> bool:
    """Whether the source's statement holds nearly all of the claim but its doer."""
    mine = _subject(stated)
    doer = set(map(id, mine.words)) if mine else set[int]()
    rest = [w for w in claim.words if id(w) not in doer and w is not stated.verb]
    home = statement_of(source, verb)
    there = [w for w in source.words if source.statements[w.index] == home and w is not verb]
    dated = any(m.kind in ("date", "time") for m in claim.mentions)
    return covered(rest, there, claim.code) >= 0.8 if rest else dated


_BE = frozenset("is was were are became become remained been".split())
_ENDINGS = ("er", "or")
_POSSESSIVE = frozenset(("s", "'s", "’s"))
_ARTICLES = frozenset(("the", "a", "an", "his", "her", "their", "its"))


def agent_frames(sentence: Sentence) -> Iterator[Frame]:
    """The deeds that a sentence reports by naming their doer, with the doer and the one it was done to."""
    for word in sentence.words:
        deeds = deeds_of(word)
        opening = _possessor(sentence, word) if deeds else None
        if opening is None:
            continue
        done_to, start = opening
        doer = tuple(w for w in sentence.words if w.index < start)
        spoken = any(t.norm in _BE for t in sentence.tokens[:start])
        if spoken and doer and done_to:
            yield Frame(replace(word, extra=word.extra | deeds), Chunk("", doer), Chunk("", done_to))


def deeds_of(word: Word) -> frozenset[str]:
    """The verbs that a doer's noun is made from: teacher, teach."""
    book, norm = lexicon(), word.token.norm
    if word.token.name or not norm.endswith(_ENDINGS):
        return frozenset()
    roots = {verb for form in word.keys if form in book for verb in book.related(form, DERIVED)}
    return frozenset(
        v for v in roots if "v" in book.related(v, PARTS) and norm[: max(3, len(v) - 1)] == v[: max(3, len(v) - 1)]
    )


def _possessor(sentence: Sentence, word: Word) -> tuple[tuple[Word, ...], int] | None:
    """Whose doer it is, and where the phrase begins: "Koster's teacher", "the teacher of Koster"."""
    tokens = sentence.tokens
    before = tokens[word.index - 1] if word.index else None
    if before is not None and before.norm in _POSSESSIVE:
        names = _run(sentence, word.index - 2, -1)
        return (names, names[0].index) if names else None
    after = tokens[word.index + 1].norm if word.index + 1 < len(tokens) else ""
    if after == "of" and before is not None and before.norm in _ARTICLES:
        position = word.index + 2
        position += position < len(tokens) and tokens[position].norm in _ARTICLES
        names = _run(sentence, position, 1)
        return (names, word.index - 1) if names else None
    return None


def _run(sentence: Sentence, position: int, step: int) -> tuple[Word, ...]:
    by_index = {w.index: w for w in sentence.words}
    found: list[Word] = []
    while (word := by_index.get(position)) is not None:
        found.append(word)
        position += step
    return tuple(sorted(found, key=lambda w: w.index))
