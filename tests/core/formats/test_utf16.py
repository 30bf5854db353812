"""Offsets in UTF-16 code units are read as offsets in characters, and nothing else is taken for one."""

from critique_core.formats.utf16 import Utf16
from tests.makers.rows import each_of


@each_of(
    ("offset", "place"),
    [(0, 0), (1, 1), (2, None), (3, 2), (4, 3), (5, None), (-1, None), (True, None), (1.0, None), ("1", None)],
)
def test_an_offset_inside_a_character_beyond_the_text_or_of_another_type_is_none(
    offset: object, place: int | None
) -> None:
    assert Utf16("a🚗b").code_points(offset) == place
