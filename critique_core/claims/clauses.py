"""Compound sentences cut into clauses that can be right or wrong apart: "X and Y", "X, but Y", "X; Y", "X while Y".

English is cut where both halves have a verb of their own, with a shared subject handed to the second half; at the
members of a list that a verb such as "includes" holds of each (``listing``); and after an appositive behind the
subject. Any other language is cut only at semicolons. Conditions, relative clauses, reports of what someone said,
other lists of nouns, quotes and brackets are never cut: a wrong split is worse than none.
"""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from critique_core.claims import listing
from critique_core.language.grammar import (
    ADVERBS,
    ALWAYS_SUBORDINATE,
    AUXILIARIES,
    BE,
    DETERMINERS,
    HAVE,
    JOINING,
    MODALS,
    NEGATIONS,
    ONLY_PAST,
    PREPOSITIONS,
    PRONOUNS,
    RELATIVE,
    SEMICOLONS,
    SUBJECTS,
    SUBORDINATE,
    Syntax,
    Tense,
    inside,
    is_participle,
    maybe_noun,
    names_or_describes,
    often_verb,
    verb_form,
)
from critique_core.typed_values import units

_PERSONS = PRONOUNS - {"it"}
_PHRASE_ENDS = JOINING | SEMICOLONS | {",", "or", ":", "&"}
_PAIRING = frozenset("both between either neither".split())


@dataclass(frozen=True, slots=True)
class Clause:
    """``sentence[start:end]`` is the clause; ``shared`` are words from before it that it needs to stand alone.

    ``said`` is what an appositive says as a sentence ("Berlin is the capital of Germany"), with Markdown marks.
    """

    start: int
    end: int
    shared: str = ""
    said: str = ""


@dataclass(frozen=True, slots=True)
class _Join:
    """A connective: the left half ends before token ``left``, the right half begins at token ``right``."""

    word: str
    left: int
    right: int
    comma: bool


@dataclass(frozen=True, slots=True)
class _Cut:
    """The left clause ends at character ``left``, the right one begins after ``right``.

    ``shared`` is the character span of the words that the right one borrows.
    """

    left: int
    right: int
    shared: tuple[int, int] | None = None


_LONGEST_SUBJECT = 9
_COMMAS_OF_AN_APPOSITIVE = 2
_LONGEST_NAME, _LONGEST_APPOSITIVE = 6, 12
_LONGEST_MEASURE = 6
_CLOCK = frozenset(("am", "pm"))
_ARTICLES = frozenset(("a", "an", "the"))
_GOES_ON = frozenset(("who", "which"))
_ANYBODY = frozenset(f"{who}{body}" for who in ("any", "every", "some", "no") for body in ("one", "body", "thing"))
# "The show, the following day, was cancelled" says when.
_TIMES = frozenset(
    "time moment hour day night morning afternoon evening week weekend month season year decade century".split()
)
_SEMICOLON = re.compile(f"[{''.join(SEMICOLONS)}]")
_JOINED = re.compile(rf"[{''.join(SEMICOLONS)}]|\b(?:{'|'.join(JOINING)})\b", re.IGNORECASE)


def split_clauses(sentence: str, view: str, language: str) -> tuple[Clause, ...]:
    """Cut one sentence into clauses, in order; a single one when it is not compound.

    ``view`` is the sentence at the same length with Markdown marks blanked; words are read from it.
    """
    if not _JOINED.search(view) and view.count(",") < _COMMAS_OF_AN_APPOSITIVE:
        return (Clause(0, len(sentence)),)
    if language != "en":
        cuts = [] if language == "el" else _semicolon_cuts(sentence, view)
        return tuple(_clauses(sentence, cuts))
    english = _English(sentence, view)
    return tuple(_clauses(sentence, english.cuts(), english.said))


def _clauses(sentence: str, cuts: list[_Cut], said: str = "") -> Iterator[Clause]:
    start, shared = 0, ""
    for cut in cuts:
        end = len(sentence[: cut.left].rstrip(" \t\r\n,;；؛"))
        if end > start:
            yield Clause(start, end, shared, "" if start else said)
        start = cut.right + len(sentence[cut.right :]) - len(sentence[cut.right :].lstrip())
        shared = sentence[slice(*cut.shared)] if cut.shared else ""
    yield Clause(start, len(sentence), shared)


def _semicolon_cuts(sentence: str, view: str) -> list[_Cut]:
    """Semicolons between stretches long enough to be clauses in any language."""
    closed = inside(sentence)
    marks = [mark for mark in _SEMICOLON.finditer(view) if not closed[mark.start()]]
    edges = [0, *(mark.start() for mark in marks), len(sentence)]
    lengths = [len(sentence[left:right].strip()) for left, right in pairwise(edges)]
    shortest = 4 if "；" in sentence else 12
    return [
        _Cut(*mark.span())
        for mark, before, after in zip(marks, lengths, lengths[1:], strict=False)
        if min(before, after) > shortest and any(map(str.isalnum, view[mark.end() :]))
    ]


class _English(Syntax):
    """Finds the cuts of one English sentence, from left to right."""

    def cuts(self) -> list[_Cut]:
        cuts: list[_Cut] = []
        start = since = 0
        if self._appositive:
            comma = self.tokens[self._appositive[1]]
            cuts.append(_Cut(comma.start, comma.end, (0, self.tokens[self._appositive[0]].start)))
        for join in self._joins():
            if join.left <= start or (self._appositive and join.left <= self._appositive[1]):
                continue
            found = self._at(start, join, since)
            cuts += found
            since = join.right if found else since
            if found and found[-1].shared is None:
                start = join.right
        listed = [] if self._appositive else self._listed()
        return listed if len(listed) > len(cuts) else cuts

    @property
    def said(self) -> str:
        """What the appositive behind the subject says of it, as a sentence; empty when there is none."""
        if not self._appositive:
            return ""
        first, second = (self.tokens[comma] for comma in self._appositive)
        named, told = self._sentence[: first.start].strip(), self._sentence[first.end : second.start].strip()
        if self.words[self._appositive[0] + 1] in _GOES_ON:
            return f"{named} {self._sentence[self.tokens[self._appositive[0] + 2].start : second.start].strip()}"
        return f"{named} {'are' if self.words[self._appositive[1] + 1] in ('are', 'were', 'have') else 'is'} {told}"

    def _listed(self) -> list[_Cut]:
        """The members of a list that the verb before it holds of each: "includes email, chat and phone support"."""
        found = listing.members(self)
        if found is None:
            return []
        verb, marks = found
        shared = self.tokens[0].start, self.tokens[verb].end
        return [_Cut(self.tokens[left].start, self.tokens[right - 1].end, shared) for left, right in marks]

    @cached_property
    def _appositive(self) -> tuple[int, int] | None:
        """The commas around what is said of the subject: "Berlin, the capital of Germany, has", "Kafka, who was"."""
        first, second = [*(i for i, word in enumerate(self.words) if word == ","), 0, 0][:2]
        told, verb = self.words[first + 1 : second], second + 1
        if (
            not 0 < first <= _LONGEST_NAME
            or not 1 < len(told) <= _LONGEST_APPOSITIVE
            or not (told[0] in _ARTICLES or self._goes_on_about(first))
            or not (self.free(first) and self.free(second))
            or not self._names(first)
            or not _TIMES.isdisjoint(told[1:4])
            or any(word in SUBORDINATE | _PHRASE_ENDS | PRONOUNS for word in told[1:])
            or any(self.strength(index, first + 1) > 1 for index in range(first + 3, second))
            or (told[0] in _ARTICLES and self.strength(first + 2, first + 1) > 1)
        ):
            return None
        return (first, second) if self._leads(verb) else None

    def _goes_on_about(self, comma: int) -> bool:
        """Whether a relative clause with a verb of its own follows a comma: ", who was born in Prague,"."""
        return self.words[comma + 1] in _GOES_ON and self.strength(comma + 2, comma + 1) > 0

    def _names(self, end: int) -> bool:
        """Whether the words before a token are a noun phrase: led by an article, a pronoun, or names all through."""
        opening = self.words[:end]
        if not (SUBORDINATE | PREPOSITIONS - {"of"} | _PHRASE_ENDS | ADVERBS).isdisjoint(opening):
            return False
        if opening[0] in _ANYBODY:
            return False
        led = opening[0] in DETERMINERS | {"it", "he", "she"} and (opening[0] in PRONOUNS) == (end == 1)
        return led or (all(self.capital(index) for index in range(end)) and not self._says_how(opening[0]))

    def _says_how(self, word: str) -> bool:
        return not names_or_describes(word) and (word.endswith("ly") or verb_form(word) is not None)

    def _leads(self, verb: int) -> bool:
        """Whether a finite verb is at a token and no later one could be that of the sentence."""
        while verb < len(self.words) and self.words[verb] in ADVERBS:
            verb += 1
        if verb >= len(self.words) or not self.strength(verb, 0):
            return False
        surely = self.strength(verb, 0) == 2 or not is_participle(self.words[verb])
        return surely or not ("," in self.words[verb:] or self._verb_follows(verb))

    def _cut(self, join: _Join, shared: tuple[int, int] | None = None) -> _Cut:
        return _Cut(self.tokens[join.left].start, self.tokens[join.right - 1].end, shared)

    def _joins(self) -> Iterator[_Join]:
        for index, word in enumerate(self.words):
            if not index or index + 1 >= len(self.tokens) or not self.free(index):
                continue
            if word in SEMICOLONS:
                right = index + 2 if self.words[index + 1] in ("and", "but") else index + 1
                yield _Join(";", index, min(right, len(self.tokens) - 1), comma=True)
            elif word in JOINING and self.words[index - 1] not in SEMICOLONS:
                comma = self.words[index - 1] == ","
                right = index if word == "so" else index + 1
                yield _Join(word, index - comma, right, comma)

    def _at(self, start: int, join: _Join, since: int) -> list[_Cut]:
        """The cuts made at one connective, none when either half is not a clause; the last one was before ``since``."""
        main = self.main_verb(self._appositive[1] if self._appositive and not start else start, join.left)
        if join.word == ";":
            two = main is not None and self.main_verb(join.right, len(self.words)) is not None
            return [self._cut(join)] if two else []
        left = self.words[start : join.left]
        if main is None or self.words[start] in ALWAYS_SUBORDINATE or not _PAIRING.isdisjoint(left) or "only" in left:
            return []
        if self._parts_clauses(start, main, join):
            return [self._cut(join)]
        if join.word in ("while", "whereas", "so") or self.subordinate(start, join.left):
            return []
        shared = self._shared(start, main, join)
        return [*self._series(start, main, join, since), self._cut(join, shared)] if shared else []

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
        first = self.words[right]
        if verb_form(first) in ("auxiliary", "modal"):
            return False
        marked = first in SUBJECTS | DETERMINERS or self.capital(right) or first[0].isdigit()
        for index in range(right + 1, min(right + _LONGEST_SUBJECT, len(self.words))):
            if self.words[index] in ALWAYS_SUBORDINATE | _PHRASE_ENDS | {"as", "than"}:
                return False
            if self._opens_contact_clause(right, index):
                return False
            if self._begins_predicate(index, right, main, comma=comma):
                return marked or comma or (index - right <= 2 and self.words[index] in AUXILIARIES | MODALS | ONLY_PAST)
        return False

    def _opens_contact_clause(self, right: int, index: int) -> bool:
        """Whether a pronoun opens a relative clause without "that": "the conditions she endured"."""
        before = self.words[right:index]
        led = before[0] in PREPOSITIONS | SUBORDINATE and DETERMINERS.isdisjoint(before)
        return self.words[index] in _PERSONS and not led and before[-1] not in ADVERBS

    def _begins_predicate(self, index: int, subject: int, main: int, *, comma: bool) -> bool:
        strength, form = self.strength(index, subject), verb_form(self.words[index])
        if form in ("third", "base") and maybe_noun(self.words[index]) and self.tense(main) == "past":
            return False  # "crossed the river and its side streams"
        unlisted = index == subject + 1 and self.words[subject] in PRONOUNS and self.words[index].endswith(("s", "ed"))
        if strength == 2 or unlisted:
            return True
        if not strength:
            return False
        if form == "past":
            # "a mine opened by workers" is a noun with a participle, not a clause.
            follows = self.words[index + 1 : index + 2]
            return self.tense(main) == "past" and (comma or follows == [] or follows[0] not in PREPOSITIONS)
        return comma and form in ("third", "base") and self._goes_on(index + 1)

    # --- one subject, two predicates ---------------------------------------------------------------------------

    def _shared(self, start: int, main: int, join: _Join) -> tuple[int, int] | None:
        """The words of the left half that a predicate on the right borrows: its subject, or subject and auxiliary."""
        right = join.right
        while right < len(self.words) and (self.words[right] in ADVERBS or self.words[right].endswith("ly")):
            right += 1
        subject = self.words[start:main]
        if right >= len(self.words) or self.capital(right) or self.hyphenated(right) or main + 1 >= join.left:
            return None
        if not NEGATIONS.isdisjoint(subject) or self._verb_follows(right) or self._says_more(main, join.left):
            return None
        begin = self.tokens[start].start if start else 0
        if self._fits_subject(main, right, join.left):
            named = self._appositive[0] if self._appositive and not start else main
            return begin, self.tokens[named].start
        return (begin, self.tokens[main].end) if self._fits_auxiliary(main, right, join.left) else None

    def _fits_subject(self, main: int, right: int, left_end: int) -> bool:
        """Whether a finite verb on the right agrees with the subject of the verb ``main``."""
        word, form, tense = self.words[right], verb_form(self.words[right]), self.tense(main)
        counts = right + 1 < len(self.words) and self.words[right + 1][0].isdigit()  # "and services 5 branches"
        sure = not maybe_noun(word) or (self.object_at(right + 1) and (often_verb(word) or not counts))
        if form in ("auxiliary", "modal"):
            return form == "modal" or self._agrees(word, tense)
        if form == "third":
            led = often_verb(word) and (self._parallel(main, right) or self._governs(right))
            led = led or self._ends_measured(main, left_end)
            return tense != "plural" and (sure or led)
        if form == "past":
            led = word in ONLY_PAST or self.object_at(right + 1) or self.preposition_at(right + 1)
            own = self.words[main] not in AUXILIARIES or word in ONLY_PAST
            return led and tense == "past" and own
        return form == "base" == verb_form(self.words[main]) and sure and not self._reaches(main, left_end)

    def _fits_auxiliary(self, main: int, right: int, left_end: int) -> bool:
        """Whether a participle or plain verb on the right needs the auxiliary ``main`` as well as its subject."""
        word = self.words[right]
        if is_participle(word):
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
        before = self.words[right - 2]
        listed = before.endswith("s") or before == ","
        return self._goes_on(right + 1, PREPOSITIONS) and (self.words[right - 1] == "but" or not listed)

    def _goes_on(self, index: int, but: Collection[str] = ()) -> bool:
        """Whether a word follows that opens no other phrase or clause."""
        return index < len(self.words) and self.words[index] not in SUBORDINATE | _PHRASE_ENDS | frozenset(but)

    def _parallel(self, main: int, right: int) -> bool:
        """Whether the same preposition follows both verbs: "opens at 9 and closes at 5"."""
        return self.preposition_at(main + 1) and self.words[right + 1 : right + 2] == [self.words[main + 1]]

    def _ends_measured(self, main: int, end: int) -> bool:
        """Whether all that follows the verb before a token is a number: "weighs 2 kg and ships" lists no nouns."""
        begin = max((i for i in range(main, end) if self.words[i] == ","), default=main)
        last, before = self.words[end - 1], self.words[end - 2]
        measured = last in _CLOCK or units.lookup(last) is not None
        return end - begin <= _LONGEST_MEASURE and (last[0].isdigit() or (before[0].isdigit() and measured))

    def _series(self, start: int, main: int, join: _Join, since: int) -> list[_Cut]:
        """In "uses A, stores B and sends C" the commas before the last one part predicates too."""
        found: list[_Cut] = []
        for index in range(max(main + 2, since), join.left - 1):
            listed = self.words[main - 1] != "," and verb_form(self.words[index + 1]) in ("third", "past")
            if self.words[index] == "," and self.free(index) and (join.comma or listed):
                comma = _Join("and", index, index + 1, comma=True)
                shared = self._shared(start, main, comma)
                found += [self._cut(comma, shared)] if shared else []
        return found

    def _borrows_auxiliary(self, main: int, right: int, left_end: int) -> bool:
        """Whether two participles are under one "is" or "has": "is signed with A and stored in B"."""
        word = self.words[main]
        after = [word for word in self.words[main + 1 : left_end] if word not in ADVERBS]
        follows = self.words[right + 1 : right + 2]
        if self.negated(main) or not after or not is_participle(after[0]) or after[0] == "been" or follows == ["to"]:
            return False
        if word in HAVE:  # "long waits and forgotten orders"
            return (
                not names_or_describes(self.words[right]) or self.object_at(right + 1) or self.preposition_at(right + 1)
            )
        return word in BE and (not follows or self.preposition_at(right + 1))

    def _agrees(self, word: str, tense: Tense) -> bool:
        plural = word in ("are", "have", "do", "were")
        return word not in ("am",) and not (plural and tense == "third") and not (not plural and tense == "plural")

    def _says_more(self, main: int, end: int) -> bool:
        return self.reports(main) and any(self.strength(index, main) for index in range(main + 1, end))

    def _verb_follows(self, right: int) -> bool:
        """Whether the supposed predicate holds another finite verb: then its first word was a noun."""
        if self.words[right] in AUXILIARIES | MODALS:
            return False
        for index in range(right + 1, len(self.words)):
            if self.words[index] in SUBORDINATE | JOINING | SEMICOLONS | {",", "or"}:
                return False
            if self.strength(index, right) == 2:
                return True
        return False
