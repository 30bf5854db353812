"""Whether a text concerns a question, answers it, or excludes a statement, as the encoder reads the two."""

from functools import lru_cache

from critique_core.errors import VerifierUnavailable
from critique_core.text.languages import language_of
from critique_core.verifiers.embedded import encoder
from critique_core.verifiers.relating import TextRelation

_SAMPLE = 2000  # characters that show a text's language


@lru_cache(maxsize=4096)
def related(relation: TextRelation, asked: str, text: str) -> float | None:
    """How far ``text`` is in ``relation`` to ``asked``, 0 to 1, as the encoder has learned it.

    ``None`` where it cannot be known: for a text that is not English, an empty one, or without the encoder's files.
    """
    if not asked.strip() or not text.strip() or language_of(f"{asked} {text[:_SAMPLE]}") != "en":
        return None
    try:
        return encoder.shipped().relates(relation, asked, text)
    except VerifierUnavailable:
        return None
