"""Two figures shown next to each other, with as many decimal places as it takes to see which is greater."""

_MOST_PLACES = 6


def distinct_figures(first: float, second: float, places: int = 2, style: str = "f") -> tuple[str, str]:
    """Both figures with ``places`` decimals, or with as many more as it takes until they read differently.

    ``style`` is ``f`` for a decimal, ``%`` for a percentage. Equal ones, and those that differ only beyond the sixth
    decimal, keep ``places``.
    """
    for more in range(places, _MOST_PLACES + 1):
        told = f"{first:.{more}{style}}", f"{second:.{more}{style}}"
        if told[0] != told[1]:
            return told
    return f"{first:.{places}{style}}", f"{second:.{places}{style}}"
