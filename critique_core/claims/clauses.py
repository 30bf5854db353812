"""Compound sentences cut into clauses that can be right or wrong apart: "X and Y", "X, but Y", "X; Y", "X while Y".

English is cut where both halves have a verb of their own, with a shared subject handed to the second half; any other
language only at semicolons. Conditions, relative clauses, reports of what someone said, lists of nouns, quotes and
brackets are never cut: a wrong split is worse than none.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from critique_core.language.claim_grammar import (
    ADVERBS,
    ALWAYS_SUBORDINATE,
    CONTRACTED,
    DETERMINERS,
    JOINING,
    PAIRING,
    PREPOSITIONS,
    PRONOUNS,
    RELATIVE,
    SEMICOLONS,
    SUBJECTS,
    SUBORDINATE,
    Sentence,
    Tense,
    Token,
    tokens_of,
)
from critique_core.language.claim_verbs import (
    AUXILIARIES,
    BE,
    HAVE,
    MODALS,
    NEGATIONS,
    ONLY_PAST,
    PARTICIPLES,
    maybe_noun,
    verb_form,
)


@dataclass(frozen=True, slots=True)
class Clause:
    """``sentence[start:end]`` is the clause; ``shared`` are words from before it that it needs to stand alone."""

    start: int
    end: int
    shared: str = ""


@dataclass(frozen=True, slots=True)
class _Join:
    """A connective: the left half ends before token ``left``, the right half begins at token ``right``."""

    word: str
    left: int
    right: int
    comma: bool


@dataclass(frozen=True, slots=True)
class _Cut:
    """Where two clauses part; ``shared`` is the character span of the words that the right one borrows."""

    left: int
    right: int
    shared: tuple[int, int] | None = None


_LONGEST_SUBJECT = 9


def split_clauses(sentence: str, view: str, language: str) -> tuple[Clause, ...]:
    """Cut one sentence into clauses, in order; a single one when it is not compound.

    ``view`` is the sentence at the same length with Markdown marks blanked; words are read from it.
    """
    tokens = tokens_of(sentence, view)
    words = {token.word for token in tokens}
    if words.isdisjoint(JOINING | SEMICOLONS):
        return (Clause(0, len(sentence)),)
    if language == "en":
        cuts = _English(tokens).cuts()
    else:
        cuts = [] if language == "el" else _semicolon_cuts(sentence, tokens)
    return tuple(_clauses(sentence, tokens, cuts))


def _clauses(sentence: str, tokens: list[Token], cuts: list[_Cut]) -> Iterator[Clause]:
    start, shared = 0, ""
    for cut in cuts:
        end = len(sentence[: tokens[cut.left].start].rstrip(" \t\r\n,;；؛"))
        if end > start:
            yield Clause(start, end, shared)
        start = tokens[cut.right - 1].end
        start += len(sentence[start:]) - len(sentence[start:].lstrip())
        shared = sentence[slice(*cut.shared)] if cut.shared else ""
    yield Clause(start, len(sentence), shared)


def _semicolon_cuts(sentence: str, tokens: list[Token]) -> list[_Cut]:
    """Semicolons between stretches long enough to be clauses in any language."""
    marks = [index for index, token in enumerate(tokens) if token.word in SEMICOLONS and token.free]
    edges = [0, *(tokens[mark].start for mark in marks), len(sentence)]
    lengths = [len(sentence[left:right].strip()) for left, right in pairwise(edges)]
    shortest = 4 if "；" in sentence else 12
    return [
        _Cut(mark, mark + 1)
        for number, mark in enumerate(marks)
        if min(lengths[number], lengths[number + 1]) > shortest and mark + 1 < len(tokens)
    ]


class _English(Sentence):
    """Finds the cuts of one English sentence, from left to right."""

    def cuts(self) -> list[_Cut]:
        cuts: list[_Cut] = []
        start = 0
        for join in self._joins():
            if join.left <= start:
                continue
            found = self._at(start, join)
            cuts += found
            if found and found[-1].shared is None:
                start = join.right
        return cuts

    def _joins(self) -> Iterator[_Join]:
        for index, token in enumerate(self.tokens):
            if not token.free or index + 1 >= len(self.tokens) or not index:
                continue
            if token.word in SEMICOLONS:
                right = index + 2 if self.words[index + 1] in ("and", "but") else index + 1
                yield _Join(";", index, min(right, len(self.tokens) - 1), comma=True)
            elif token.word in JOINING and self.words[index - 1] not in SEMICOLONS:
                comma = self.words[index - 1] == ","
                right = index if token.word == "so" else index + 1
                yield _Join(token.word, index - comma, right, comma)

    def _at(self, start: int, join: _Join) -> list[_Cut]:
        """The cuts made at one connective, none when either half is not a clause."""
        main = self.main_verb(start, join.left)
        if join.word == ";":
            two = main is not None and self.main_verb(join.right, len(self.words)) is not None
            return [_Cut(join.left, join.right)] if two else []
        left = self.words[start : join.left]
        if main is None or self.words[start] in ALWAYS_SUBORDINATE or not PAIRING.isdisjoint(left) or "only" in left:
            return []
        if self._parts_clauses(start, main, join):
            return [_Cut(join.left, join.right)]
        if join.word in ("while", "whereas", "so") or self.subordinate(start, join.left):
            return []
        shared = self._shared(start, main, join)
        return [*self._series(start, main, join), _Cut(join.left, join.right, shared)] if shared else []

    # --- two clauses, each with its own subject ----------------------------------------------------------------

    def _parts_clauses(self, start: int, main: int, join: _Join) -> bool:
        if self.reports(main) or (main + 1 == join.left and not join.comma and self.tense(main) != "past"):
            return False
        opened = self.subordinate(start, join.left)
        if opened and not (join.comma and opened <= RELATIVE):
            return False
        right = join.right
        if join.word == "so" and (not join.comma or self.words[right + 1 : right + 2] in (["that"], ["far"])):
            return False
        if join.word == "while" and not join.comma and not self._contrasts(start, join):
            return False
        if join.word == "but" and join.comma and self.words[right] in ("if", "when", "unless"):
            return self.main_verb(right + 1, len(self.words)) is not None
        return self._has_subject_and_verb(right + (join.word == "so"), main, comma=join.comma)

    def _contrasts(self, start: int, join: _Join) -> bool:
        """Both halves hold a number: "while" compares them, and does not say when."""
        halves = self.words[start : join.left], self.words[join.right :]
        return all(any(word[0].isdigit() for word in half) for half in halves)

    def _has_subject_and_verb(self, right: int, main: int, *, comma: bool) -> bool:
        while right < len(self.words) and self.words[right] in ADVERBS | {","}:
            right += 1
        if right >= len(self.words):
            return False
        if CONTRACTED.match(self.words[right]):
            return True
        first = self.tokens[right]
        marked = first.word in SUBJECTS | DETERMINERS or first.capital or first.word[0].isdigit()
        for index in range(right + 1, min(right + _LONGEST_SUBJECT, len(self.words))):
            if self.words[index] in ALWAYS_SUBORDINATE | JOINING | SEMICOLONS | {",", "or", ":"}:
                return False
            if self._begins_predicate(index, right, main, comma=comma):
                return marked or comma or (index - right <= 2 and self.words[index] in AUXILIARIES | MODALS | ONLY_PAST)
        return False

    def _begins_predicate(self, index: int, subject: int, main: int, *, comma: bool) -> bool:
        strength = self.strength(index, subject)
        unlisted = index == subject + 1 and self.words[subject] in PRONOUNS and self.words[index].endswith(("s", "ed"))
        if strength == 2 or unlisted:
            return True
        if not strength:
            return False
        if verb_form(self.words[index]) == "past":
            # "a mine opened by workers" is a noun with a participle, not a clause.
            follows = self.words[index + 1 : index + 2]
            return self.tense(main) == "past" and (comma or follows == [] or follows[0] not in PREPOSITIONS)
        return comma and verb_form(self.words[index]) in ("third", "base")

    # --- one subject, two predicates ---------------------------------------------------------------------------

    def _shared(self, start: int, main: int, join: _Join) -> tuple[int, int] | None:
        """The words of the left half that a predicate on the right borrows: its subject, or subject and auxiliary."""
        right = join.right
        while right < len(self.words) and (self.words[right] in ADVERBS or self.words[right].endswith("ly")):
            right += 1
        subject = self.words[start:main]
        if right >= len(self.words) or self.tokens[right].capital or main + 1 >= join.left:
            return None
        if not NEGATIONS.isdisjoint(subject) or self._verb_follows(right) or self._says_more(main, join.left):
            return None
        begin = self.tokens[start].start if start else 0
        if self._fits_subject(main, right, join.left):
            return begin, self.subject_end(main)
        return (begin, self.tokens[main].end) if self._fits_auxiliary(main, right, join.left) else None

    def _fits_subject(self, main: int, right: int, left_end: int) -> bool:
        """Whether a finite verb on the right agrees with the subject of the verb ``main``."""
        word, form, tense = self.words[right], verb_form(self.words[right]), self.tense(main)
        sure = not maybe_noun(word) or self.object_at(right + 1)
        if form in ("auxiliary", "modal"):
            return form == "modal" or self._agrees(word, tense)
        if form == "third":
            return tense != "plural" and (sure or self._parallel(main, right) or self._governs(right))
        if form == "past":
            led = word in ONLY_PAST or self.object_at(right + 1) or self.preposition_at(right + 1)
            own = self.words[main] not in AUXILIARIES or word in ONLY_PAST
            return led and tense == "past" and own
        return form == "base" == verb_form(self.words[main]) and sure and not self._reaches(main, left_end)

    def _fits_auxiliary(self, main: int, right: int, left_end: int) -> bool:
        """Whether a participle or plain verb on the right needs the auxiliary ``main`` as well as its subject."""
        word = self.words[right]
        if word in PARTICIPLES:
            return self._borrows_auxiliary(main, right, left_end)
        if verb_form(word) != "base" or (maybe_noun(word) and not self.object_at(right + 1)):
            return False
        plain_verb = verb_form(self.words[main + 1]) == "base"
        return self.tense(main) == "modal" and plain_verb and not self._reaches(main, left_end)

    def _reaches(self, main: int, left_end: int) -> bool:
        """Whether a denial or an infinitive in the left half might go on into the right one."""
        return self.negated(main) or "to" in self.words[main:left_end]

    def _governs(self, right: int) -> bool:
        """Whether a word that may be a plural noun is a verb with an object: "has a pool and offers free breakfast".

        A list of nouns keeps its number ("refunds and returns") and ends or goes on with a preposition.
        """
        follows, before = self.words[right + 1 : right + 2], self.words[right - 2]
        ends = {",", "or", ":"} | PREPOSITIONS | SUBORDINATE | JOINING | SEMICOLONS
        listed = before.endswith("s") or before == ","
        return bool(follows) and follows[0] not in ends and (self.words[right - 1] == "but" or not listed)

    def _parallel(self, main: int, right: int) -> bool:
        """Whether the same preposition follows both verbs: "opens at 9 and closes at 5"."""
        return self.preposition_at(main + 1) and self.words[right + 1 : right + 2] == [self.words[main + 1]]

    def _series(self, start: int, main: int, join: _Join) -> list[_Cut]:
        """In "uses A, stores B, and sends C" the commas before the last one part predicates too."""
        found: list[_Cut] = []
        if join.comma:
            for index in range(main + 2, join.left - 1):
                if self.words[index] == "," and self.tokens[index].free:
                    shared = self._shared(start, main, _Join("and", index, index + 1, comma=True))
                    found += [_Cut(index, index + 1, shared)] if shared else []
        return found

    def _borrows_auxiliary(self, main: int, right: int, left_end: int) -> bool:
        """Whether two participles stand under one "is" or "has": "is signed with A and stored in B"."""
        word = self.words[main]
        after = [word for word in self.words[main + 1 : left_end] if word not in ADVERBS]
        if self.negated(main) or not after or after[0] not in PARTICIPLES:
            return False
        if word in HAVE:
            return True
        follows = self.words[right + 1 : right + 2]
        return (word in BE or word.endswith(("'s", "’s", "'re", "’re"))) and (
            not follows or self.preposition_at(right + 1)
        )

    def _agrees(self, word: str, tense: Tense) -> bool:
        plural = word in ("are", "have", "do", "were", "aren't", "haven't", "don't", "weren't")
        return word not in ("am",) and not (plural and tense == "third") and not (not plural and tense == "plural")

    def _says_more(self, main: int, end: int) -> bool:
        return self.reports(main) and any(self.strength(index, main) for index in range(main + 1, end))

    def _verb_follows(self, right: int) -> bool:
        """Whether the supposed predicate holds another finite verb: then its first word was a noun."""
        for index in range(right + 1, len(self.words)):
            if self.words[index] in SUBORDINATE | JOINING | SEMICOLONS | {",", "or"}:
                return False
            if self.strength(index, right) == 2:
                return True
        return False
