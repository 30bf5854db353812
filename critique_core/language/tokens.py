"""Tokens with exact offsets and the keys under which two tokens count as the same word."""

from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

import regex

from critique_core.language.lexicon import lexicon
from critique_core.text import stems
from critique_core.text.word_classes import CJK_FUNCTION, FUNCTION_WORDS

_STEMMERS = {"en": "english", "de": "german", "fr": "french", "es": "spanish", "it": "italian", "pt": "portuguese",
             "nl": "dutch"}  # fmt: skip
_TOKEN = regex.compile(
    r"""(?P<cjk>[\p{Han}\p{Hiragana}\p{Katakana}])
    |(?P<path>(?:https?://\S+?(?=[.,;:!?)]*(?:\s|$)))|(?:/[\w{}:-]+)+(?:\.\w+)*)
    |(?P<number>\d+(?:[.,\u00a0\u202f'’]\d+)*)(?![\p{L}_])
    |(?P<word>[\p{L}\p{M}\d_@]+(?:[._/:'’-]+[\p{L}\p{M}\d_]+)*)
    |(?P<mark>[^\s\p{L}\d])""",
    regex.VERBOSE,
)
_INNER_MARK = regex.compile(r"\w[./:]\w")
_INNER_CAPITAL = regex.compile(r"\p{Ll}\p{Lu}")
_PLAIN_PART = regex.compile(r"[^-_/:]+")
_NAMES_LIKE_FUNCTION_WORDS = frozenset(("US", "IT", "WHO"))
_PARTS = regex.compile(r"[\p{Lu}]+(?![\p{Ll}])|[\p{Lu}]?[\p{Ll}\p{M}]+|\p{L}+|\d+")
_CLITIC = regex.compile(r"(?i)^(.+?)(n['’]t|['’](?:s|re|ve|ll|d|m))$")
_ELISION = regex.compile(r"(?i)^(?:l|d|qu|n|s|j|m|t|c|jusqu|lorsqu|un|dell|nell|all)['’]")


@dataclass(frozen=True, slots=True)
class Token:
    """One word, number or mark: ``keys`` are its base forms, ``code`` marks identifiers, ``name`` proper names."""

    text: str
    start: int
    end: int
    norm: str
    keys: frozenset[str]
    kind: str
    function: bool = False
    name: bool = False
    code: bool = False

    @property
    def content(self) -> bool:
        """Whether the token carries meaning of its own."""
        return self.kind == "word" and not self.function


def stem(word: str, code: str = "en") -> str:
    """The stem of a folded word; ``code`` must be a language with a stemmer."""
    return stems.stem(word, _STEMMERS[code])


_GERMAN_PARTICIPLE = regex.compile(
    r"(ab|an|auf|aus|bei|durch|ein|fest|frei|her|hin|los|mit|nach|nieder|um|unter|vor|weg|weiter|zu|zurück|zusammen|)"
    r"ge(\p{L}{3,}?)e?(?:t|en)"
)


@lru_cache(maxsize=200_000)
def keys(word: str, code: str = "en") -> frozenset[str]:
    """The forms under which a word is looked up: itself, its stem, its base forms in English, its infinitive in German.

    Of a German participle the infinitive is guessed by its form: "eingeschaltet" is also looked up as "einschalten".
    """
    norm = word.casefold().replace("’", "'")
    found = {norm}
    if code in _STEMMERS:
        found.add(stem(norm, code))
    if code == "en":
        found |= lexicon().base_forms(norm)
    elif code == "de" and (participle := _GERMAN_PARTICIPLE.fullmatch(norm)):
        found.add(stem(f"{participle[1]}{participle[2]}en", code))
    return frozenset(found)


def _is_code(text: str) -> bool:
    """Whether a word is an identifier: digits with letters, inner capitals, underscores, dots or slashes."""
    if text.isalpha() and (len(text) == 1 or text[1:].islower()):
        return False  # as most words are, so that nothing else need be looked for
    if "_" in text or "::" in text or _INNER_MARK.search(text):
        return True
    if any(c.isdigit() for c in text) and any(c.isalpha() for c in text):
        return True
    return bool(_INNER_CAPITAL.search(text)) and not text.startswith("Mc")


_ONE_WORD = regex.compile(r"(?<![\p{L}-])(e|wi|hi)-(mails?|fi)(?![\p{L}-])", regex.IGNORECASE)
"""Words that are written with a hyphen and without one."""
TITLES = frozenset("dr mr mrs ms prof st sr jr gen col capt rev hon".split())
"""Words before a name whose full stop ends no sentence."""


def without_hyphens(text: str) -> str:
    """The text with words written in one that may be written so: "wifi" for "Wi-Fi", "email" for "E-mail"."""
    return _ONE_WORD.sub(lambda match: (match[1] + match[2]).lower(), text)


@lru_cache(maxsize=50_000)
def tokenize(text: str, code: str = "en") -> tuple[Token, ...]:
    """Cut a text into tokens; identifiers, paths and numbers stay whole, hyphenated and clitic words are cut."""
    tokens: list[Token] = []
    functions = (
        FUNCTION_WORDS.get(code, frozenset()) | FUNCTION_WORDS["en"]
        if code == "en"
        else FUNCTION_WORDS.get(code, FUNCTION_WORDS["en"])
    )
    opening = True
    for match in _TOKEN.finditer(text):
        kind = match.lastgroup or "mark"
        if kind == "word":
            for start, word in _split(match.group(), match.start()):
                tokens.append(_word(word, start, code, functions, opening=opening))
                opening = False
        elif kind == "mark":
            tokens.append(Token(match.group(), match.start(), match.end(), match.group(), frozenset(), "mark"))
            shortened = match.group() == "." and len(tokens) > 1 and tokens[-2].norm in TITLES
            opens = match.group() in '.!?:\n•"“' and not shortened
            opening = opens or (opening and match.group() in "-*#|>`")
        elif kind == "cjk":
            word = match.group()
            tokens.append(
                Token(word, match.start(), match.end(), word, frozenset((word,)), "word", word in CJK_FUNCTION)
            )
        else:
            word = match.group()
            found = frozenset((word.casefold(),)) | frozenset(p.casefold() for p in _PARTS.findall(word))
            tokens.append(
                Token(word, match.start(), match.end(), word.casefold(), found, "word" if kind == "path" else "number",
                      code=kind == "path")
            )  # fmt: skip
            opening = False
    return tuple(_opening_names(tokens, code))


def _opening_names(tokens: list[Token], code: str) -> list[Token]:
    """The first word of a sentence is a name, too, when a name follows it: "Ruth Olander", "Meridian Foods"."""
    if code == "en":
        for position, (first, second) in enumerate(pairwise(tokens)):
            opens = position == 0 or tokens[position - 1].text in ".!?:\n"
            if opens and second.name and first.text[:1].isupper() and first.kind == "word" and not first.function:
                tokens[position] = replace(first, name=True)
    return tokens


def _split(word: str, start: int) -> list[tuple[int, str]]:
    """Cut clitics, elisions, hyphens and slashes between plain words; leave identifiers whole."""
    if _ONE_WORD.fullmatch(word):
        return [(start, word)]
    if _is_code(word) and not ("-" in word and all(p.isalpha() for p in word.split("-"))):
        return [(start, word)]
    elided = _ELISION.match(word)
    if elided and len(word) > elided.end():
        return [(start, elided.group()), *_split(word[elided.end() :], start + elided.end())]
    clitic = _CLITIC.match(word)
    if clitic:
        return [*_split(clitic.group(1), start), (start + clitic.start(2), clitic.group(2))]
    return [(start + part.start(), part.group()) for part in _PLAIN_PART.finditer(word)]


def _word(word: str, start: int, code: str, functions: frozenset[str], *, opening: bool) -> Token:
    if _ONE_WORD.fullmatch(word):
        solid = without_hyphens(word)
        return Token(word, start, start + len(word), solid, keys(solid, code), "word")
    norm = word.casefold().replace("’", "'").removeprefix("'") if word not in ("n't", "n’t") else "n't"
    identifier = _is_code(word)
    found = keys(word, code)
    if identifier:
        found = found | frozenset(p.casefold() for p in _PARTS.findall(word)) | frozenset((norm,))
    capital = word[:1].isupper() and code != "de"
    name = capital and (not opening or (code == "en" and not lexicon().base_forms(norm)))
    function = (norm in functions or norm.rstrip("'") in functions) and word not in _NAMES_LIKE_FUNCTION_WORDS
    return Token(
        word,
        start,
        start + len(word),
        norm,
        found,
        "word",
        function and not identifier,
        name and not function,
        identifier,
    )
