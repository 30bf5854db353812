"""Where a text names a day, and when a short form is one."""

import pytest

from critique_core.typed_values.weekdays import days_at


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("Open Tue-Sat 10:00-20:00", {"Tue": 1, "Sat": 5}),
        ("Sun: closed", {"Sun": 6}),
        ("Di 10-20 Uhr", {"Di": 1}),
        ("dienstags und am Mittwoch", {"dienstags": 1, "Mittwoch": 2}),
        ("on Fridays", {"Fridays": 4}),
        ("The sun sat over Mon Repos.", {}),
        ("Do the wed couple know?", {}),
    ],
)
def test_a_day_is_named_in_full_or_short_in_a_list(text: str, days: dict[str, int]) -> None:
    found = {name: day for start, day in days_at(text).items() for name in days if text.startswith(name, start)}
    assert found == days
    assert len(days_at(text)) == len(days)
