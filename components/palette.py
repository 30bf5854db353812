"""The looks of statuses for the screen; what the report shares with it is in ``critique_core.reports.looks``."""

from critique_core.models import Level, Status
from critique_core.reports.looks import (
    DECISION_ICONS,
    DECISION_WORDS,
    FIXED,
    RELATION_STYLES,
    STATUS_STYLES,
    UNLABELLED,
    StatusStyle,
    decided_as,
)

__all__ = [
    "DECISION_ICONS",
    "DECISION_WORDS",
    "FIXED",
    "LEVEL_WORDS",
    "RELATION_STYLES",
    "STATUS_KEYS",
    "STATUS_STYLES",
    "UNLABELLED",
    "StatusStyle",
    "css_rules",
    "decided_as",
]

LEVEL_WORDS: dict[Level, str] = {
    "high": "high confidence",
    "medium": "medium confidence",
    "low": "low confidence",
    "very_low": "very low confidence",
}

# The digit that relabels a claim, in the order reviewers learn them.
STATUS_KEYS: dict[str, Status] = {
    "1": "supported",
    "2": "partially_supported",
    "3": "unsupported",
    "4": "contradicted",
    "5": "not_checkable",
}


def css_rules() -> str:
    """Custom properties for every ``data-status``, ``data-outer`` and ``data-relation``, in both themes."""
    statuses: dict[str, StatusStyle] = {**STATUS_STYLES, "unlabelled": UNLABELLED, "fixed": FIXED}
    rules: list[str] = []
    for attribute, prefix, styles in (
        ("data-status", "", statuses),
        ("data-outer", "outer-", statuses),
        ("data-relation", "", RELATION_STYLES),
    ):
        for name, style in styles.items():
            selector = f'[{attribute}="{name}"]'
            rules.append(f"{selector} {{ --{prefix}ink: {style.light_ink}; --{prefix}line: {style.underline}; }}")
            rules.append(f'[data-theme="dark"] {selector} {{ --{prefix}ink: {style.dark_ink}; }}')
    return "\n".join(rules)
