"""Identity by content: canonical JSON and the fingerprints made from it."""

import hashlib
import json
from typing import Any

from pydantic import BaseModel

_ID_LENGTH = 16


def canonical_json(value: Any) -> str:
    """Write a JSON-able value, or a model, in the one form that equal values share.

    Keys are sorted, no white space is added, text stays Unicode, and NaN or infinity is refused with ``ValueError``.
    """
    if isinstance(value, BaseModel):
        value = value.model_dump(mode="json")
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def fingerprint(value: Any) -> str:
    """SHA-256 of the canonical JSON, as 64 hexadecimal digits: the same in every process and on every engine."""
    return hashlib.sha256(canonical_json(value).encode("utf-8")).hexdigest()


def short_id(value: Any) -> str:
    """The first 16 hexadecimal digits of the fingerprint: enough to distinguish what one review holds."""
    return fingerprint(value)[:_ID_LENGTH]
