"""Words in small letters without their accents, as they may be written in another text."""

import unicodedata


def without_accents(text: str) -> str:
    """The text in small letters, without accents and other marks on letters, and ligatures as their letters."""
    letters = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))
