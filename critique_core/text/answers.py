"""The yes or no that an answer begins with."""

import re

ANSWERING = re.compile(
    r"\A(?:yes|no|nope|yep|ja|nein|nee|oui|non|sí|sì|si|sim|não|tak|nie|да|нет|はい|いいえ|是的|不是?|네|아니요|아니오)"
    r"\s?[,;:，、—–]\s*(?=\w)",
    re.IGNORECASE,
)
"""A yes or no to the query: "No, it opens at nine" states that it opens at nine, and denies nothing of that."""
