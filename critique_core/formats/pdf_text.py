"""The text of a PDF's pages, read in a confined process (``confined.py``)."""

from io import BytesIO
from typing import Any

from pypdf import PasswordType, PdfReader
from pypdf.errors import DependencyError


def read(content: bytes, *, max_pages: int, max_characters: int) -> dict[str, Any]:
    """``{"pages": [text, ...]}``, or ``{"refused": reason}`` with ``locked``, ``encrypted``, ``pages`` or ``text``.

    ``pages`` comes with their number as ``count``. Raises whatever the parser raises on a broken file.
    """
    try:
        reader = PdfReader(BytesIO(content))
        # Many files are encrypted with an empty password, only to forbid printing.
        if reader.is_encrypted and reader.decrypt("") == PasswordType.NOT_DECRYPTED:
            return {"refused": "locked"}
    except DependencyError:
        return {"refused": "encrypted"}
    count = len(reader.pages)
    if count > max_pages:
        return {"refused": "pages", "count": count}
    pages: list[str] = []
    for page in reader.pages:
        pages.append(_clean(page.extract_text()))
        if sum(map(len, pages)) > max_characters:
            return {"refused": "text"}
    return {"pages": pages}


def _clean(text: str) -> str:
    """Fonts may map glyphs to anything: NUL is dropped, half a surrogate pair becomes U+FFFD."""
    return text.replace("\x00", "").encode("utf-16", "surrogatepass").decode("utf-16", "replace").strip()
