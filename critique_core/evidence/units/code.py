"""Code sources: one unit a line, labelled with the function or class around it; comments and docstrings as sentences.

Any language is read by what most share: indentation shows what encloses what, a keyword or a call-like head names it.
"""

import re
from dataclasses import dataclass

from critique_core.evidence.units.pieces import sentence_units, units_of
from critique_core.models import Unit

_LINE = re.compile(r"[^\n]*\n|[^\n]+")
_CLOSERS = re.compile(r"[\s)\]};,]*(?:end|fi|done|esac)?[\s)\]};,]*")
_LINE_COMMENT = re.compile(r"[ \t]*(//[/!]?|#(?=[\s#])#*|--(?=\s)|;;+|%%+|REM\b)[ \t]?")
_BLOCK_OPENERS = {"/*": "*/", '"""': '"""', "'''": "'''", "<!--": "-->", "=begin": "=end"}
_BLOCK_OPENER = re.compile(r"[ \t]*[rRuUbBfF]{0,2}(/\*|\"\"\"|'''|<!--|=begin)")
_COMMENT_MARKS = re.compile(r"""(?m)/\*+!?|\*+/|^[ \t]*\*+(?=\s|$)|\"{3}|'{3}|<!--|-->|^=begin|^=end""")
_DEFINITION = re.compile(
    r"""[ \t]*(?:
        (?:(?:export|default|public|private|protected|internal|static|abstract|final|async|pub(?:\([a-z]+\))?|
            declare|sealed|override|open|data|create(?:\s+or\s+replace)?|CREATE(?:\s+OR\s+REPLACE)?)\s+)*
        (?:def|class|function\*?|func|fn|interface|struct|enum|trait|impl|module|namespace|object|record|
           table|view|procedure|TABLE|VIEW|FUNCTION|PROCEDURE)\s+(?:\([^)\n]{0,80}\)\s*)?(?:IF\s+NOT\s+EXISTS\s+)?
        (?P<named>[\w$.:]+)
      | (?:export\s+)?(?:const|let|var)\s+(?P<arrow>[\w$]+)\s*(?::[^=\n]{0,120})?=\s*(?:async\s*)?
        (?:\([^\n]{0,200}=>|function|[\w$]+\s*=>)
      | (?:[\w$<>\[\],.?*&]+\s+){0,6}(?P<method>(?!if\b|for\b|while\b|switch\b|catch\b|return\b|else\b)[\w$]+)
        \([^;\n]{0,300}\)[^;=\n]{0,120}\{\s*$
    )""",
    re.VERBOSE,
)
_CODE_LINE = re.compile(
    r"""^\s*(?:
        (?:import|from|package|using|use|include|require|return|const|let|var|def|class|func|fn|function|export|public|
           private|protected|static|if|elif|else|for|while|try|except|catch|switch|case|interface|struct|enum|async|await)
           \b.*[({;:=\[\]})'"]
      | (?:SELECT|FROM|WHERE|GROUP\ BY|ORDER\ BY|HAVING|JOIN|LEFT\ JOIN|INSERT\ INTO|UPDATE|DELETE|CREATE|ALTER|LIMIT)\b
      | @\w+ | \#include\b | [})\]]+[;,)]*\s*$ | (?://|/\*|\*/)
      | .*(?:[;{]|=>|\)\s*:|\(\))\s*$
      | [\w.$\[\]]+\s*(?:[-+*/]?=|:=)\s*\S
      | [\w.$]+\([^)]*\)\s*;?\s*$
    )""",
    re.VERBOSE,
)


@dataclass(frozen=True, slots=True)
class _Scope:
    indent: int
    name: str


def looks_like_code(content: str) -> bool:
    """Whether at least two lines, and half of the first hundred, are written like statements."""
    lines = [line for line in content[:20_000].split("\n")[:100] if line.strip()]
    code = sum(bool(_CODE_LINE.match(line[:400])) for line in lines)
    return code >= 2 and code * 2 >= len(lines)


def cut_code(content: str, start: int = 0, end: int | None = None, label: str = "") -> list[Unit]:
    """Units of a stretch of code; ``label`` is put before the names of the enclosing definitions."""
    return _Reader(content, start, len(content) if end is None else end, label).read()


class _Reader:
    """One pass over the lines, with the stack of definitions that enclose the current one."""

    def __init__(self, content: str, start: int, end: int, label: str) -> None:
        self.content, self.label = content, label
        self.lines = [(m.start(), m.end()) for m in _LINE.finditer(content, start, end)]
        self.end = end
        self.scopes: list[_Scope] = []
        self.units: list[Unit] = []
        self.unclosed: set[str] = set()

    def read(self) -> list[Unit]:
        position = 0
        while position < len(self.lines):
            start, end = self.lines[position]
            line = self.content[start:end]
            if not line.strip():
                position += 1
            elif after := self._block_comment(position) or self._line_comments(position):
                position = after
            else:
                self._statement(start, end, line)
                position += 1
        return self.units

    def _statement(self, start: int, end: int, line: str) -> None:
        if _CLOSERS.fullmatch(line) and self.units and self.units[-1].kind == "code":
            last = self.units.pop()  # a closing bracket belongs to the statement it closes
            self.units += units_of(self.content, last.start, end, "code", last.label)
            return
        self._leave_scopes(line)
        self.units += units_of(self.content, start, end, "code", self._place())
        if definition := _DEFINITION.match(line[:600]):
            name = definition["named"] or definition["arrow"] or definition["method"]
            self.scopes.append(_Scope(_indent(line), name.strip(".:")))

    def _leave_scopes(self, line: str) -> None:
        while self.scopes and self.scopes[-1].indent >= _indent(line):
            self.scopes.pop()

    def _place(self) -> str:
        return " ".join(part for part in (self.label, *(scope.name for scope in self.scopes[-4:])) if part)

    def _line_comments(self, position: int) -> int:
        """Read a run of line comments as one text; the position after it, 0 when there is none."""
        after = position
        while after < len(self.lines) and _LINE_COMMENT.match(self._line(after)):
            after += 1
        if after == position:
            return 0
        self._leave_scopes(self._line(position))
        self._prose(self.lines[position][0], self.lines[after - 1][1], _LINE_COMMENT)
        return after

    def _block_comment(self, position: int) -> int:
        """Read a block comment or docstring that begins this line; the position after it, 0 when there is none."""
        start = self.lines[position][0]
        opener = _BLOCK_OPENER.match(self._line(position))
        closer = _BLOCK_OPENERS[opener[1]] if opener else ""
        if not opener or closer in self.unclosed:
            return 0
        close = self.content.find(closer, start + opener.end(), self.end)
        if close < 0:
            self.unclosed.add(closer)
            return 0
        self._leave_scopes(self._line(position))
        after = position
        while after < len(self.lines) and self.lines[after][1] < close + len(closer):
            after += 1
        self._prose(start, close + len(closer), _COMMENT_MARKS)
        rest = self.lines[after][1]
        self.units += units_of(self.content, close + len(closer), rest, "code", self._place())
        return after + 1

    def _prose(self, start: int, end: int, marks: re.Pattern[str]) -> None:
        text = self.content[start:end]
        reading = "".join(
            marks.sub(lambda match: " " * len(match.group()), line) for line in text.splitlines(keepends=True)
        )
        self.units += sentence_units(self.content, start, end, label=self._place(), reading=reading)

    def _line(self, position: int) -> str:
        start, end = self.lines[position]
        return self.content[start:end]


def _indent(line: str) -> int:
    expanded = line.expandtabs(4)
    return len(expanded) - len(expanded.lstrip())
