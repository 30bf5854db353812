"""What is included and what is left out: "includes lightning damage" beside "damage by lightning is excluded".

What is compared is the thing that is in or out: all its words must be in the statement that says the opposite, and no
other statement may say what the claim says.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from critique_core.language.sentence import Sentence, Word
from critique_core.language.similarity import similarity
from critique_core.text.shortening import shortened
from critique_core.text.word_classes import NEGATION
from critique_core.verifiers.embedded.alignment.align import Alignment
from critique_core.verifiers.embedded.checks.base import Seen, between

_SURE = 0.75
_SAME = 0.8
_LONGEST = 90
_NEAR = 3  # tokens before a word in which its negation stands
_IN = frozenset(
    """include includes included including cover covers covered inclusive umfasst enthält enthalten deckt abgedeckt
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
_LIGHT = frozenset("everything anything all thing case part also even".split())
_AFTER = frozenset(
    """include includes including cover covers umfasst enthält deckt comprend inclut couvre incluye incluyen cubre
    inclui cobre copre comprende omvat dekt exclude excludes excluding""".split()
)
"""Of both the words whose thing follows them."""


@dataclass(frozen=True, slots=True)
class _Stated:
    """What a sentence says is in or out: the cue, the words of the thing, and all words of the statement."""

    cue: int
    is_in: bool
    thing: tuple[Word, ...]
    words: tuple[Word, ...]


def inclusions(claim: Sentence, alignments: Sequence[Alignment]) -> Iterator[Seen]:
    """A thing that the claim says is included and a source says is not, or the other way round."""
    prose = [alignment for alignment in alignments if alignment.scope.unit.kind == "prose"]
    for mine in _stated(claim):
        met = [
            (alignment, theirs)
            for alignment in prose
            for theirs in _stated(alignment.scope.sentence)
            if mine.thing and all(_among(word, theirs.words, claim.code) for word in mine.thing)
        ]
        if not met or any(theirs.is_in == mine.is_in for _, theirs in met):
            continue
        alignment, theirs = met[0]
        source = alignment.scope.sentence
        thing = " ".join(word.token.text for word in mine.thing)
        said = f"{'in' if theirs.is_in else 'ex'}cluded: “{shortened(source.text.strip(), _LONGEST)}”"
        text = f"the source says that “{thing}” is {said}"
        seen = between("antonym", "conflicts", claim.tokens[mine.cue], source.tokens[theirs.cue], text, _SURE)
        yield alignment, replace(seen, firm=True)
        return


def _among(word: Word, others: Sequence[Word], code: str) -> bool:
    return any(similarity(word, other, code) >= _SAME for other in others)


def _stated(sentence: Sentence) -> Iterator[_Stated]:
    denying = NEGATION.get(sentence.code, frozenset())
    for at, token in enumerate(sentence.tokens):
        if token.norm not in _IN | _OUT:
            continue
        home = sentence.statements[at]
        recent = sentence.tokens[max(0, at - _NEAR) : at]
        denied = any(t.norm in denying or t.norm in ("non", "nicht", "n't") for t in recent)
        words = tuple(w for w in sentence.words if sentence.statements[w.index] == home and w.index != at)
        words = tuple(w for w in words if not w.keys & _LIGHT)
        after = token.norm in _AFTER or not any(w.index < at for w in words)
        thing = tuple(w for w in words if (w.index > at) == after)
        yield _Stated(at, (token.norm in _IN) != denied, thing, words)
