"""How a status looks: colour, underline, icon and word, so that colour is never the only sign.

Colours are Okabe and Ito's (https://jfly.uni-koeln.de/color/). Where one of them is too pale for text, ``light_ink``
and ``dark_ink`` give the same hue at WCAG AA contrast (4.5 to 1) on a light and on a dark page.
"""

from dataclasses import dataclass
from typing import Literal

from critique_core.models import Decision, Relation, Status

Underline = Literal["solid", "dashed", "double", "wavy", "dotted", "none"]


@dataclass(frozen=True)
class StatusStyle:
    """The look of one status.

    ``colour`` fills areas and draws figures; ``light_ink`` and ``dark_ink`` write text and lines on a light and on a
    dark page. ``icon`` is one text character, readable in greyscale.
    """

    colour: str
    underline: Underline
    icon: str
    word: str
    light_ink: str
    dark_ink: str


STATUS_STYLES: dict[Status, StatusStyle] = {
    "supported": StatusStyle("#0072B2", "solid", "●", "supported", "#00639B", "#5CB8EA"),
    "partially_supported": StatusStyle("#E69F00", "dashed", "◐", "partially supported", "#855700", "#F0B13A"),
    "unsupported": StatusStyle("#CC79A7", "wavy", "○", "unsupported", "#94406F", "#E7A3C6"),
    "contradicted": StatusStyle("#D55E00", "double", "≠", "contradicted", "#A34700", "#FF9A57"),
    "not_checkable": StatusStyle("#8A8A8A", "dotted", "□", "not checkable", "#5E5E5E", "#B0B0B0"),
    "unverified": StatusStyle("#000000", "none", "?", "unverified", "#000000", "#FFFFFF"),
}

# A claim without a label yet, for a reviewer who must not see the machine's status.
UNLABELLED = StatusStyle("#000000", "none", "·", "to label", "#000000", "#FFFFFF")

# A claim whose fix was taken: what was found of the draft's words says nothing of the new ones.
FIXED = StatusStyle("#555555", "solid", "→", "fixed", "#3F4A54", "#C3CCD4")

RELATION_STYLES: dict[Relation, StatusStyle] = {
    "supports": StatusStyle("#0072B2", "solid", "●", "supports", "#00639B", "#5CB8EA"),
    "contradicts": StatusStyle("#D55E00", "double", "≠", "contradicts", "#A34700", "#FF9A57"),
    "context": StatusStyle("#8A8A8A", "dotted", "…", "context", "#5E5E5E", "#B0B0B0"),
}

DECISION_ICONS: dict[str, str] = {
    "accept": "✓",
    "reject": "✗",
    "label": "✎",
    "relabel": "✎",
    "adjudicate": "⚖",
    "confirm": "∴",
}
DECISION_WORDS: dict[str, str] = {
    "accept": "called right", "reject": "called wrong", "label": "labelled", "relabel": "relabelled",
    "adjudicate": "adjudicated", "confirm": "confirmed with the rest",
}  # fmt: skip


def decided_as(decision: Decision) -> str:
    """The key of ``DECISION_ICONS`` and ``DECISION_WORDS`` for a decision.

    A status given while none was shown, or equal to the one shown, is a label: it corrects nothing.
    """
    shown = decision.shown.status if decision.shown else None
    corrects = decision.action == "relabel" and shown not in (None, decision.status)
    return "label" if decision.action == "relabel" and not corrects else decision.action
