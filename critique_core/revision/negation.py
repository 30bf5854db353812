"""English negation put in or taken out: "does not support" for "supports", and back."""

import re

from critique_core.language.grammar import AUXILIARIES, MODALS, base_of_third, is_base, is_past, third_of, verb_form

_REACH = 40  # characters before a denied verb in which its "not" stands
_DENIED_DO = re.compile(r"\b(do|does)(?:n['’]t|\s+not)\s+(?:(\w+ly)\s+)?([^\W\d_]+)", re.IGNORECASE)
_DENIED_DID = re.compile(r"\bdid(?:n['’]t|\s+not)\s+([^\W\d_]+)", re.IGNORECASE)
_CONTRACTED = {"can't": "can", "won't": "will", "shan't": "shall", "cannot": "can"}
_DENIED = re.compile(
    r"\b(cannot|can['’]t|won['’]t|shan['’]t)\b|\b([^\W\d_]+)n['’]t\b|\b([^\W\d_]+)\s+not\b", re.IGNORECASE
)
_WORD = re.compile(r"[^\W\d_]+")

Change = tuple[int, int, str]
"""Start and end in the text, and what comes there."""


def affirmed(text: str, at: int, other: str) -> Change | None:
    """Take out the negation of the verb at ``at``; ``other`` is the source's form of it, used for a past tense.

    ``None`` where no such negation is close before it or where the affirmed form is not known.
    """
    start = max(0, at - _REACH)
    stop = at + len((_WORD.match(text, at) or [""])[0]) + 5
    for match in _DENIED_DO.finditer(text, start, stop):
        verb, adverb = match[3], f"{match[2]} " if match[2] else ""
        written = verb if match[1].lower() == "do" else third_of(verb.lower())
        return match.start(), match.end(), adverb + written
    for match in _DENIED_DID.finditer(text, start, stop):
        return (match.start(), match.end(), other) if is_past(other.lower()) else None
    for match in _DENIED.finditer(text, start, stop):
        plain = (match[2] or match[3] or "").lower()
        if match[1]:
            plain = _CONTRACTED[match[1].lower().replace("’", "'")]
        if plain in AUXILIARIES | MODALS:
            return match.start(), match.end(), plain.capitalize() if match[0][0].isupper() else plain
    return None


def denied(text: str, at: int, other: str) -> Change | None:
    """Deny the verb at ``at``; ``other`` is the source's form of it, the bare verb after its own "not".

    ``None`` where the verb or its bare form is not known.
    """
    found = _WORD.match(text, at)
    if found is None:
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
