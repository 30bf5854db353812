"""Any text at all, for property tests."""

from hypothesis import strategies as st

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
