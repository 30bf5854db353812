"""The list of sources that a draft carries itself: "[1]: https://…", footnotes, the entries under "Sources:".

Its entries state nothing of the world, so they are no claims, and they say which source a marker's number or footnote
means.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from critique_core.citations.markers import normalised_among
from critique_core.language.grammar import has_verb
from critique_core.text.sentences import Block, plain


@dataclass(frozen=True, slots=True)
class Definition:
    """An entry that says what ``label`` ("1", "note") means: ``words`` are the rest of its line."""

    label: str
    words: str


_TITLE = (
    r"(?:(?:cited |used |key )?(?:sources?|references?|citations?)(?: used| cited| consulted)?|bibliography|works cited"
    r"|footnotes|further reading|quellen(?:angaben|verzeichnis)?|literatur|références|fuentes|referencias|fonti|bronnen"
    r"|источники|参考文献|參考文獻|参考资料|參考資料|来源|來源|出典)"
)
_HEADING = re.compile(rf"{_TITLE}\s?[:：]?\Z", re.IGNORECASE)
_MAY_BE_OF_ANYTHING = re.compile(
    r"(?:\w+ )?(?:sources?|quellen|fuentes|fonti|bronnen|источники|来源|來源)\b", re.IGNORECASE
)
_ONE_LINE = re.compile(rf"{_TITLE}\s?[:：]\s?(?=\S)", re.IGNORECASE)
_LABEL = re.compile(
    r"[ \t>*+-]{0,12}(?:\\?[\[［【]\^?(?P<label>[^\[\]［］【】\s^]{1,60})\\?[\]］】]"
    r"|(?P<raised>[⁰¹²³⁴-⁹]{1,3})(?=[ \t]))"
    r"(?P<colon>[ \t]?[:：])?[ \t]*(?P<words>[^\n]*)"
)
_ORDINAL = re.compile(r"(?:\A|\n)[ \t>]{0,12}(\d{1,3})[.)][ \t]+\Z")
_RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
_ADDRESS = re.compile(r"https?://|www\.", re.IGNORECASE)
_SENTENCE_END = re.compile(r"[.!?。！？][\"'”’)\]]*\Z")
_SEPARATOR = re.compile(r"[,;，；、]\s?")
_LONGEST_ENTRY = 400  # characters; a longer block is prose
_AROUND = 40


def entries(found: Sequence[Block], names: Collection[str] = ()) -> frozenset[int]:
    """Where the blocks start that only list sources: lines that define a label, and what is under "Sources:".

    Under a heading they must be the last of the draft and none a sentence; under "Sources", which may be those of a
    vitamin, one of them must carry a label, an address or one of ``names``.
    """
    starts = {block.start for block in found if _is_prose(block) and _lists_itself(block, names)}
    title, tail = _under_last_heading(found)
    told = not _MAY_BE_OF_ANYTHING.match(title) or any(_names(block, names) for block in tail)
    if told and all(_could_be_entry(block) for block in tail):
        starts.update(block.start for block in tail)
    return frozenset(starts)


def definitions(draft: str, found: Sequence[Block], listed: Collection[int]) -> dict[str, str]:
    """What each label of the draft's own list means: the words of its entry, the first entry where two share one."""
    told: dict[str, str] = {}
    for block in found:
        if _is_prose(block):
            for definition in _of_block(draft, block, block.start in listed):
                told.setdefault(definition.label, definition.words)
    return told


def defines(content: str, at: int) -> bool:
    """Whether what is at ``at`` is on a line that says what a label means."""
    entry = _LABEL.match(content[content.rfind("\n", 0, at) + 1 : at][:_LONGEST_ENTRY])
    return entry is not None and entry["colon"] is not None


def _is_prose(block: Block) -> bool:
    return block.kind in ("paragraph", "list_item", "quote", "table_row")


def _of_block(draft: str, block: Block, listed: bool) -> Iterator[Definition]:
    ordinal = _ORDINAL.search(draft[max(0, block.start - 20) : block.start])
    if listed and ordinal and not _LABEL.match(block.content):
        yield Definition(ordinal[1], block.content)
    for line in block.content.split("\n"):
        entry = _LABEL.match(line)
        if entry and (entry["colon"] or listed or _ADDRESS.search(entry["words"])):
            yield Definition(entry["label"] or entry["raised"].translate(_RAISED), entry["words"])


def _lists_itself(block: Block, names: Collection[str]) -> bool:
    lines = [line for line in block.content.split("\n") if line.strip()]
    if all((entry := _LABEL.match(line)) and (entry["colon"] or _ADDRESS.search(entry["words"])) for line in lines):
        return True
    words = plain(block.content[:_LONGEST_ENTRY])
    title = _ONE_LINE.match(words)
    rest = words[title.end() :] if title else ""
    if not rest or (_SENTENCE_END.search(rest) and has_verb(rest)):
        return False
    return bool(_ADDRESS.search(rest)) or any(normalised_among(part, names) for part in _SEPARATOR.split(rest))


def _under_last_heading(found: Sequence[Block]) -> tuple[str, Sequence[Block]]:
    for number in range(len(found) - 1, -1, -1):
        block = found[number]
        words = plain(block.content[:_AROUND]).strip("* ")
        if block.kind not in ("code", "table_row") and _HEADING.match(words):
            return words, found[number + 1 :]
        if block.kind == "heading":
            break
    return "", ()


def _could_be_entry(block: Block) -> bool:
    if block.kind in ("code", "heading") or len(block.content) > _LONGEST_ENTRY:
        return False
    words = plain(block.content)
    labelled = _LABEL.match(block.content) or _ADDRESS.search(words)
    return bool(labelled) or not (_SENTENCE_END.search(words) and has_verb(words))


def _names(block: Block, names: Collection[str]) -> bool:
    if _LABEL.match(block.content) or _ADDRESS.search(block.content):
        return True
    return any(normalised_among(part, names) for part in _SEPARATOR.split(plain(block.content)))
