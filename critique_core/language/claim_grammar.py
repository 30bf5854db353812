"""The grammar of one English sentence, as far as cutting it needs: words, finite verbs, subordinate clauses."""

import re
from dataclasses import dataclass
from typing import Literal

from critique_core.language.claim_verbs import (
    AUXILIARIES,
    MODALS,
    NEGATIONS,
    ONLY_PAST,
    PASTS,
    REPORTING,
    maybe_noun,
    verb_form,
    word_set,
)


@dataclass(frozen=True, slots=True)
class Token:
    """A lower-case word, or a comma or semicolon, with its place; ``free`` when not in brackets, quotes or bold."""

    word: str
    start: int
    end: int
    capital: bool
    free: bool


Tense = Literal["third", "plural", "past", "modal"]

_TOKEN = re.compile(r"[^\W_]+(?:['’._/&-][^\W_]+)*|[,;:；؛]")
SEMICOLONS = {";", "；", "؛"}
JOINING = {"and", "but", "yet", "while", "whereas", "so"}
DETERMINERS = word_set(
    "a an the this these those its their his her our my your each every all any no some both many several most "
    "another "
    "one two three four five six seven eight nine ten"
)
_ARTICLES = word_set("a an the its their his her our my your each every")
_OBJECTS = word_set("it them him her us me you itself themselves nothing everything something")
SUBJECTS = word_set("it he she they we you i this these those there nobody everyone someone")
PRONOUNS = word_set("it he she they we you i")
PREPOSITIONS = word_set(
    "of to in on at by for with from as into over under about between among through during against per via within"
)
RELATIVE = word_set("that which who whom whose")
ALWAYS_SUBORDINATE = RELATIVE | word_set(
    "if when whenever unless until because whether although though what how why lest provided once so"
)
_SOMETIMES_SUBORDINATE = word_set("before after since as where than while")
SUBORDINATE = ALWAYS_SUBORDINATE | _SOMETIMES_SUBORDINATE
PAIRING = word_set("both between either neither")
ADVERBS = word_set(
    "also then always now only still later thus therefore just even often sometimes again not never yet however "
    "instead subsequently"
)
CONTRACTED = re.compile(r"(?:it|he|she|that|there|they|we|you|i)(['’](?:s|re|m|ve|ll))\Z")
_TENSES: dict[str, Tense] = {
    **dict.fromkeys(("is", "isn't", "has", "hasn't", "does", "doesn't"), "third"),
    **dict.fromkeys(("was", "wasn't", "were", "weren't", "had", "hadn't", "did", "didn't"), "past"),
}
_OPENING, _CLOSING = frozenset("([{“«「『„"), frozenset(")]}”»」』")


def tokens_of(sentence: str, view: str) -> list[Token]:
    """The words and commas of a sentence; ``view`` is the same text with Markdown marks blanked."""
    inside = _inside(sentence)
    return [
        Token(match[0].lower(), match.start(), match.end(), match[0][0].isupper(), not inside[match.start()])
        for match in _TOKEN.finditer(view)
    ]


def _inside(sentence: str) -> bytearray:
    """For each character, whether it stands in brackets, quotes or bold type, where nothing is cut."""
    inside = bytearray(len(sentence))
    depth, quoted, bold = 0, False, False
    for at, character in enumerate(sentence):
        if character in _OPENING:
            depth += 1
        elif character in _CLOSING:
            depth = max(0, depth - 1)
        elif character == '"':
            quoted = not quoted
        elif sentence.startswith("**", at):
            bold = bold != (at == 0 or sentence[at - 1] != "*")
        inside[at] = depth > 0 or quoted or bold
    return inside


class Sentence:
    """The tokens of one English sentence, and questions about them by token number."""

    def __init__(self, tokens: list[Token]) -> None:
        self.tokens = tokens
        self.words = [token.word for token in tokens]

    def main_verb(self, start: int, end: int) -> int | None:
        """The finite verb of the clause in these tokens: the first sure one, else the first possible one."""
        possible: int | None = None
        for index in range(start, end):
            if index > start and self.words[index] in ALWAYS_SUBORDINATE:
                break
            strength = self.strength(index, start)
            if strength == 2:
                return index
            if strength and possible is None:
                possible = index
        return possible

    def strength(self, index: int, start: int) -> int:
        """How surely a token is a finite verb of the clause that begins at ``start``: 0 no, 1 possibly, 2 surely."""
        word = self.words[index]
        if CONTRACTED.match(word):
            return 2
        form = verb_form(word)
        if form is None or index == start or self.tokens[index].capital or not self.tokens[index].free:
            return 0
        before = self.words[index - 1]
        if form in ("auxiliary", "modal"):
            return 0 if before in _ARTICLES or before == "to" else 2
        if before in SUBJECTS and not (before in DETERMINERS and maybe_noun(word)):
            return 2
        if before in DETERMINERS | PREPOSITIONS | AUXILIARIES | MODALS | NEGATIONS or CONTRACTED.match(before):
            return 0
        return self._strength_after_noun(index, before, form)

    def _strength_after_noun(self, index: int, before: str, form: str) -> int:
        word = self.words[index]
        if word in ONLY_PAST or (form == "third" and not maybe_noun(word)):
            return 2
        if form == "third":
            return 2 if self.object_at(index + 1) else 1
        if form == "base":
            return int(before.endswith("s") and (not maybe_noun(word) or self.object_at(index + 1)))
        return 1

    def subordinate(self, start: int, end: int) -> set[str]:
        """The words between that open a subordinate clause."""
        opened = {word for word in self.words[start + 1 : end] if word in ALWAYS_SUBORDINATE}
        for index in range(start, end):
            if self.words[index] in _SOMETIMES_SUBORDINATE:
                clause = range(index + 2, end)
                opened |= {self.words[index] for verb in clause if self.strength(verb, index + 1)}
        return opened

    def tense(self, main: int) -> Tense:
        """The tense of a finite verb, as far as agreement needs it."""
        word, form = self.words[main], verb_form(self.words[main])
        if form == "modal" or word.endswith(("'ll", "’ll")):
            return "modal"
        if word in _TENSES:
            return _TENSES[word]
        if word in PASTS and form == "past":
            return "past"
        return "third" if form == "third" or word.endswith(("'s", "’s")) else "plural"

    def subject_end(self, main: int) -> int:
        """The character where the subject before a finite verb ends."""
        contracted = CONTRACTED.match(self.words[main])
        return self.tokens[main].start + contracted.start(1) if contracted else self.tokens[main].start

    def reports(self, main: int) -> bool:
        """Whether a finite verb says that what follows is someone's words or belief."""
        return not REPORTING.isdisjoint(self.words[main : main + 2])

    def negated(self, main: int) -> bool:
        """Whether a finite verb is denied."""
        return self.words[main].endswith("n't") or not NEGATIONS.isdisjoint(self.words[main : main + 3])

    def object_at(self, index: int) -> bool:
        """Whether a noun phrase surely begins at a token."""
        if index >= len(self.words):
            return False
        word = self.words[index]
        return word in DETERMINERS | _OBJECTS or word[0].isdigit() or set(word) == {"x"}

    def preposition_at(self, index: int) -> bool:
        """Whether a token is a preposition."""
        return index < len(self.words) and self.words[index] in PREPOSITIONS


def has_verb(words: str) -> bool:
    """Whether English words hold a finite verb, so that they state something by themselves."""
    english = Sentence(tokens_of(words, words))
    return english.main_verb(0, len(english.words)) is not None
