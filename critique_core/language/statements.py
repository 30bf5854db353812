"""Cuts a sentence into statements: stretches that share one finite verb, with the lists inside them left whole."""

from functools import lru_cache

from critique_core.language.grammar import AUXILIARIES, CLIPPED, MODALS
from critique_core.language.lexicon import PARTS, lexicon
from critique_core.language.tokens import TITLES, Token
from critique_core.text.word_classes import JOINING

_HARD_MARKS = frozenset(".;:!?()—–。；：！？")
_SOFT_MARKS = frozenset(",，、")
_HARD_WORDS = frozenset(
    """but while whereas although though because unless when if which who whom whose until once where aber während
    obwohl weil wenn sondern falls mais tandis parce quand lorsque qui mientras aunque porque cuando pero sino
    mentre perché
    quando mas enquanto embora maar terwijl omdat wanneer но если когда пока который""".split()
)
_SOFT_WORDS = frozenset("and or nor und oder et ou y e o en и или as except".split())
AUXILIARY = AUXILIARIES | (MODALS - CLIPPED) | {"be", "been", "being"}
_INVARIANT = frozenset("beat bid burst cast cost cut hit hurt let put quit set shed shut split spread upset".split())
_BETWEEN = frozenset("also too even still only just now already then soon never always often".split())
TIMES = frozenset("after before".split())
"""Words that open a statement if a verb follows: "after Ghent withdrew its offer"."""
_SUBJECTS = frozenset("it he she they who which that".split())
_PHRASES = {
    "as": (("as", "long", "as"), ("as", "soon", "as")),
    "so": (("so", "long", "as"),),
    "provided": (("provided", "that"),),
    "providing": (("providing", "that"),),
    "on": (("on", "condition", "that"), ("on", "the", "condition", "that")),
    "in": (("in", "case"),),
}  # by their first word
_FINITE = AUXILIARY - {"be", "been", "being", "'s"}
_DETERMINERS = frozenset(
    """the a an its their his her our your this that these those all any no every each up to for on in at from by with
    one two three four five six seven eight nine ten eleven twelve""".split()
)


def is_verb(token: Token) -> bool:
    """Whether a word may be a verb."""
    return _may_be_verb(token.keys)


@lru_cache(maxsize=100_000)
def _may_be_verb(forms: frozenset[str]) -> bool:
    return any("v" in lexicon().related(form, PARTS) for form in forms)


def is_finite(tokens: tuple[Token, ...], position: int) -> bool:
    """Whether an English word is used as a finite verb: an auxiliary, a past form, or a verb before its object."""
    token = tokens[position]
    before = tokens[position - 1] if position else None
    if token.norm in _FINITE and not (token.text == "May" and position):
        return token.norm != "am" or before is None or before.kind != "number"  # "at 11 am"
    if token.kind != "word" or token.name or token.function or not is_verb(token):
        return False
    if before is not None and before.norm in ("the", "a", "an", "to", "of") and not _ends_a_name(tokens, position - 1):
        return False
    if token.norm.endswith("ed") or (token.norm not in lexicon() and not token.norm.endswith(("s", "ing"))):
        return before is None or before.kind == "word" or _ends_a_name(tokens, position - 1)
    if before is not None and before.norm in _BETWEEN and position > 1:
        before = tokens[position - 2]  # "nine also saw"
    subject = before is not None and (_has_subject(before) or _ends_a_name(tokens, position - 1))
    return subject and _is_present_or_past(tokens, position)


def _ends_a_name(tokens: tuple[Token, ...], position: int) -> bool:
    """Whether a letter or number ends a name: "Pump A needs 250 watts", "Lot 15 went"."""
    text, before = tokens[position].text, tokens[position - 1]
    if position == 0 or before.kind != "word":
        return False
    if tokens[position].kind == "number":
        return before.text[:1].isupper() and not before.function
    return len(text) == 1 and text.isupper() and text != "I"


def _has_subject(before: Token) -> bool:
    """Whether the word before a verb may be its subject."""
    return before.kind in ("word", "number") and (not before.function or before.norm in _SUBJECTS)


def _is_present_or_past(tokens: tuple[Token, ...], position: int) -> bool:
    """Whether a form that may be a noun, too ("covers", "left", "beat"), is where a verb does."""
    norm = tokens[position].norm
    after = tokens[position + 1] if position + 1 < len(tokens) else None
    counted = position > 0 and tokens[position - 1].kind == "number" and norm.endswith("s")  # "students 200 pages."
    object_follows = after is not None and (
        after.norm in _DETERMINERS or after.kind == "number" or after.name or (after.kind == "mark" and not counted)
    )
    if norm.endswith("s"):
        recent = [t.norm for t in tokens[max(0, position - 4) : position]]
        return (object_follows or _only_a_verb(norm)) and not any(t in _FINITE or t in ("n't", "not") for t in recent)
    if norm in _INVARIANT:
        return object_follows
    if _only_a_verb(norm) and tokens[position - 1].norm.endswith("s"):  # "the tablets contain lactose"
        return True
    return bool(lexicon().base_forms(norm) - {norm}) and not norm.endswith(("ing", "er", "est"))


def _only_a_verb(norm: str) -> bool:
    """Whether every base form of a word is a verb and nothing else: "receives", but not "requests"."""
    parts = [lexicon().related(form, PARTS) for form in lexicon().base_forms(norm)]
    return bool(parts) and all(p == frozenset(("v",)) for p in parts)


def conjunctions(tokens: tuple[Token, ...]) -> frozenset[int]:
    """The positions of the words of "as long as", "provided that" and the like, where a statement follows them."""
    norms = tuple(token.norm for token in tokens)
    return frozenset(
        at
        for start in range(1, len(norms))
        for phrase in _PHRASES.get(norms[start], ())
        if norms[start : start + len(phrase)] == phrase and _speaks(tokens, start + len(phrase))
        for at in range(start, start + len(phrase))
    )


@lru_cache(maxsize=50_000)
def statements(tokens: tuple[Token, ...], code: str) -> tuple[int, ...]:
    """The number of the statement that each token belongs to.

    A full stop, a colon or a subordinating word starts one; a comma or "and" only where a verb is on both sides.
    """
    numbers: list[int] = []
    current, spoken = 0, False
    joining = conjunctions(tokens)
    words = JOINING.get(code, _SOFT_WORDS)
    for position, token in enumerate(tokens):
        inner = position > 0 and _is_inner(tokens, position)
        hard = position > 0 and ((token.text in _HARD_MARKS and not inner) or token.norm in _HARD_WORDS)
        hard = hard or opens(joining, position)
        hard = hard or (spoken and token.norm in TIMES and code == "en" and _speaks(tokens, position + 1))
        soft = position > 0 and (token.text in _SOFT_MARKS or token.norm in words)
        if hard or (soft and (code != "en" or (spoken and _speaks(tokens, position + 1)))):
            current, spoken = current + 1, False
        spoken = spoken or is_finite(tokens, position)
        numbers.append(current)
    return tuple(numbers)


def _is_inner(tokens: tuple[Token, ...], position: int) -> bool:
    """Whether a mark ends nothing: the full stop of a title or an initial, the colon of a time ("8:30")."""
    token, before = tokens[position], tokens[position - 1]
    if token.text == ":":
        after = tokens[position + 1] if position + 1 < len(tokens) else None
        return before.kind == "number" and after is not None and (after.kind, after.start) == ("number", token.end)
    return token.text == "." and _is_shortened(before)


def _is_shortened(token: Token) -> bool:
    """Whether the full stop after a word is part of it: an initial, a title before a name."""
    return len(token.text) == 1 or token.norm in TITLES


def opens(joining: frozenset[int], position: int) -> bool:
    """Whether a position is the first word of one of the ``conjunctions``."""
    return position in joining and position - 1 not in joining


def _speaks(tokens: tuple[Token, ...], start: int) -> bool:
    """Whether a finite verb precedes the next mark or conjunction."""
    for position in range(start, len(tokens)):
        token = tokens[position]
        shortened = token.text == "." and position > start and _is_shortened(tokens[position - 1])
        if (
            (token.kind == "mark" and not shortened)
            or token.norm in _HARD_WORDS
            or (token.norm in _SOFT_WORDS and position > start)
        ):
            return False
        if is_finite(tokens, position):
            return True
    return False
