"""Any text at all, for property tests, and text that tries to be markup."""

from hypothesis import strategies as st

from tests.makers.places import ROOT

# A hundred ways to run a script, cover the page or lead away from it; what runs sets ``window.pwned``.
MARKUP_ATTACKS = (ROOT / "tests/data/markup.txt").read_text("utf-8").splitlines()

UNICODE = st.text(st.characters(exclude_categories=["Cs"]), max_size=300)
MARKDOWN = st.lists(
    st.sampled_from(
        [
            "# ",
            "## ",
            "- ",
            "* ",
            "1. ",
            "1998. ",
            "> ",
            "| ",
            " | ",
            "|---|---|",
            "```",
            "```py",
            "\n",
            "\n\n",
            "\r\n",
            "\r",
            "  ",
            "    ",
            "\t",
            "---",
            "===",
            "**",
            "*",
            "_",
            "`",
            "[",
            "](u)",
            "[x] ",
            "• ",
            "\\",
            "a",
            "The fee is $5. ",
            "word ",
            "é",
            "。",
            "日本",
            "😀",
            "\u202e",
            "\x0b",
            "\x1c",
            "\u2028",
            ":",
        ]
    ),
    max_size=40,
).map("".join)
ANY_TEXT = st.one_of(UNICODE, MARKDOWN)
