"""A source's yes or no to what a claim tells: "Dogs are allowed" beside "Can I bring my dog?" - "No."."""

from collections.abc import Iterator, Sequence

import regex

from critique_core.language import signs
from critique_core.language.opposites import opposed
from critique_core.language.sentence import Sentence, Word, analyse
from critique_core.language.signs import Sign
from critique_core.language.similarity import similarity
from critique_core.text.side_words import QUALIFIED, Axis
from critique_core.verifiers.embedded.alignment.align import Alignment
from critique_core.verifiers.embedded.checks.base import Observation, Seen, quoted
from critique_core.verifiers.embedded.checks.listed import LIGHT

_SURE, _LESS_SURE = 0.85, 0.7
_SAME = 0.8
_LEAST_TOLD = 0.8  # of the weight of the claim's words that a question must have to ask just that
_LEAST_ASKED = 0.9  # of the weight of the question's words that a claim must have to tell that and more
_FEWEST_ASKED = 2
_SHORT = 4
_BETWEEN = "›"
_ANSWER = regex.compile(
    r"(?:(?:A|R|Answer|Antwort|Réponse|Respuesta|Risposta|Resposta)\s*[:.]\s*)?"
    r"(?:(?P<yes>yes|of course|certainly|sure|absolutely|ja|oui|sí|si|sì|sim)"
    r"|(?P<no>(?:unfortunately|sadly|sorry|certainly|of course|leider),? (?:not?|nein|nicht)|no|not yet|not at all"
    r"|never|nein|noch nicht|non|não|nee))(?P<rest>$|\s*[,.;:!–—-].*)",
    regex.IGNORECASE | regex.DOTALL,
)
_ASKED = regex.compile(
    r"[*_\s]*(?:(?:Q|F|P|D|Question|Frage|Pregunta|Domanda|Pergunta)\s*[:.]|[^:?]{1,30}:)\s+", regex.IGNORECASE
)
_ASKED_SIDES: tuple[Axis, ...] = ("inclusion", "support", "duty")
_NEEDED = frozenset("need require required necessary needed".split())
_IMPOSSIBLE = frozenset("impossible unable".split())
_ASKS_LEAVE = regex.compile(
    r"(?:can|may|could|is it (?:ok|okay|allowed|permitted|possible)|(?:are|is)\b.*\b(?:allowed|permitted|welcome)"
    r"|darf|dürfen|kann|können|ist es (?:erlaubt|möglich)|peut|puis-je|est-il possible|puedo|se puede|es posible"
    r"|posso|si può|è possibile|pode|é possível|mag|mogen|kan)\b",
    regex.IGNORECASE,
)


def answers(claim: Sentence, alignments: Sequence[Alignment]) -> Iterator[Seen]:
    """For a question that asks what the claim tells, whether the source's yes or no is the claim's."""
    for alignment in alignments:
        unit = alignment.scope.unit
        asked = unit.label.rsplit(_BETWEEN, 1)[-1].strip()
        answer = _ANSWER.fullmatch(unit.text)
        if answer is None or not asked.endswith("?"):
            continue
        question = analyse(_ASKED.sub("", asked), claim.code)
        affirmed, more = _affirmed(claim, question, _topic(alignment, alignments))
        agrees = affirmed == bool(answer["yes"])
        if affirmed is None or (agrees and (more or QUALIFIED.search(answer["rest"]))):
            continue  # "Yes, but without flash" says more than the claim
        excepted = [w for s in _whole_answer(alignment, alignments) if QUALIFIED.search(s.text) for w in s.words]
        if any(_alike(word, other, claim.code) for word in more for other in excepted):
            continue  # "No, except guide dogs" is no answer to a claim of guide dogs
        word = next((w for w in claim.words if w.denied), claim.words[0])
        said = f"asked “{quoted(question.text)}”, the source answers “{quoted(answer.group())}”"
        end = answer.end("yes") if answer["yes"] else answer.end("no")
        yield alignment, Observation(
            "negation", "agrees" if agrees else "conflicts", word.token.start, word.token.end, word.token.text,
            0, end, unit.text[:end], said, _LESS_SURE if more else _SURE, firm=not more,
        )  # fmt: skip
        return


def _whole_answer(alignment: Alignment, alignments: Sequence[Alignment]) -> Iterator[Sentence]:
    """The sentences of an answer, so far as they were read."""
    own = alignment.scope
    for other in alignments:
        if other.scope.source_id == own.source_id and other.scope.unit.label == own.unit.label:
            yield other.scope.sentence


def _affirmed(claim: Sentence, question: Sentence, topic: Sequence[Word]) -> tuple[bool | None, list[Word]]:
    """Whether a claim affirms what a question asks, ``None`` where it tells something else; and what it says besides.

    Words of ``topic`` do not count.
    """
    if any(w.negated for w in question.words):
        return None, []
    turned = any(w.denied or w.negated for w in claim.words)
    turned ^= any(not w.keys.isdisjoint(_IMPOSSIBLE) for w in claim.words)
    mine, affirms = _side(claim, question)
    if mine:
        turned = not affirms
    words = [
        w
        for w in claim.words
        if not (mine and mine.start <= w.token.start < mine.end)
        and w.keys.isdisjoint(LIGHT | _IMPOSSIBLE)
        and not any(similarity(w, other, claim.code) >= _SAME for other in topic)
    ]
    asked = [w for w in question.words if w.keys.isdisjoint(LIGHT)]
    held = [w for w in words if any(_alike(w, other, claim.code) for other in question.words)]
    if any(w not in held and any(opposed(w.keys, o.keys, claim.code) for o in asked) for w in words):
        return None, []  # "to leave a thing overnight" and that it "stays" are no opposites
    total, told = sum(w.weight for w in words), sum(w.weight for w in held)
    if total and told >= _LEAST_TOLD * total and _has_values(claim, question):
        return not turned, []
    back = sum(w.weight for w in asked if any(_alike(w, other, claim.code) for other in words))
    enough = len(asked) >= _FEWEST_ASKED or (mine is not None and bool(asked))
    if not enough or back < _LEAST_ASKED * sum(w.weight for w in asked):
        return None, []
    return not turned, [w for w in words if w not in held]


def _side(claim: Sentence, question: Sentence) -> tuple[Sign | None, bool]:
    """The words that put a claim's thing on the side that a question asks for or the other, and whether it is that."""
    if _ASKS_LEAVE.match(question.text):
        permitted = signs.of_claim(claim, "permission")
        return permitted, permitted is not None and permitted.positive
    for axis in _ASKED_SIDES:
        mine, asked = signs.of_claim(claim, axis), signs.of_claim(question, axis)
        if mine and asked and mine.mark:
            return mine, mine.positive == asked.positive
    return None, False


def _alike(word: Word, other: Word, code: str) -> bool:
    return bool(word.keys & _NEEDED and other.keys & _NEEDED) or similarity(word, other, code) >= _SAME


def _topic(alignment: Alignment, alignments: Sequence[Alignment]) -> tuple[Word, ...]:
    """What an answer's source is about: its first line where that is short, such as "Course FAQ"."""
    own = [a.scope for a in alignments if a.scope.source_id == alignment.scope.source_id]
    first = min(own, key=lambda scope: scope.unit.start)
    return (
        first.sentence.words if len(first.sentence.words) <= _SHORT and first.unit is not alignment.scope.unit else ()
    )


def _has_values(claim: Sentence, question: Sentence) -> bool:
    return all(any(m.text.casefold() == o.text.casefold() for o in question.mentions) for m in claim.mentions)
