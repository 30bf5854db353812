"""English negation put in or taken out: "does not support" for "supports", and back; a whole sentence affirmed."""

import re

from critique_core.language.grammar import (
    ALWAYS_SUBORDINATE,
    AUXILIARIES,
    DETERMINERS,
    MODALS,
    PREPOSITIONS,
    Syntax,
    base_of_third,
    is_base,
    is_past,
    past_of,
    third_of,
    verb_form,
)

_REACH = 40  # characters before a denied verb in which its "not" stands
_DENIED_DO = re.compile(r"\b(do|does)(?:n['’]t|\s+not)\s+(?:(\w+ly)\s+)?([^\W\d_]+)", re.IGNORECASE)
_DENIED_DID = re.compile(r"\bdid(?:n['’]t|\s+not)\s+([^\W\d_]+)", re.IGNORECASE)
_CONTRACTED = {"can't": "can", "won't": "will", "shan't": "shall", "cannot": "can"}
_DENIED = re.compile(
    r"\b(cannot|can['’]t|won['’]t|shan['’]t)\b|\b([^\W\d_]+)n['’]t\b|\b([^\W\d_]+)\s+not\b", re.IGNORECASE
)
_WORD = re.compile(r"[^\W\d_]+")
_BEFORE_NOUNS = PREPOSITIONS | DETERMINERS | {"off"}
_NOT = frozenset(("not", "n't", "cannot"))
_SCOPED = frozenset("never no none nothing nobody neither nor hardly rarely all every each some any".split())
"""With one of these in the sentence, it would not be sure what a negation put in denies."""
_NO_DENIAL = frozenset("limited until only just merely simply necessarily later more less fewer all every".split())
_OF_THE_REST = frozenset("until till because".split())
"""What may be denied in place of the verb: it opens, but not until nine; it closed, but not because of rain."""

_LIMITED = re.compile(
    r"\b(?:(?P<from>before|prior\s+to|earlier\s+than|until|till)|(?P<until>after|later\s+than|past))(?=\s+(?:the\s+)?"
    r"(?:\d|noon\b|midday\b|midnight\b|[A-Z]))"
)
_PAST_TENSE = frozenset("did was were had".split())

Change = tuple[int, int, str]
"""Start and end in the text, and what comes there."""


def affirmative(sentence: str) -> str | None:
    """An English statement without the negation of its main verb, "is open" for "is not open".

    ``None`` where the main verb is not denied, or it is not sure what the negation denies ("not only", "not until").
    """
    syntax = Syntax(sentence, sentence)
    verb = main_verb(sentence, syntax)
    if verb is None or not is_denied(syntax, verb) or not _OF_THE_REST.isdisjoint(syntax.words[verb:]):
        return None
    change = undone(sentence, syntax, verb)
    return sentence[: change[0]] + change[2] + sentence[change[1] :] if change else None


def denied_limit(sentence: str) -> tuple[str, int] | None:
    """A rule that denies what is beyond a limit, told by the limit, and where that stands in the sentence.

    "The shop can open from 7 am" for "cannot open before 7 am", "are accepted until 15 May" for "are not accepted after
    15 May". ``None`` for every other sentence, and for what was once: it need not have begun at the limit.
    """
    syntax = Syntax(sentence, sentence)
    verb, limit = main_verb(sentence, syntax), _LIMITED.search(sentence)
    if verb is None or limit is None or not is_denied(syntax, verb) or syntax.words[verb] in _PAST_TENSE:
        return None
    change = undone(sentence, syntax, verb)
    if change is None or change[1] > limit.start():
        return None
    affirmed_verb = "may" if change[2] == "must" else change[2]
    told = f"{sentence[: change[0]]}{affirmed_verb}{sentence[change[1] : limit.start()]}{limit.lastgroup}"
    return told + sentence[limit.end() :], limit.end()


def main_verb(sentence: str, syntax: Syntax) -> int | None:
    """Which token is the main verb of a statement; behind the comma where it opens with "if" or the like.

    ``None`` for a question, and where a denial of that verb might deny something else.
    """
    start = 0
    if sentence.rstrip().endswith("?") or not _SCOPED.isdisjoint(syntax.words):
        return None
    if syntax.words and syntax.words[0] in ALWAYS_SUBORDINATE:
        if "," not in syntax.words:
            return None
        start = syntax.words.index(",") + 1
    verb = syntax.main_verb(start, len(syntax.words))
    return None if verb and syntax.words[verb - 1] in ("and", "or") else verb


def is_denied(syntax: Syntax, verb: int) -> bool:
    """Whether a verb is "cannot", or "not" follows it."""
    return syntax.words[verb] == "cannot" or not _NOT.isdisjoint(syntax.words[verb + 1 : verb + 2])


def undone(sentence: str, syntax: Syntax, verb: int) -> Change | None:
    """Take out the negation of a denied verb; ``None`` where the affirmed form is not known, and for "not only"."""
    if not _NO_DENIAL.isdisjoint(syntax.words[verb + 2 : verb + 3]):
        return None
    place = next((i for i in range(verb + 1, len(syntax.words)) if syntax.words[i] not in _NOT), verb)
    return affirmed(sentence, syntax.tokens[place].start, "")


def affirmed(text: str, at: int, other: str) -> Change | None:
    """Take out the negation of the verb at ``at``; ``other`` is the source's form of it, taken where it is past.

    ``None`` where no such negation is close before it or where the affirmed form is not known.
    """
    start = max(0, at - _REACH)
    stop = at + len((_WORD.match(text, at) or [""])[0]) + 5
    for match in _DENIED_DO.finditer(text, start, stop):
        verb, adverb = match[3], f"{match[2]} " if match[2] else ""
        written = verb if match[1].lower() == "do" else third_of(verb.lower())
        return match.start(), match.end(), adverb + written
    for match in _DENIED_DID.finditer(text, start, stop):
        past = other if is_past(other.lower()) else past_of(match[1].lower())
        return (match.start(), match.end(), past) if past else None
    for match in _DENIED.finditer(text, start, stop):
        plain = (match[2] or match[3] or "").lower()
        if match[1]:
            plain = _CONTRACTED[match[1].lower().replace("’", "'")]
        if plain in AUXILIARIES | MODALS:
            return match.start(), match.end(), plain.capitalize() if match[0][0].isupper() else plain
    return None


def denied(text: str, at: int, other: str) -> Change | None:
    """Deny the verb at ``at``; ``other`` is the source's form of it, the bare verb after its own "not".

    ``None`` where the verb or its bare form is not known, and for a noun that looks like one.
    """
    found = _WORD.match(text, at)
    before = _WORD.findall(text, 0, at)[-1:]
    if found is None or (before and before[0].lower() in _BEFORE_NOUNS):
        return None
    helper = next(
        (m for m in reversed(list(_WORD.finditer(text, max(0, at - _REACH), found.end()))) if _helps(m[0])), None
    )
    if helper is not None:
        return helper.start(), helper.end(), "cannot" if helper[0].lower() == "can" else f"{helper[0]} not"
    verb, bare = found[0].lower(), other.lower()
    match verb_form(verb):
        case "third":
            return found.start(), found.end(), f"does not {base_of_third(verb)}"
        case "past" if is_base(bare):
            return found.start(), found.end(), f"did not {bare}"
        case "base":
            return found.start(), found.end(), f"do not {verb}"
        case _:
            return None


def _helps(word: str) -> bool:
    return word.lower() in (AUXILIARIES | MODALS) - {"do", "does", "did"}
