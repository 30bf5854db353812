"""The grammar of one English sentence, as far as cutting and denying it need: finite verbs, subordinate clauses, tense.

Whether a word is a verb, and how often it is one, is WordNet's to say. Only closed classes are listed here, and the
strong verbs whose past and participle differ, which WordNet does not distinguish.
"""

from functools import cached_property, lru_cache
from typing import Literal

from critique_core.language.lexicon import PARTS, lexicon
from critique_core.language.tokens import Token, tokenize

VerbForm = Literal["auxiliary", "modal", "third", "past", "base"]
Tense = Literal["third", "plural", "past", "modal"]


def _words(words: str) -> frozenset[str]:
    return frozenset(words.split())


# "can't" and "won't" are cut into "ca", "wo" and "n't"; "they'll" into "they" and "'ll".
CLIPPED = _words("ca wo sha")
MODALS = CLIPPED | _words("can could will would may might must shall should cannot 'll 'd")
BE = _words("is are was were am 's 're 'm")
HAVE = _words("has have had 've")
AUXILIARIES = BE | HAVE | _words("does do did")
NEGATIONS = _words("not n't never no neither nor nobody none nothing cannot without hardly rarely")
SEMICOLONS = frozenset((";", "；", "؛"))
JOINING = _words("and but yet while whereas so")
DETERMINERS = _words(
    "a an the this these those its their his her our my your each every all any no some both many several most another "
    "one two three four five six seven eight nine ten"
)
SUBJECTS = _words("it he she they we you i this these those there nobody everyone someone")
PRONOUNS = _words("it he she they we you i")
PREPOSITIONS = _words(
    "of to in on at by for with from as into over under about between among through during against per via within "
    "across along around behind beyond despite near onto throughout toward towards upon"
)
RELATIVE = _words("that which who whom whose")
ALWAYS_SUBORDINATE = RELATIVE | _words(
    "if when whenever where unless until because whether although though what how why lest provided once so"
)
_SOMETIMES_SUBORDINATE = _words("before after since as than while")
SUBORDINATE = ALWAYS_SUBORDINATE | _SOMETIMES_SUBORDINATE
ADVERBS = _words(
    "also then always now only still later thus therefore just even often sometimes again not never yet however "
    "instead subsequently"
)
_ARTICLES = _words("a an the its their his her our my your each every")
_OBJECTS = _words("it them him her us me you itself themselves nothing everything something")
_CONTRACTING = PRONOUNS | _words("that there")
_CLITICS = _words("'s 're 'm 've 'll 'd")
_MARKS = SEMICOLONS | {",", ":", "&"}
# After these, what follows is reported, not stated.
_REPORTING = _words(
    "say believe think claim suggest argue know hope doubt assume report state show find mean mention note indicate "
    "announce confirm explain estimate expect ensure imagine predict promise feel insist deny "
    "emphasize emphasise stress reveal complain realize realise recall remark allege assert concede acknowledge"
)
_TENSES: dict[str, Tense] = {
    **dict.fromkeys(("is", "has", "does", "'s"), "third"),
    **dict.fromkeys(("was", "were", "had", "did"), "past"),
}
# past and participle, where the two differ
_STRONG_VERBS = """
    arose arisen, ate eaten, bade bidden, became become, began begun, bit bitten, blew blown, bore borne, broke broken,
    came come, chose chosen, drank drunk, drew drawn, drove driven, fell fallen, flew flown, forbade forbidden,
    forgave forgiven, forgot forgotten, froze frozen, gave given, grew grown, hid hidden, knew known, lay lain,
    mistook mistaken, overcame overcome, oversaw overseen, overtook overtaken, ran run, rang rung, redid redone,
    rewrote rewritten, rode ridden, rose risen, sang sung, sank sunk, saw seen, shook shaken, shrank shrunk,
    spoke spoken, sprang sprung, stole stolen, strove striven, swam swum, swore sworn, threw thrown, took taken,
    tore torn, undertook undertaken, underwent undergone, went gone, withdrew withdrawn, woke woken, wore worn,
    wove woven, wrote written"""
_PARTICIPLE_OF = {pair.split()[0]: pair.split()[1] for pair in _STRONG_VERBS.split(",")}
_INVARIANT = _words("beat bid burst cast cost cut fit hit hurt let put quit read set shed shut split spread upset")
_HELPING_PAST = {"have": "had", "do": "did", "be": None}
_ONLY_PARTICIPLES = frozenset(_PARTICIPLE_OF.values()) | _words("been born done proven shown")
_NEITHER = _words("feet geese mice men dice")
# Past forms that cannot be participles, so that "wrote" is the verb of its clause wherever it is.
ONLY_PAST = frozenset(_PARTICIPLE_OF) - _words("bit bore lay saw")
# Share of a word's uses from which it is hardly ever a noun, and from which it is about as often a verb.
_SURELY, _OFTEN = 0.93, 0.3
_OPENING, _CLOSING = frozenset("([{“«「『„"), frozenset(")]}”»」』")


# --- words ---------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=50_000)
def base_of_third(word: str) -> str | None:
    """The verb whose form after "it" a lower-case word is, ``None`` for any other word."""
    if not word.endswith("s"):
        return None
    bases = (base for base in lexicon().base_forms(word) if base != word and lexicon().verb_share(base))
    return next((base for base in bases if third_of(base) == word), None)


def third_of(base: str) -> str:
    """The form of a verb after "it"."""
    if base.endswith("y") and base[-2:-1] not in tuple("aeiou"):
        return base[:-1] + "ies"
    return {"have": "has", "be": "is"}.get(
        base, base + ("es" if base.endswith(("s", "sh", "ch", "x", "z", "o")) else "s")
    )


def past_of(base: str) -> str | None:
    """The past tense of a verb; ``None`` where it has several, or the word is no verb."""
    if base in _INVARIANT or base in _HELPING_PAST:
        return _HELPING_PAST.get(base, base)
    if not lexicon().verb_share(base):
        return None
    strong = [form for form in lexicon().irregular_forms(base) if is_past(form)]
    if strong:
        return strong[0] if len(strong) == 1 else None
    if base.endswith("y") and base[-2:-1] not in tuple("aeiou"):
        return base[:-1] + "ied"
    return base + ("d" if base.endswith("e") else "ed")


def is_report(word: str) -> bool:
    """Whether what follows a lower-case word, a verb, is reported and not stated."""
    return not _REPORTING.isdisjoint({word} | lexicon().base_forms(word))


def is_past(word: str) -> bool:
    """Whether a lower-case word can be the past tense of a verb."""
    return word in _PARTICIPLE_OF or (word not in _ONLY_PARTICIPLES and is_participle(word))


@lru_cache(maxsize=50_000)
def is_participle(word: str) -> bool:
    """Whether a lower-case word can be the participle of a verb."""
    if word in _ONLY_PARTICIPLES or word in _INVARIANT:
        return True
    if word in _PARTICIPLE_OF or word in _NEITHER or word in AUXILIARIES or word.endswith(("s", "ing", "er", "est")):
        return False
    bases = [base for base in lexicon().base_forms(word) if base != word and lexicon().verb_share(base)]
    # "feed" is no form of "fee".
    return bool(bases) and not (word.endswith("eed") and lexicon().verb_share(word))


def is_base(word: str) -> bool:
    """Whether a lower-case word can be a verb without ending; "be" is not, for it is never finite."""
    return word != "be" and bool(lexicon().verb_share(word))


def verb_form(word: str) -> VerbForm | None:
    """The finite form a lower-case word can be, or ``None`` for a word that is no finite verb."""
    if word in MODALS:
        return "modal"
    if word in AUXILIARIES:
        return "auxiliary"
    if base_of_third(word):
        return "third"
    if is_past(word):
        return "past"
    return "base" if is_base(word) else None


def names_or_describes(word: str) -> bool:
    """Whether WordNet knows a lower-case word, as it is written, as a noun or an adjective."""
    return not lexicon().related(word, PARTS).isdisjoint(("n", "a"))


@lru_cache(maxsize=50_000)
def _is_only_adjective(word: str) -> bool:
    return lexicon().related(word, PARTS) == frozenset("a") and not is_participle(word)


def _share(word: str) -> float:
    """The share of uses as a verb of a word in its plain form or in its form after "it"."""
    return lexicon().verb_share(base_of_third(word) or word)


def maybe_noun(word: str) -> bool:
    """Whether a lower-case verb form may well be a noun or an adjective ("returns", "plan", "open")."""
    return _share(word) < _SURELY or (is_base(word) and not lexicon().related(word, PARTS) <= {"n", "v"})


def often_verb(word: str) -> bool:
    """Whether a lower-case verb form is about as often a verb as a noun."""
    return _share(word) >= _OFTEN


# --- a sentence ----------------------------------------------------------------------------------------------------


def inside(sentence: str) -> bytearray:
    """For each character, whether it is in brackets, quotes or bold type, where nothing is cut."""
    found = bytearray(len(sentence))
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
        found[at] = depth > 0 or quoted or bold
    return found


class Syntax:
    """The words of one English sentence, and questions about them by number.

    ``view`` is the sentence at the same length with Markdown marks blanked. ``words`` are the tokens in lower case, of
    the marks only those that part words; the "'s" of a possessive is left out.
    """

    def __init__(self, sentence: str, view: str) -> None:
        self.tokens: list[Token] = []
        self.words: list[str] = []
        for token in tokenize(view, "en"):
            word = token.text.casefold().replace("’", "'")
            if word in _CLITICS and (not self.words or self.words[-1] not in _CONTRACTING):
                continue
            if token.kind != "mark" or word in _MARKS:
                self.tokens.append(token)
                self.words.append(word)
        self._sentence, self._view = sentence, view

    @cached_property
    def _inside(self) -> bytearray:
        return inside(self._sentence)

    def free(self, index: int) -> bool:
        """Whether a token is a word by itself: not in brackets, quotes or bold type, and no part of "sign-up"."""
        return not self.hyphenated(index) and not self._inside[self.tokens[index].start]

    def hyphenated(self, index: int) -> bool:
        """Whether a token is a part of a word such as "sign-up"."""
        token = self.tokens[index]
        return "-" in (self._view[token.start - 1 : token.start], self._view[token.end : token.end + 1])

    def capital(self, index: int) -> bool:
        """Whether a token begins with a capital letter."""
        return self.tokens[index].text[0].isupper()

    def main_verb(self, start: int, end: int) -> int | None:
        """The finite verb of the clause in these tokens: the first sure one, else the first possible one."""
        possible: int | None = None
        for index in range(start, end):
            if index > start and self.words[index] in ALWAYS_SUBORDINATE:
                break
            strength = self.strength(index, start)
            if strength == 2:
                series = possible is not None and self.words[index - 1] == "," and base_of_third(self.words[possible])
                return possible if series else index  # "runs at 10 rpm, weighs 2 kg"
            if strength and possible is None:
                possible = index
        return possible

    def strength(self, index: int, start: int) -> int:
        """How surely a token is a finite verb of the clause that begins at ``start``: 0 no, 1 possibly, 2 surely."""
        word = self.words[index]
        if word in _CLITICS:
            return 2
        form = verb_form(word)
        if form is None or index == start or self.capital(index) or not self.free(index):
            return 0
        before = self.words[index - 1]
        if form in ("auxiliary", "modal"):
            return 0 if before in _ARTICLES or before == "to" else 2
        if before in SUBJECTS and not (before in DETERMINERS and maybe_noun(word)):
            return 2
        if before in DETERMINERS | PREPOSITIONS | AUXILIARIES | MODALS | NEGATIONS or _is_only_adjective(before):
            return 0
        return self._strength_after_noun(index, before, form)

    def _strength_after_noun(self, index: int, before: str, form: str) -> int:
        word = self.words[index]
        if word in ONLY_PAST or (form == "third" and not maybe_noun(word)):
            return 2
        if form == "past" and before.endswith("ing") and self.words[index - 2] in PREPOSITIONS:
            return 0  # "despite feeling overcharged"
        if form == "third":
            return 2 if self.object_at(index + 1) else int(often_verb(word))
        if form == "base":
            particle = "r" in lexicon().related(word, PARTS)
            led = not maybe_noun(word) or (often_verb(word) and not particle and self.object_at(index + 1))
            return int(before.endswith("s") and led)
        return 1

    def subordinate(self, start: int, end: int) -> set[str]:
        """The words between that open a subordinate clause."""
        opened = {word for word in self.words[start + 1 : end] if word in ALWAYS_SUBORDINATE}
        for index in range(start, end):
            if self.words[index] in _SOMETIMES_SUBORDINATE:
                comma = next((i for i in range(index + 2, end) if self.words[i] == ","), end)
                clause = range(index + 2, comma)
                opened |= {self.words[index] for verb in clause if self.strength(verb, index + 1)}
        return opened

    def tense(self, main: int) -> Tense:
        """The tense of a finite verb, as far as agreement needs it."""
        word = self.words[main]
        form = verb_form(word)
        if form == "modal":
            return "modal"
        if word in _TENSES:
            return _TENSES[word]
        return "past" if form == "past" else "third" if form == "third" else "plural"

    def subject_end(self, main: int) -> int:
        """The character where the subject before a finite verb ends."""
        return self.tokens[main].start

    def reports(self, main: int) -> bool:
        """Whether a finite verb says that what follows is someone's words or belief."""
        return any(map(is_report, self.words[main : main + 2]))

    def negated(self, main: int) -> bool:
        """Whether a finite verb is denied."""
        return not NEGATIONS.isdisjoint(self.words[main : main + 3])

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
    syntax = Syntax(words, words)
    return syntax.main_verb(0, len(syntax.words)) is not None
