"""Source sentences that answer the query by their meaning and that the draft neither says nor makes needless.

The embedded encoder is asked two things: whether a text answers a question, and whether one text bears another out.
Where it cannot be asked, as in another language than English, nothing is found.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from critique_core.completeness.answers import Draft, SourceSentence, same_value
from critique_core.language.sentence import analyse
from critique_core.queries.question import Question
from critique_core.text.sentences import sentences as sentences_of
from critique_core.verifiers.relating import Relate

_LIKELY, _PLAIN = 0.5, 0.8
"""P(answers) up to which a question is open, and from which a sentence answers it plainly."""
_SPEAKS = 0.15
"""P(answers) from which a sentence is one of several answers. A sentence of an enumeration answers only a share of the
question, so the encoder is seldom sure; sentences about something else have under a tenth."""
_BORNE_OUT = 0.2  # P(supported) by the draft up to which a sentence counts as unsaid
_UNSAID = 0.5  # share of a sentence's words and values
_LONGEST = 6  # sentences of all sources: of longer ones an answer selects, and what it passes over is no gap
_MOST_STRETCHES = 8  # sentences of a draft that are read by themselves
_MOST_READ = 6  # sentences that the encoder reads for one question
_BARE = 2  # words of a question that leaves its verb and subject to the one before: "by whom", "until when"
_JOINT = re.compile(
    r",?\s+(?:and|or)\s+(?=(?:(?:at|by|for|from|in|on|since|to|until|with)\s+)?"
    r"(?:who|whom|whose|what|when|where|which|why|how)\b)",
    re.IGNORECASE,
)


@dataclass(frozen=True, eq=False)
class Unanswered:
    """A source sentence that is an answer to ``asked``; ``among`` says that the draft gives other answers to it."""

    sentence: SourceSentence
    asked: str
    among: bool


class _Reader:
    """What the encoder reads of one draft."""

    def __init__(self, text: str, relate: Relate) -> None:
        self._text = text
        self._stretches = [text[span.start : span.end] for span in sentences_of(text)][:_MOST_STRETCHES]
        self._relate = relate

    def answers(self, asked: str, text: str) -> float | None:
        return self._relate("answers", asked, text)

    def given(self, asked: str) -> float | None:
        """How far the draft, or one sentence of it, answers a question."""
        whole = self.answers(asked, self._text)
        if whole is None or whole >= _LIKELY:
            return whole
        return max(whole, *(self.answers(asked, one) or 0.0 for one in self._stretches))

    def is_unsaid(self, one: SourceSentence) -> bool:
        said = self._relate("supports", one.sentence.text, self._text)
        return said is not None and said < _BORNE_OUT


def unanswered(
    question: Question,
    draft: Draft,
    text: str,
    sentences: Sequence[SourceSentence],
    relate: Relate,
    *,
    read: int,
) -> tuple[Unanswered, ...]:
    """The sentences that answer a question of the query, or all of it, and that a draft passes over.

    ``sentences`` are those of the sources that may be named, of ``read`` in all; ``text`` is the draft's own. A
    question that the draft leaves open yields the one sentence that answers it best. Of several answers to one
    question each that is left out is named, if the draft gives at least as many as it leaves out.
    """
    reader = _Reader(text, relate)
    # Whether a draft answers its only question from long sources is for the check of usefulness to say.
    short, asked = read <= _LONGEST, _questions(question)
    if not short and len(asked) == 1:
        return ()
    # A value of the sentence in the draft shows that the draft answers, however differently it is put.
    fresh = [one for one in sentences if not any(_stated(one, question, draft))]
    found = list(_open_questions(reader, asked, fresh))
    if found or not short:
        return tuple(found)
    unsaid = [one for one in fresh if _share_said(one, question, draft) < _UNSAID]
    named = [one for one in unsaid if not _names_it(one, question, draft)]
    speaking = (one for one in named if (reader.answers(question.text, one.sentence.text) or 0.0) >= _SPEAKS)
    others = [one for one in speaking if reader.is_unsaid(one)]
    given = len(sentences) - len(unsaid)
    return tuple(Unanswered(one, question.text, among=True) for one in others) if len(others) <= given else ()


def _open_questions(
    reader: _Reader, questions: Sequence[str], sentences: Sequence[SourceSentence]
) -> Iterator[Unanswered]:
    """The best answer to each question that the draft leaves open; a question's own words come before the whole."""
    taken: set[SourceSentence] = set()
    for asked in questions:
        given = reader.given(asked)
        if given is None or given >= _LIKELY:
            continue
        near = sorted(sentences, key=lambda one: -_shared(asked, one))[:_MOST_READ]
        chances = {one: reader.answers(asked, one.sentence.text) or 0.0 for one in near if one not in taken}
        best = max(chances, key=lambda one: chances[one], default=None)
        if best and chances[best] >= _PLAIN and reader.is_unsaid(best):
            taken.add(best)
            yield Unanswered(best, asked, among=False)


def _questions(question: Question) -> tuple[str, ...]:
    """The questions of a query, also those that share a verb or a subject ("who may apply, and by when?")."""
    asked: list[str] = []
    for piece in (piece.strip(" ,;?") for part in question.parts for piece in _JOINT.split(part.text)):
        if not piece:
            continue
        bare = len(piece.split()) <= _BARE and asked  # "Who founded the club, and when?": when was it founded
        asked.append(f"{piece} {asked[0].partition(' ')[2]}" if bare else piece)
    return tuple(dict.fromkeys(asked))


def _shared(asked: str, one: SourceSentence) -> int:
    return sum(not word.keys.isdisjoint(one.keys) for word in analyse(asked, "en", "prose").words)


def _share_said(one: SourceSentence, question: Question, draft: Draft) -> float:
    """The share of a sentence's own words and values that the draft or the query has; 1 for one that adds nothing."""
    stated = _stated(one, question, draft)
    if stated and all(stated):
        return 1.0
    total = sum(word.weight for word in one.own) + len(stated)
    held = sum(word.weight for word in one.own if draft.says(word)) + sum(stated)
    return held / total if total else 1.0


def _stated(one: SourceSentence, question: Question, draft: Draft) -> list[bool]:
    """Of each value of a sentence, ordinals aside, whether the draft or the query states it too."""
    known = (*draft.mentions, *analyse(question.text, "en", "prose").mentions)
    return [any(same_value(value, other) for other in known) for value in one.sentence.mentions if not value.ordinal]


def _names_it(one: SourceSentence, question: Question, draft: Draft) -> bool:
    """Whether the query asks for names ("Which planets …") and the draft has the one that a sentence opens with."""
    asks_for_names = any(part.expects == "list" for part in question.parts)
    return asks_for_names and bool(one.own) and not one.own[0].keys.isdisjoint(draft.keys)
