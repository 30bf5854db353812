"""Draw docs/architecture.svg: the packages of critique_core in the layers that pyproject.toml holds them to.

    .venv/bin/python docs/draw_architecture.py

A package may import what is drawn below it. Names and layers come from pyproject.toml, the words in each box from the
package's own docstring, so the picture is out of date only until the command is run again.
"""

import ast
import textwrap
import tomllib
from html import escape
from pathlib import Path

ROOT = Path(__file__).parents[1]
PICTURE = ROOT / "docs" / "architecture.svg"
WIDTH, MARGIN, GAP, LINE, MOST_IN_A_ROW = 1120, 16, 8, 15, 5
WORDS_LINES, NAME_SIZE, WORDS_SIZE = 3, 14, 11


def layers() -> list[list[str]]:
    """The layers of critique_core, top first, each with its packages."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"]
    [rows] = [contract["layers"] for contract in contracts if contract.get("containers") == ["critique_core"]]
    return [row.replace(":", "|").replace(" ", "").split("|") for row in rows]


def purpose(name: str) -> str:
    """The first sentence of a package's or module's docstring."""
    folder = ROOT / "critique_core" / name
    file = folder / "__init__.py" if folder.is_dir() else folder.with_suffix(".py")
    words = (ast.get_docstring(ast.parse(file.read_text("utf-8"))) or "").split("\n")[0].replace("`", "")
    return words.rstrip(".:")


def picture() -> str:
    """The whole picture as SVG."""
    parts: list[str] = []
    top = MARGIN
    for row in layers():
        lines = [row[start : start + MOST_IN_A_ROW] for start in range(0, len(row), MOST_IN_A_ROW)]
        for line in lines:
            wide = (WIDTH - 2 * MARGIN - GAP * (len(line) - 1)) / len(line)
            words = {name: textwrap.wrap(purpose(name), int(wide / 6.6))[:WORDS_LINES] for name in line}
            high = 28 + LINE * max(map(len, words.values()))
            for place, name in enumerate(line):
                parts += _box((MARGIN + place * (wide + GAP), top), (wide, high), name, words[name])
            top += high + GAP
        top += GAP
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {top}" font-family="sans-serif">\n'
        f'<rect width="{WIDTH}" height="{top}" fill="#ffffff"/>\n' + "\n".join(parts) + "\n</svg>\n"
    )


def _box(place: tuple[float, float], size: tuple[float, float], name: str, words: list[str]) -> list[str]:
    (left, top), (wide, high) = place, size
    box = f'<rect x="{left:.0f}" y="{top}" width="{wide:.0f}" height="{high}" rx="4" fill="#eef3f8" stroke="#5b7c99"/>'
    head = f'<text x="{left + 10:.0f}" y="{top + 18}" font-size="{NAME_SIZE}" font-weight="bold">{name}</text>'
    said = [
        f'<text x="{left + 10:.0f}" y="{top + 34 + number * LINE}" font-size="{WORDS_SIZE}" fill="#333333">'
        f"{escape(line)}</text>"
        for number, line in enumerate(words)
    ]
    return [box, head, *said]


if __name__ == "__main__":
    PICTURE.write_text(picture(), encoding="utf-8")
