"""The reviewer's name, and whether that reviewer labels blind, remembered by the browser.

Each is in a cookie of this host. Cookies are all that the first run of a session can read of the browser, and nothing
must be signed before the name is known. Anyone may have written a cookie, so a name is decoded strictly, cleaned and
cut like a typed one, and shown as text.
"""

import re
import unicodedata
from hashlib import sha256
from urllib.parse import unquote

import streamlit as st

NAME_LENGTH = 200
"""Characters of a name, at most."""
COOKIE = "claimlens_reviewer"
BLIND_COOKIE = "claimlens_blind"
_ON = "on"
_ENCODED_LENGTH = 12 * NAME_LENGTH  # a character is at most four bytes, a byte at most three characters of a cookie
# Control and format characters, surrogates, line separators: all invisible, so that different names would look alike.
_DROPPED = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
_JOINER = "\u200d"
_VIRAMA = 9  # combining class; after one, scripts of South Asia write a joiner (RFC 5892, A.2)

# The last value written is kept in a global, because each page draws its own element. A session whose name stays
# writes nothing, so that it cannot undo what another tab wrote.
_SCRIPT = """
const YEAR = 365 * 24 * 3600; // seconds
export default function ({ data, parentElement }) {
  const { cookie, name, remembered, lost } = data;
  const WRITTEN = Symbol.for(cookie);
  if (name === (globalThis[WRITTEN] ?? (remembered === "" ? "" : undefined))) return;
  globalThis[WRITTEN] = name;
  const kept = `${cookie}=${encodeURIComponent(name)}`;
  const age = name === "" ? 0 : YEAR;
  const secure = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `${kept}; Path=/; Max-Age=${age}; SameSite=Strict${secure}`;
  const holds = name === "" || document.cookie.split("; ").includes(kept);
  parentElement.textContent = holds ? "" : `This browser keeps no cookies: ${lost} again after a reload.`;
}
"""

_memory = st.components.v2.component("claimlens_reviewer", js=_SCRIPT)  # pyright: ignore[reportAttributeAccessIssue]


def signing_name(text: str) -> str:
    """The name as it signs: one line without control and format characters, at most ``NAME_LENGTH`` characters.

    A joiner stays between two letters of a script that joins them by it.
    """
    kept = "".join(" " if character.isspace() else character for character in text)
    kept = "".join(one for one in kept if one == _JOINER or unicodedata.category(one) not in _DROPPED)
    before, *parts = re.split(f"{_JOINER}+", kept)
    for part in parts:
        joins = part[:1].isalpha() and before and unicodedata.combining(before[-1]) == _VIRAMA
        before += (_JOINER if joins else "") + part
    return " ".join(before.split())[:NAME_LENGTH].rstrip(f" {_JOINER}")


def remembered_name() -> str:
    """The name that this browser remembers, empty when it remembers none."""
    found = st.context.cookies.get(COOKIE)
    if not found or len(found) > _ENCODED_LENGTH:
        return ""
    try:
        return signing_name(unquote(found, errors="strict"))
    except UnicodeDecodeError:
        return ""


def remember_name(name: str) -> None:
    """Have the browser remember a cleaned name, or forget it if it is empty. Takes no space unless that fails."""
    _remember(COOKIE, name, remembered_name(), "type your name")


def blind_cookie(reviewer: str) -> str:
    """The name of the cookie that says that this reviewer labels blind; one for each reviewer of a browser."""
    return f"{BLIND_COOKIE}_{sha256(reviewer.encode(errors='replace')).hexdigest()[:16]}"


def remembered_blind(reviewer: str) -> bool:
    """Whether this browser remembers that the reviewer labels blind."""
    return st.context.cookies.get(blind_cookie(reviewer)) == _ON


def remember_blind(reviewer: str, *, blind: bool) -> None:
    """Have the browser remember whether the reviewer labels blind. Takes no space unless that fails."""
    before = _ON if remembered_blind(reviewer) else ""
    _remember(blind_cookie(reviewer), _ON if blind else "", before, "switch Blind first on")


def _remember(cookie: str, value: str, before: str, lost: str) -> None:
    _memory(key=f"{cookie}_memory", data={"cookie": cookie, "name": value, "remembered": before, "lost": lost})
