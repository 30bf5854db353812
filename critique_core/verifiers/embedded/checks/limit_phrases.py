"""The phrases of a sentence that may limit what it says: "for children", "until May", "heavier than 250 g"."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from critique_core.language.lexicon import PARTS, lexicon
from critique_core.language.sentence import Sentence
from critique_core.language.statements import is_finite, is_verb
from critique_core.language.tokens import Token
from critique_core.typed_values import compare
from critique_core.typed_values.mentions import Mention
from critique_core.typed_values.periods import UNITS
from critique_core.typed_values.weekdays import day_named

CONDITIONS = frozenset("if unless except provided providing assuming excluding".split())
_OPENS_PROVISO = frozenset("that you they it the".split())
_DETERMINERS = frozenset("a an all no there your their this these we he she".split())
_CONDITION_PHRASES = (("as", "long", "as"), ("so", "long", "as"), ("on", "condition"), ("subject", "to"),
                      ("in", "case"), ("but", "not"))  # fmt: skip
MOMENTS = frozenset("when whenever once where while until who".split())
PREPOSITIONS = frozenset(
    """for to with without in on at during before after outside inside within above below over under from until upon
    up per by between""".split()
)
_NO_OPENING = frozenset("even as and or what how was were is are than".split())  # "even if", "as if", "is where"
_REASONS = frozenset(
    """reason purpose sake motive safety hygiene security privacy convenience comfort protection repair maintenance
    renovation refurbishment cleaning reconstruction work inspection good ever lack""".split()
)
CLOSING = frozenset(",;.:!?()—–")
_JOINING = frozenset("and or but while whereas".split())
_ADVERBS = frozenset("general total particular fact turn addition average least most last first".split())
"""What with a preposition before it limits nothing: "in total", "at least"."""
_OF_TIMES = frozenset("in on at during".split())
_OPENS_SUBJECT = frozenset("the a an all our your its his her their we you they it he she this these".split())
RECURRING = frozenset(
    """night day morning afternoon evening noon midnight weekday weekend holiday season hour spring summer autumn winter
    january february march april june july august september october november december region weather""".split()
)


@dataclass(frozen=True, slots=True)
class Limit:
    """The tokens ``first`` up to, not including, ``last``; ``sure`` where the words alone make it a condition."""

    first: int
    last: int
    sure: bool

    def holds(self, position: int) -> bool:
        """Whether a token is in it."""
        return self.first <= position < self.last

    def place(self, source: Sentence) -> tuple[int, int]:
        """Where its text starts and ends."""
        return source.tokens[self.first].start, source.tokens[self.last - 1].end


def limit_phrases(source: Sentence, claim: Sentence | None = None) -> Iterator[Limit]:
    """The phrases that may limit what a source says; one of its subject ends before the claim goes on with it."""
    norms = [token.norm for token in source.tokens]
    for position, norm in enumerate(norms):
        before = norms[position - 1] if position else ""
        sure = _is_condition(norms, position)
        if before in (_NO_OPENING - {"and", "or"} if sure else _NO_OPENING) or (before == "only" and position > 1):
            continue
        opens = norm in MOMENTS | PREPOSITIONS and before != "," and not _is_infinitive(source, position)
        if norm == "once" and any(token.keys & UNITS.keys() for token in source.tokens[position + 2 : position + 3]):
            continue  # "once a week" says how often
        if not (sure or opens or _says_which(source, position)):
            continue
        last = _end(source, position, _next(claim, before) if claim is not None else "")
        if norm == "for" and any(token.keys & _REASONS for token in source.tokens[position + 1 : position + 3]):
            continue  # it says why, not when
        if last == position + 2 and (source.tokens[position + 1].norm in _ADVERBS or _is_ahead(source, position)):
            continue
        yield Limit(position, last, sure or norms[last - 1] == "only")


def _is_ahead(source: Sentence, position: int) -> bool:
    """Whether "in advance" follows a length of time: "three days in advance", not "8 dollars in advance"."""
    start = source.tokens[position].start
    told = [token.norm for token in source.tokens[position : position + 2]] == ["in", "advance"]
    return told and any(m.unit == "[time]" and 0 <= start - m.end <= 1 for m in source.mentions)


def _is_infinitive(source: Sentence, position: int) -> bool:
    """Whether "to" opens a purpose: "to find out", but not "to customers"."""
    following = source.tokens[position + 1] if position + 1 < len(source.tokens) else None
    if source.tokens[position].norm != "to" or following is None:
        return False
    return not following.name and is_verb(following) and following.norm in lexicon()


def _next(claim: Sentence, word: str) -> str:
    """The word that a claim has right behind another one; empty where it has none."""
    norms = [token.norm for token in claim.tokens]
    return next((two for one, two in pairwise(norms) if one == word and two not in CLOSING), "")


def _says_which(source: Sentence, position: int) -> bool:
    """Whether what opens right behind a plural says which of them are meant.

    That is a comparative ("register drones heavier than 250 g") or "that" ("drones that weigh more").
    """
    tokens = source.tokens
    if position < 2 or position + 1 >= len(tokens):
        return False
    before, token, after = tokens[position - 1 : position + 2]
    opens = after.norm == "than" or (token.norm == "that" and (is_verb(after) or is_finite(tokens, position + 1)))
    acted = any(is_finite(tokens, at) or is_verb(tokens[at]) for at in range(position - 1))
    return opens and acted and is_plural(before) and not is_finite(tokens, position - 1)


def is_plural(token: Token) -> bool:
    """Whether a word is the plural of a noun."""
    return any(form != token.norm and "n" in lexicon().related(form, PARTS) for form in token.keys)


def _is_condition(norms: Sequence[str], position: int) -> bool:
    norm, following = norms[position], norms[position + 1 : position + 2]
    if norm in ("provided", "providing", "assuming"):
        behind_mark = position > 0 and norms[position - 1] == ","  # "the club provided a boat" is none
        return (
            bool(following)
            and following[0] in (_OPENS_PROVISO | _DETERMINERS if behind_mark else _OPENS_PROVISO)
            and position > 0
        )
    if norm == "only":
        return bool(position and following) and following[0] in CONDITIONS | MOMENTS | PREPOSITIONS
    phrases = (phrase for phrase in _CONDITION_PHRASES if phrase[0] == norm)
    return norm in CONDITIONS or any(tuple(norms[position : position + len(p)]) == p for p in phrases)


def _end(source: Sentence, position: int, deed: str) -> int:
    """Where a limit that opens at a position ends: before the next mark, statement or case with a value of its own."""
    tokens = source.tokens
    own = [m for m in source.mentions if m.end <= tokens[position].start][-1:]
    opens = position > 0 and tokens[position].norm in PREPOSITIONS
    of_subject = opens and not any(is_finite(tokens, at) for at in range(position))
    for at in range(position + 1, len(tokens)):
        token = tokens[at]
        if position == 0 and tokens[0].norm in _OF_TIMES and _recurs(tokens[1:at]) and _opens_subject(token):
            return at  # "on Fridays the shop closes at eight"
        if token.norm == "because" or (of_subject and (is_finite(tokens, at) or token.norm == deed)):
            return at
        if token.kind == "mark" and token.text in CLOSING and not _in_value(source, token):
            return at
        if token.norm == "but" and [t.norm for t in tokens[at + 1 : at + 2]] == ["not"]:
            continue
        if token.norm in _JOINING and (
            source.statements[at] != source.statements[at - 1] or other_value(source, at, own)
        ):
            return at
    return len(tokens)


def _recurs(phrase: Sequence[Token]) -> bool:
    """Whether a phrase is a time that comes back: "Fridays", "cold winters", but not "Tuesday evening"."""
    if any(day_named(token.text) is not None and token.norm.endswith("day") for token in phrase):
        return False
    return bool(phrase) and (day_named(phrase[-1].text) is not None or not phrase[-1].keys.isdisjoint(RECURRING))


def _opens_subject(token: Token) -> bool:
    """Whether what a sentence is of may begin here: "on Sundays entry is free", "on Sundays the pool is heated"."""
    return token.kind == "word" and (not token.function or token.norm in _OPENS_SUBJECT)


def _in_value(source: Sentence, mark: Token) -> bool:
    """Whether a mark is a piece of a value: the colon of "16:30"."""
    return any(m.start < mark.start and mark.end < m.end for m in source.mentions)


def other_value(source: Sentence, at: int, own: Sequence[Mention]) -> bool:
    """Whether a value like the limit's own follows right behind "and": "and 100 MB for Pro users"."""
    near = source.tokens[at : at + 4]
    following = [m for m in source.mentions if near[0].end <= m.start <= near[-1].start]
    return any(compare.comparable(m, one) for m in following for one in own)
