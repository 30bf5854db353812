"""One comparison of meaning between a claim and a unit of a source."""

from dataclasses import dataclass

import regex

from critique_core.language.tokens import Token
from critique_core.models import Agreement, FindingKind
from critique_core.text.shortening import one_line, shortened
from critique_core.verifiers.embedded.alignment.align import Alignment

_LONGEST = 90  # characters of a sentence quoted in a reason
_JOINED_BEFORE, _JOINED_AFTER = regex.compile(r"(?:\p{L}+-)+$"), regex.compile(r"(?:-\p{L}+)+")


@dataclass(frozen=True, slots=True)
class Observation:
    """Places in the claim's and in the unit's own text, what each says, and how sure we are.

    ``sureness`` is the share of firings of the same rule that were right on labelled claims, 0 to 1. A conflict that is
    ``firm`` decides over long sources, too: its check fires so seldom on natural text that it cannot be wrong often. An
    agreement that is firm is with all that the claim says.
    """

    kind: FindingKind
    agreement: Agreement
    start: int
    end: int
    claim_value: str
    source_start: int
    source_end: int
    source_value: str
    explanation: str
    sureness: float = 0.8
    firm: bool = False


Seen = tuple[Alignment, Observation]
"""An observation with the alignment it was made on."""


def between(  # noqa: PLR0917 - one call a rule: what, where in both texts, why, how sure
    kind: FindingKind, agreement: Agreement, first: Token, second: Token | None, explanation: str, sureness: float
) -> Observation:
    """An observation on one token of the claim and one of the unit; without the latter, on the unit as a whole."""
    place = (second.start, second.end, second.text) if second is not None else (0, 0, "")
    return Observation(kind, agreement, first.start, first.end, first.text, *place, explanation, sureness)


def quoted(text: str) -> str:
    """A sentence, or a part of one, to quote inside another: without its full stop, nor a comma at an end."""
    return shortened(one_line(text).strip(" ,").rstrip("."), _LONGEST)


def written(text: str, token: Token) -> str:
    """A token with what hyphens join to it: "Wi-Fi" for its first part."""
    before, after = _JOINED_BEFORE.search(text, 0, token.start), _JOINED_AFTER.match(text, token.end)
    return text[before.start() if before else token.start : after.end() if after else token.end]
