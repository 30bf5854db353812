"""Turns of talk: an answer is about its question, and what is said is said by its speaker.

"No." says nothing without "Can I bring my dog?" above it, nor "I'll look at it" without the name before the colon.
Units of an answer are labelled with the question, those of a transcript with who speaks.
"""

import bisect
import itertools
from collections import Counter
from collections.abc import Iterator, Sequence

import regex

from critique_core.models import Unit
from critique_core.text.word_classes import QUESTION_MARKS

_JOIN = " › "
_LONGEST = 160
_SPOKEN = ("prose", "record")
_NAME = r"\p{L}[\p{L}\p{M}'’.-]*(?:[ ]\p{Lu}[\p{L}\p{M}'’.-]*){0,2}"
_TURN = regex.compile(
    r"(?m)^[ \t>*_-]*(?P<at>[\[(]?\d\d?[:.]\d\d(?:[:.]\d\d)?[\])]?[ \t]+)?"
    rf"(?P<name>{_NAME})[*_]*:[*_]*[ \t]+(?P<said>\S[^\r\n]*)"
)
_LETTERHEAD = frozenset(
    """from to cc bcc date sent subject reply-to von an gesendet datum betreff de à envoyé objet para enviado asunto
    fecha da a inviato oggetto data assunto""".split()
)
_SIDES = frozenset("q a f r p question answer frage antwort pregunta respuesta domanda risposta réponse".split())
_FEWEST, _FEWEST_WORDS = 2, 4  # speakers who speak as often; "Price:" and "Size:" of a single thing are no speakers


def with_turns(content: str, units: Sequence[Unit]) -> list[Unit]:
    """The units of a text, those of answers and of a transcript's turns with their question or speaker as label."""
    return list(_answers(content, list(_turns(content, _without_letterheads(units)))))


def speakers_of(content: str) -> frozenset[str]:
    """Who speaks in a transcript, in small letters; nobody where no two names stand before several lines each."""
    turns = [(turn["name"].casefold(), len(turn["said"].split())) for turn in _TURN.finditer(content)]
    often = Counter(name for name, _ in turns)
    talking = {name for name, words in turns if words >= _FEWEST_WORDS}  # "Price: 4.50" is a field
    found = frozenset(name for name in talking if often[name] >= _FEWEST) - _SIDES
    return found if len(found) >= _FEWEST else frozenset()


def is_turn(line: str, speakers: frozenset[str]) -> bool:
    """Whether a line opens with who speaks, one of ``speakers`` or after a time: "[10:02] Ben: no"."""
    turn = _TURN.match(line)
    return turn is not None and bool(speakers) and (turn["name"].casefold() in speakers or turn["at"] is not None)


def _without_letterheads(units: Sequence[Unit]) -> list[Unit]:
    """The units, the head of a letter as prose: its date is no field of what the letter speaks of."""
    named = [_key(unit) if unit.kind == "record" else "" for unit in units]
    beside = [{*named[max(0, at - 3) : at + 4]} & _LETTERHEAD for at in range(len(units))]
    return [
        unit.model_copy(update={"kind": "prose"}) if name in near and len(near) >= _FEWEST else unit
        for unit, name, near in zip(units, named, beside, strict=True)
    ]


def _key(unit: Unit) -> str:
    return unit.text.partition(":")[0].strip("*_> \t").casefold()


def _turns(content: str, units: Sequence[Unit]) -> Iterator[Unit]:
    if not speakers_of(content):
        yield from units
        return
    turns = [*_TURN.finditer(content)]
    starts = [turn.start() for turn in turns] + [len(content)]
    for unit in units:
        at = bisect.bisect_right(starts, unit.start) - 1
        in_turn = 0 <= at < len(turns) and unit.kind in _SPOKEN and "\n\n" not in content[starts[at] : unit.start]
        yield _labelled(unit, f"{turns[at]['name']}:") if in_turn else unit


def _answers(content: str, units: Sequence[Unit]) -> Iterator[Unit]:
    question, told, within = "", False, ""
    for before, unit in itertools.pairwise([None, *units]):
        assert unit is not None
        lines = content.count("\n", before.end, unit.start) if before else 1
        if _is_question(content, unit):
            question, told = unit.text.strip("*_ "), False
        elif unit.kind not in _SPOKEN or (told and (lines > 1 or unit.label != within)) or len(question) > _LONGEST:
            question = ""
        elif question:
            told, within = True, unit.label
            yield _labelled(unit, question)
            continue
        yield unit


def _is_question(content: str, unit: Unit) -> bool:
    """Whether a unit is a question that has its line for itself."""
    if unit.kind not in (*_SPOKEN, "heading") or not unit.text.rstrip(" *_").endswith(QUESTION_MARKS):
        return False
    first = content.rfind("\n", 0, unit.start) + 1
    last = content.find("\n", unit.end)
    before, after = content[first : unit.start], content[unit.end : last if last >= 0 else len(content)]
    return not any(map(str.isalpha, before)) and not after.strip(" *_\r\t")


def _labelled(unit: Unit, text: str) -> Unit:
    return unit.model_copy(update={"label": _JOIN.join(part for part in (unit.label, text) if part)})
