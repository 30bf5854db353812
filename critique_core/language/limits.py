"""Limits that a sentence sets without naming them beside the value: "bags over 20 kg are not accepted", "the limit is".

A value above which something is forbidden is the most that is allowed. Read so, "no more than ten books can be
borrowed", "you cannot borrow more than ten books" and "up to ten books may be borrowed" state one limit, and the
denial is part of it: it denies nothing else.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import regex

from critique_core.language.tokens import Token
from critique_core.typed_values.mentions import Mention

_AMOUNTS = ("number", "quantity", "currency", "percentage")
_INCLUSIVE: dict[str, Literal["max", "min"]] = {"over": "max", "under": "min"}
_DENYING = frozenset("not n't never no nobody cannot none neither nothing".split())
_FORBIDDING = frozenset("reject refuse prohibit forbid ban disallow exclude bar fail".split())
_CLOSED = frozenset("closed forbidden banned prohibited barred off-limits illegal".split())
_MODAL = frozenset("can ca cannot may must will wo is are be".split())
_BARRIERS = frozenset(
    """that who which whom if when unless because but while although though whereas where before after until
    since""".split()
)
_FRONTING = frozenset("for above over below under with".split())
"""What opens a sentence with a limit before its statement: "for sums above 5,000, she cannot sign"."""
_NEXT_PREDICATE = frozenset(", and or".split())
_LIMIT = regex.compile(
    r"\b(?:(?P<min>minimum|min\.|lower limit)|(?P<max>maximum|max\.|(?<!\bage )(?<!lower )limit|cap|ceiling"
    r"|upper limit))(?![\s-]+of\b\s*[$€£¥]?\d)[^.;:,!?()]*?"
    r"(?:\b(?:is|are|was|were|be|at|of|to|remains?)\s+(?:set at\s|only\s|just\s)?|:\s?)[$€£¥]?$",
    regex.IGNORECASE,
)
_NAMES = {"max": frozenset("maximum max limit cap ceiling".split()), "min": frozenset("minimum min".split())}
_BRACKET = regex.compile(r"(?:\s\p{L}+){0,2}\s\((?:=\s|about\s)?")
_LISTED = regex.compile(r"\s(?:per|an?|for|in|on|each)\s[^.;:,]{1,30}?(?:,|,?\sand|,?\sor)\s[$€£¥]?")
_YEAR = 365.25 * 86400
_MOST = 12


@dataclass(frozen=True)
class Limits:
    """A sentence's mentions with the limits they are, and the positions of words that only make them limits.

    ``denials`` are the negations among them, ``silent`` all words that say nothing else.
    """

    mentions: tuple[Mention, ...]
    denials: frozenset[int] = frozenset()
    silent: frozenset[int] = frozenset()


def read(
    text: str, tokens: Sequence[Token], mentions: Sequence[Mention], statements: Sequence[int], cues: Sequence[int]
) -> Limits:
    """The limits of an English sentence; ``cues`` are the positions of its negations."""
    found, denials, silent = list(mentions), set[int](), set[int]()
    for place, mention in enumerate(mentions):
        if mention.kind not in _AMOUNTS or mention.is_range or mention.ordinal:
            continue
        if mention.bound in _INCLUSIVE or _is_over(tokens, mention):
            forbidding = _forbidding(tokens, mention, statements, cues)
            if forbidding:
                found[place] = replace(mention, bound=_INCLUSIVE.get(mention.bound, "max"))
                denials |= forbidding & set(cues)
                silent |= forbidding
        elif not mention.bound and (named := _LIMIT.search(text, 0, mention.start)):
            found[place] = replace(mention, limit=named.lastgroup or "")
    return Limits(tuple(_said_again(text, found)), frozenset(denials), frozenset(silent))


def _said_again(text: str, mentions: Sequence[Mention]) -> Iterator[Mention]:
    """The mentions, with the limit of the one before: "6 tablets (1,200 mg)", "up to 90 euros a case, 270 a year"."""
    before: Mention | None = None
    for mention in mentions:
        if before is not None and before.bound and not mention.bound and mention.kind in _AMOUNTS:
            repeats = _BRACKET.fullmatch(text, before.end, mention.start) and text[mention.end : mention.end + 1] == ")"
            listed = mention.unit == before.unit != "" and _LISTED.fullmatch(text, before.end, mention.start)
            repeats = repeats or listed
            mention = replace(mention, bound=before.bound) if repeats else mention  # noqa: PLW2901
        yield mention
        before = mention


def names(token: Token, mention: Mention) -> bool:
    """Whether a word names what a value is without it: "limit" of "up to 20 kg", "age" of "at least 18 years"."""
    if token.norm == "age":
        return mention.unit == "[time]" and mention.step > 0 and mention.step % _YEAR == 0
    return token.norm in _NAMES.get(mention.bound, ())


def named_measure(tokens: Sequence[Token], position: int) -> bool:
    """Whether a word only says what is limited, next to the word for the limit: "maximum dose", "weight limit"."""
    near = [tokens[at].norm for at in (position - 1, position + 1) if 0 <= at < len(tokens)]
    return any(norm in names_ for norm in near for names_ in _NAMES.values())


def _is_over(tokens: Sequence[Token], mention: Mention) -> bool:
    """Whether "over" precedes a length, which includes its value where it is not forbidden ("over 400 metres")."""
    return mention.bound == "min" and any(t.norm == "over" and 0 < mention.start - t.end < 3 for t in tokens)


def _forbidding(
    tokens: Sequence[Token], mention: Mention, statements: Sequence[int], cues: Sequence[int]
) -> frozenset[int]:
    """The positions of the words that forbid what is beyond a value, none where nothing forbids it."""
    inside = [i for i, t in enumerate(tokens) if mention.start <= t.start < mention.end]
    if not inside:
        return frozenset()
    first, last = inside[0], inside[-1]
    before = _run(tokens, range(first - 1, -1, -1), statements)
    words = [at for at in before if _denies(tokens, at, cues) or _forbids(tokens[at])]
    if not words and any(token.content for token in tokens[:first]):  # "more than twenty did not come" counts them
        fronted = tokens[0].norm in _FRONTING and tokens[last + 1 : last + 2] and tokens[last + 1].text == ","
        beyond = range(last + 2 if fronted else last + 1, len(tokens))
        after = _run(tokens, beyond, statements, _BARRIERS | _NEXT_PREDICATE)
        rules = [at for at in after if fronted or _is_rule(tokens, at)]
        words = [at for at in rules if _denies(tokens, at, cues) or _forbids(tokens[at])]
    return frozenset(words[:1])


def _denies(tokens: Sequence[Token], at: int, cues: Sequence[int]) -> bool:
    return at in cues and tokens[at].norm in _DENYING


def _forbids(token: Token) -> bool:
    return bool(token.keys & _FORBIDDING) or token.norm in _CLOSED


def _run(
    tokens: Sequence[Token], positions: range, statements: Sequence[int], stops: frozenset[str] = _BARRIERS
) -> list[int]:
    """The positions in order as far as they belong to one statement and no other clause begins."""
    found: list[int] = []
    for at in positions[:_MOST]:
        if statements[at] != statements[positions[0]] or tokens[at].norm in stops:
            break
        found.append(at)
    return found


def _is_rule(tokens: Sequence[Token], cue: int) -> bool:
    """Whether a word belongs to what holds in general ("cannot be", "are not"), not to one event ("did not")."""
    return tokens[cue].norm == "cannot" or tokens[cue - 1].norm in _MODAL
