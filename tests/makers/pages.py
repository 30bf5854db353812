"""What a page shows, as a reader sees it, and what a reader does on it."""

from html.parser import HTMLParser

from markdown_it import MarkdownIt
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.scriptrunner_utils.script_requests import RerunData
from streamlit.testing.v1 import AppTest

REVIEWER = "Ada"


def shown(app: AppTest) -> str:
    """All words on the page, Markdown escapes taken away."""
    kinds = ("title", "header", "markdown", "caption", "text", "error", "info", "warning", "code", "toast")
    words = "\n".join(str(part.value) for kind in kinds for part in getattr(app, kind))
    return words.replace("\\", "").replace("\u2060", "")


def open_tab(app: AppTest, label: str) -> AppTest:
    """Bring one of the tabs below the claim in view; only that one is drawn."""
    app.session_state["details"] = label
    return app.run()


class _Rows(HTMLParser):
    """The cells of a table of words, row by row."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[list[str]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "tr":
            self.rows.append([])
        elif tag in ("th", "td"):
            self.rows[-1].append("")

    def handle_data(self, data: str) -> None:
        if self.rows and self.rows[-1]:
            self.rows[-1][-1] += data


def word_tables(app: AppTest) -> list[list[dict[str, str]]]:
    """The tables of words on the page, each row by its columns' names."""
    tables: list[list[dict[str, str]]] = []
    for part in app.get("html"):
        if 'class="words' in part.proto.body and "<table" in part.proto.body:
            reader = _Rows()
            reader.feed(part.proto.body)
            heads, *rows = reader.rows
            tables.append([dict(zip(heads, row, strict=True)) for row in rows])
    return tables


def refused(app: AppTest) -> list[tuple[str, str]]:
    """The refused rows on the page: line and reason."""
    rows = [row for table in word_tables(app) for row in table if "Why it is refused" in row]
    return [(row["Line"], row["Why it is refused"]) for row in rows]


def markup(app: AppTest) -> set[str]:
    """Kinds of active Markdown on the page: links, images and HTML, were there any."""
    parts = [str(part.value) for kind in ("markdown", "caption", "header", "error") for part in getattr(app, kind)]
    tokens = [token for part in parts for token in MarkdownIt().parse(part)]
    kinds = {child.type for token in tokens for child in (token.children or [])} | {token.type for token in tokens}
    return kinds & {"link_open", "image", "html_inline", "html_block"}


def errors(app: AppTest) -> list[str]:
    """The messages of the error boxes as a reader sees them."""
    return [str(box.value).replace("\\", "").replace("\u2060", "") for box in app.error]


def go_to(app: AppTest, page: str) -> None:
    """Click on the link to another page while this one still runs; call from within the run."""
    context = get_script_run_ctx()
    assert context is not None
    assert context.script_requests is not None
    context.script_requests.request_rerun(RerunData(page_script_hash=app._resolve_page_hash(page)))
