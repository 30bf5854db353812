"""Colours that can be read and statuses that differ in more than colour."""

import tomllib
from typing import get_args

import pytest

from components.palette import (
    LEVEL_WORDS,
    RELATION_STYLES,
    STATUS_KEYS,
    STATUS_STYLES,
    UNLABELLED,
    StatusStyle,
    css_rules,
)
from critique_core.models import Level, Relation, Status
from tests.makers.places import ROOT
from tests.makers.rows import each_of

THEMES = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text(encoding="utf-8"))["theme"]
STRONGEST_FILL = 0.22  # the share of ink behind a lit claim in claim_map.css
ALL = [*STATUS_STYLES.values(), *RELATION_STYLES.values(), UNLABELLED]


def luminance(colour: str) -> float:
    """Relative luminance as WCAG 2.2 defines it."""
    channels = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def mixed(ink: str, page: str, share: float) -> str:
    pairs = [(int(ink[i : i + 2], 16), int(page[i : i + 2], 16)) for i in (1, 3, 5)]
    return "#" + "".join(f"{round(a * share + b * (1 - share)):02x}" for a, b in pairs)


@each_of("style", ALL)
def test_inks_are_readable_on_their_pages(style: StatusStyle) -> None:
    for name, ink in (("light", style.light_ink), ("dark", style.dark_ink)):
        for page in ("backgroundColor", "secondaryBackgroundColor"):
            assert contrast(ink, THEMES[name][page]) >= 4.5


@each_of("style", ALL)
def test_words_stay_readable_on_the_strongest_fill(style: StatusStyle) -> None:
    for name, ink in (("light", style.light_ink), ("dark", style.dark_ink)):
        fill = mixed(ink, THEMES[name]["backgroundColor"], STRONGEST_FILL)
        assert contrast(THEMES[name]["textColor"], fill) >= 4.5


def test_every_status_relation_and_level_has_a_look() -> None:
    assert set(STATUS_STYLES) == set(get_args(Status))
    assert set(RELATION_STYLES) == set(get_args(Relation))
    assert set(LEVEL_WORDS) == set(get_args(Level))
    assert set(STATUS_KEYS.values()) == set(STATUS_STYLES) - {"unverified"}


@pytest.mark.parametrize("feature", ["colour", "underline", "icon", "word"])
def test_no_two_statuses_share_a_feature(feature: str) -> None:
    shown = [getattr(style, feature) for style in STATUS_STYLES.values()]
    assert len(set(shown)) == len(shown)


def test_the_rules_name_every_status_in_both_themes() -> None:
    rules = css_rules()
    for status in STATUS_STYLES:
        assert f'[data-status="{status}"] {{' in rules
        assert f'[data-theme="dark"] [data-status="{status}"] {{' in rules
