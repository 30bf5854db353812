"""What is included and what is left out: "includes lightning damage" beside "damage by lightning is excluded".

What is compared is the thing that is in or out: all its words must be in the statement that says the opposite, and no
other statement may say what the claim says.
"""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from critique_core.language.sentence import Sentence, Word
from critique_core.language.similarity import similarity
from critique_core.text.word_classes import NEGATION
from critique_core.typed_values import compare
from critique_core.verifiers.embedded.alignment.align import Alignment
from critique_core.verifiers.embedded.alignment.things import segments
from critique_core.verifiers.embedded.checks.base import Seen, between, quoted

_SURE = 0.75
_SAME = 0.8
_NEAR = 3  # tokens before a word in which its negation stands
_IN = frozenset(
    """include includes included including cover covers covered inclusive
    contain contains contained umfasst enthält enthalten deckt abgedeckt
    inbegriffen eingeschlossen comprend comprise compris comprises inclut inclus
    incluse incluses couvre couvert
    couverte
    incluye incluyen incluido incluida incluidos incluidas cubre cubierto inclui incluído incluída cobre coberto copre
    coperto comprende compreso compresa incluso inclusa inclusi omvat dekt gedekt inbegrepen""".split()
)
_OUT = frozenset(
    """exclude excludes excluded excluding exclusive ausgenommen ausgeschlossen exclu exclue exclus exclues excluido
    excluida excluidos excluidas excluído excluída escluso esclusa esclusi escluse uitgesloten""".split()
)
_PHRASES = {
    **dict.fromkeys([("part", "of"), ("parts", "of")], (True, False)),
    **dict.fromkeys(itertools.product(("comes", "come", "supplied", "delivered", "equipped"), ("with",)), (True, True)),
    **dict.fromkeys([("will", "find"), ("you", "get"), ("the", "box")], (True, True)),
    **dict.fromkeys([("on", "top")], (False, False)),
    **dict.fromkeys(itertools.product(("sold", "charged", "billed", "bought"), ("separately",)), (False, False)),
    **dict.fromkeys(itertools.product(("is", "are", "cost", "costs"), ("extra",)), (False, False)),
}
"""Two words together: whether they say that something is in, and whether that stands behind them."""
_PLUS = frozenset("plus zuzüglich".split())
_PRICES = frozenset("price rate rent fee cost charge quote preis miete".split())
"""What "plus" leaves a thing out of, as a stated amount of money does; elsewhere it only adds."""
_FAR = 6  # tokens behind "plus" among which its thing is, with an amount between them
_LIGHT = frozenset("everything anything all thing case part also even separately extra top".split())
_AFTER = frozenset(
    """include includes including cover covers contain contains
    umfasst enthält deckt comprend inclut couvre incluye incluyen cubre
    inclui cobre copre comprende omvat dekt exclude excludes excluding""".split()
)
"""Of both the words whose thing follows them."""
_WITH = frozenset("incl including inkl inklusive einschliesslich inbegriffen compris incluido incluida inclus".split())
_WITHOUT = frozenset("without excl excluding exkl exklusive ohne zzgl hors sans sin senza zonder sem".split())
"""Words that join a thing to a price or weight, or leave it out of it."""
_DEFINITE = frozenset("the this your each every".split())
_DETERMINERS = _DEFINITE | frozenset("a an our my its his her their it they that these those you we he she".split())
_JOINED = 3  # tokens after such a word among which its thing is


@dataclass(frozen=True, slots=True)
class _Stated:
    """What a sentence says is in or out: the cue, the words of the thing, and all words of the statement.

    ``after`` says that the thing stands behind its cue, so that what stands before it is what it is in or out of.
    """

    cue: int
    is_in: bool
    thing: tuple[Word, ...]
    words: tuple[Word, ...]
    after: bool = False

    @property
    def whole(self) -> list[Word]:
        """The words of what the thing is in or out of."""
        return [w for w in self.words if w not in self.thing]


def inclusions(claim: Sentence, alignments: Sequence[Alignment]) -> Iterator[Seen]:
    """A thing that the claim says is included and a source says is not, or the other way round."""
    yield from _joined(claim, alignments)
    for mine, met in _met(claim, alignments):
        if not met or any(theirs.is_in == mine.is_in for _, theirs in met):
            continue
        alignment, theirs = met[0]
        source = alignment.scope.sentence
        thing = " ".join(word.token.text for word in mine.thing)
        said = f"{'in' if theirs.is_in else 'ex'}cluded: “{quoted(source.text)}”"
        text = f"the source says that “{thing}” is {said}"
        seen = between("antonym", "conflicts", claim.tokens[mine.cue], source.tokens[theirs.cue], text, _SURE)
        yield alignment, replace(seen, firm=True)
        return


def left_out_alike(claim: Sentence, alignments: Sequence[Alignment]) -> Iterator[Seen]:
    """That a source leaves a thing out by another word than the claim: "costs 18 euros extra", "is not included"."""
    for mine, met in _met(claim, alignments):
        for alignment, theirs in met:
            own, other = claim.tokens[mine.cue], alignment.scope.sentence.tokens[theirs.cue]
            if not (theirs.is_in or mine.is_in) and own.keys.isdisjoint(other.keys):
                text = f"the source says the same: “{quoted(alignment.scope.sentence.text)}”"
                yield alignment, between("antonym", "agrees", own, other, text, _SURE)
                return


def _met(claim: Sentence, alignments: Sequence[Alignment]) -> Iterator[tuple[_Stated, list[tuple[Alignment, _Stated]]]]:
    """Each thing that the claim has in or out, with what the sources' prose says of it."""
    prose = [alignment for alignment in alignments if alignment.scope.unit.kind == "prose"]
    for mine in _stated(claim):
        yield (
            mine,
            [
                (alignment, theirs)
                for alignment in prose
                for theirs in _stated(alignment.scope.sentence)
                if _of_one(mine, theirs, claim.code)
            ],
        )


def _joined(claim: Sentence, alignments: Sequence[Alignment]) -> Iterator[Seen]:
    """A value that the claim gives without a thing and a source with it: "249 g (including battery)"."""
    for mine, without, words in _beside(claim):
        for alignment in alignments:
            source = alignment.scope.sentence
            for theirs, other, others in _beside(source):
                met = words and any(_among(word, others, claim.code) for word in words)
                if met and without != other and _share_a_value(claim, source):
                    said = quoted(source.text)
                    text = (
                        f"the source says {source.tokens[theirs].text}, the draft {claim.tokens[mine].text}: “{said}”"
                    )
                    seen = between("antonym", "conflicts", claim.tokens[mine], source.tokens[theirs], text, _SURE)
                    yield alignment, replace(seen, firm=True)
                    return


def _beside(sentence: Sentence) -> Iterator[tuple[int, bool, list[Word]]]:
    """Where such a word is, whether it leaves its thing out, and the words right after it."""
    for at, token in enumerate(sentence.tokens):
        if token.norm in _WITH | _WITHOUT:
            found = [w for w in sentence.words if at < w.index <= at + _JOINED and not w.keys & _LIGHT]
            yield at, token.norm in _WITHOUT, found[:1]


def _share_a_value(claim: Sentence, source: Sentence) -> bool:
    pairs = ((m, o) for m in claim.mentions for o in source.mentions if m.kind != "identifier")
    return any(compare.follows(m, o) for m, o in pairs)


def _of_one(mine: _Stated, theirs: _Stated, code: str) -> bool:
    """Whether both speak of one thing, and not of two wholes that it is in or out of."""
    held = bool(mine.thing) and all(_among(word, theirs.thing, code) for word in mine.thing)
    others = [w for w in theirs.whole if not _among(w, mine.thing, code)]
    apart = bool(mine.whole and others) and not any(_among(w, others, code) for w in mine.whole)
    return held and not (apart and theirs.after)


def _among(word: Word, others: Sequence[Word], code: str) -> bool:
    return any(similarity(word, other, code) >= _SAME for other in others)


def _stated(sentence: Sentence) -> Iterator[_Stated]:
    denying = NEGATION.get(sentence.code, frozenset())
    for at, token in enumerate(sentence.tokens):
        if token.norm in _PLUS and _is_of_money(sentence):
            near = tuple(w for w in sentence.words if at < w.index <= at + _FAR and not w.keys & _LIGHT)
            yield _Stated(at, False, near, near)
        phrase = _PHRASES.get((token.norm, _following(sentence, at)))
        if phrase is None and token.norm not in _IN | _OUT:
            continue
        home = sentence.statements[at]
        recent = sentence.tokens[max(0, at - _NEAR) : at]
        denied = any(t.norm in denying or t.norm in ("non", "nicht", "n't") for t in recent)
        words = tuple(w for w in sentence.words if sentence.statements[w.index] == home and w.index != at)
        words = tuple(w for w in words if not w.keys & _LIGHT)
        told = at + 1 if phrase and not phrase[1] else at  # "extra" of "is extra", "part of" of "not part of"
        is_in, after = phrase or (token.norm in _IN, token.norm in _AFTER or not any(w.index < at for w in words))
        if phrase and after and _is_with_the_whole(sentence, home, told + 1):
            after = False
        since = max((i for i in range(at) if sentence.tokens[i].norm in _IN | _OUT), default=-1)
        thing = [w for w in words if (w.index > at if after else since < w.index < at)]
        numbers = segments(sentence)
        parts = [
            tuple(w for w in thing if numbers[w.index] == number)
            for number in sorted({numbers[w.index] for w in thing})
        ]
        for part in parts if after and len(parts) > 1 else [tuple(thing)]:  # each of a list is in or out
            yield _Stated(told, is_in != denied, part, words, after)


def _following(sentence: Sentence, at: int) -> str:
    """The word behind a token, and behind an amount of money there: "costs 18 euros extra"."""
    money = [m for m in sentence.mentions if m.kind == "currency"]
    behind = (t for t in sentence.tokens[at + 1 :] if not any(m.start <= t.start < m.end for m in money))
    return next((t.norm for t in behind), "")


def _is_with_the_whole(sentence: Sentence, home: int, at: int) -> bool:
    """Whether a thing comes with its whole, "screws are supplied with the bracket", not the whole with the thing."""
    first = next(
        token for token, statement in zip(sentence.tokens, sentence.statements, strict=True) if statement == home
    )
    behind = sentence.tokens[at + 1].norm if at + 1 < len(sentence.tokens) else ""
    return sentence.tokens[at].norm == "with" and behind in _DEFINITE and first.norm not in _DETERMINERS


def _is_of_money(sentence: Sentence) -> bool:
    return any(m.kind == "currency" for m in sentence.mentions) or any(w.keys & _PRICES for w in sentence.words)
