"""Shares that only compare: "40 % as many" gives no share, it sets two things against each other."""

import regex

_FOLLOWS = regex.compile(
    r"\s+as\s+(?P<measure>many|much|often|frequently|large|big|great|good|small|long|short|high|low|tall|wide|deep|far|fast"
    r"|quickly|slow|slowly|heavy|old|young|likely|probable|expensive|costly|cheap|strong|common|populous|efficient)\b",
    regex.IGNORECASE,
)


def is_multiple(text: str, end: int) -> bool:
    """Whether a share that ends at an offset only compares ("40% as many"); "40% as of March" does not."""
    return _FOLLOWS.match(text, end) is not None


def measure_alike(first: str, end: int, second: str, other_end: int) -> bool:
    """Whether two shares, given by where they end, both compare by one measure: "40% as large", "30% as large"."""
    one, two = _FOLLOWS.match(first, end), _FOLLOWS.match(second, other_end)
    return one is not None and two is not None and one["measure"].casefold() == two["measure"].casefold()
