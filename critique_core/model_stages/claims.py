"""The claims of a draft by a model: it quotes, code finds the place, and what the rules see next to it is kept."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from critique_core.evidence.quotes import locate
from critique_core.llm.base import ChatModel
from critique_core.model_stages.asking import TEXT, WHOLE, ask, entries, form, line, listed
from critique_core.models import Claim, ClaimKind, SourceDocument

_KINDS: tuple[ClaimKind, ...] = ("fact", "opinion", "inference", "not_checkable")
_TASK = """\
List the claims that the draft makes, in order: each statement that is true or false by itself, split where one \
sentence states several things. For each give quote, its words copied exactly from the draft; occurrence, 1 \
unless the same words stand in the draft before, then 2 and so on; text, the same statement so that it can be \
read alone, with pronouns replaced by what they stand for and nothing else changed; kind, one of fact, opinion, \
inference, not_checkable."""
_SCHEMA = form(
    claims=listed(form(quote=TEXT, occurrence=WHOLE, text=TEXT, kind={"type": "string", "enum": list(_KINDS)}))
)
_WORD = re.compile(r"\w+")
_REPLACED = frozenset("""it its they them their he him his she her hers this that these those who which i we our us
    you your er sie es ihr ihre sein seine il elle ils elles son sa ses él ella ellos su sus""".split())  # fmt: skip
_NEGATIONS = frozenset("not no never none nor neither without cannot nicht kein keine nie ne pas jamais sin".split())


@dataclass(frozen=True, slots=True)
class Unplaced:
    """What a model called a claim and code could not place: ``why`` says so in a few words."""

    quote: str
    why: str


def llm_claims(
    model: ChatModel, draft: str, offline: Sequence[Claim]
) -> tuple[tuple[Claim, ...], tuple[Unplaced, ...]]:
    """The draft's claims in order, none overlapping, and what could not be placed. One call.

    ``offline`` are the claims by rules (``claims.extract``): those that none of the model's touches stay, so that no
    model can hide a sentence from verification; all of them stay when it fails. A claim's text is the model's wording
    only when it says what the quote says, with nothing but pronouns replaced, by words of the draft.
    """
    found = ask(model, "claims", _TASK, [("DRAFT", draft)], _SCHEMA, lambda content: _placed(content, draft))
    if found is None:
        return tuple(offline), ()
    placed, unplaced = found
    missed = [claim for claim in offline if not any(_touch(claim, other) for other in placed)]
    return tuple(sorted((*placed, *missed), key=lambda claim: claim.start)), unplaced


def _placed(content: Mapping[str, Any], draft: str) -> tuple[tuple[Claim, ...], tuple[Unplaced, ...]]:
    placed: list[Claim] = []
    unplaced: list[Unplaced] = []
    for entry in entries(content, "claims"):
        quote = cast("object", entry.get("quote"))
        if not isinstance(quote, str) or not quote.strip():
            raise ValueError("a quote is empty or no text")
        kind = entry.get("kind")
        if kind not in _KINDS:
            raise ValueError(f"a kind is none of {', '.join(_KINDS)}")
        span = _place(quote.strip(), entry.get("occurrence"), draft)
        if span is None:
            unplaced.append(Unplaced(quote[:300], "its words do not stand in the draft"))
        elif any(span[0] < other.end and other.start < span[1] for other in placed):
            unplaced.append(Unplaced(quote[:300], "its words belong to another claim already"))
        else:
            placed.append(_claim(draft, *span, entry, kind))
    if unplaced and not placed:
        raise ValueError("none of the quotes stands in the draft; copy its words exactly")
    return tuple(placed), tuple(unplaced)


def _claim(draft: str, start: int, end: int, entry: Mapping[str, Any], kind: ClaimKind) -> Claim:
    quoted = draft[start:end]
    try:
        text = line(entry, "text")
    except ValueError:
        text = quoted
    why = "by the model" if kind == "not_checkable" else None
    return Claim.of(draft, start, end, text=text if _says_the_same(text, quoted, draft) else quoted, kind=kind, why=why)


def _place(quote: str, occurrence: object, draft: str) -> tuple[int, int] | None:
    """Where the n-th occurrence of the words stands; nearly the same words are taken where they are but once."""
    wanted = occurrence if isinstance(occurrence, int) and occurrence > 0 else 1
    starts = [match.start() for match in re.finditer(re.escape(quote), draft)]
    if starts:
        start = starts[min(wanted, len(starts)) - 1]
        return start, start + len(quote)
    located = locate(quote, "draft", (SourceDocument(id="draft", content=draft),))
    return None if located.match == "not_found" else (located.start, located.end)


def _says_the_same(text: str, quoted: str, draft: str) -> bool:
    """Whether a wording keeps every word of the quote but its pronouns, and adds only words of the draft."""
    own, said, held = (set(_WORD.findall(one.casefold())) for one in (quoted, text, draft))
    kept = own - _REPLACED <= said <= held
    return kept and own & _NEGATIONS == said & _NEGATIONS


def _touch(one: Claim, other: Claim) -> bool:
    return one.start < other.end and other.start < one.end
