"""The answers of a test run as one file: JSON for programs, or a page that loads nothing and runs no script."""

import json
from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path
from typing import Any

from critique_core.installed import installed_version
from critique_core.reports.looks import RELATION_STYLES, STATUS_STYLES
from critique_core.text.harmless import visible

_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
_STYLE = """:root { color-scheme: light dark; }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
article { border-top: 1px solid; padding: 1rem 0; } h2 { font-size: 1rem; font-family: monospace; }
.text { white-space: pre-wrap; overflow-wrap: anywhere; } blockquote { margin: .25rem 0 .25rem 1.5rem; }
"""


def write_report(file: str, told: Sequence[tuple[str, str]]) -> None:
    """Write ``file``; ``told`` holds for each answer the test's node id and the answer as JSON. Raises ``OSError``."""
    answers: list[dict[str, Any]] = [{"test": test, **json.loads(one)} for test, one in told]
    if file.endswith(".json"):
        content = json.dumps({"claimlens": installed_version(), "answers": answers}, indent=1, ensure_ascii=False)
    else:
        content = "\n".join(_page(answers))
    Path(file).write_text(content + "\n", encoding="utf-8")


def _page(answers: Sequence[dict[str, Any]]) -> Iterator[str]:
    failed = sum(not answer["grounded"] for answer in answers)
    yield '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">'
    yield f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<title>Grounded answers</title>\n<style>\n{_STYLE}</style>\n</head>\n<body>\n<h1>Grounded answers</h1>"
    yield f"<p>{len(answers)} checked, {failed} not grounded. Claimlens {_safe(installed_version())}.</p>"
    for answer in sorted(answers, key=lambda one: one["grounded"]):  # what failed comes first
        yield from _answer(answer)
    yield "</body>\n</html>"


def _answer(answer: dict[str, Any]) -> Iterator[str]:
    yield f"<article><h2>{_safe(answer['test'])}</h2>"
    yield f"<p><strong>{'Grounded' if answer['grounded'] else 'Not grounded'}</strong></p>"
    if answer["query"]:
        yield f'<p class="text" dir="auto">Question: {_safe(answer["query"])}</p>'
    yield f'<p class="text" dir="auto">{_safe(answer["answer"])}</p><ul>'
    for claim in answer["claims"]:
        style = STATUS_STYLES[claim["status"]]
        chance = "" if claim["probability"] is None else f" {claim['probability']:.2f}"
        reason = f"<br>{_safe(claim['reason'])}" if claim["reason"] else ""
        quotes = "".join(
            f'<blockquote dir="auto">{RELATION_STYLES[one["relation"]].icon} {one["relation"]}: '
            f"“{_safe(one['quote'])}” — {_safe(one['source'])}</blockquote>"
            for one in claim["quotes"]
        )
        yield f"<li><strong>{style.icon} {style.word}{chance}</strong>: {_safe(claim['text'])}{reason}{quotes}</li>"
    yield "</ul></article>"


def _safe(text: str) -> str:
    return escape(visible(text), quote=True)
