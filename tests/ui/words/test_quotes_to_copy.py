"""Quotes to copy: of supported claims only, the source's own words, with title and page."""

from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from components.words.quotes import ClaimQuotes, as_markdown, as_text, supporting_quotes
from critique_core.assembly import Critic, critic
from critique_core.labels.fold import fold
from critique_core.models import Critique, parse_request
from critique_core.settings import load_settings
from tests.makers.decisions import event

POLICY = "Annual plans can be refunded within 14 days of purchase if fewer than 5 seats have been activated."
TABLE = "| Plan | Storage |\n|---|---|\n| Free | 5 GB |\n| Pro | 100 GB |\n"


class _Words(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.words = ""

    def handle_data(self, data: str) -> None:
        self.words += data


def read(markdown: str) -> str:
    """What a reader of rendered Markdown sees, on one line."""
    reader = _Words()
    reader.feed(MarkdownIt("commonmark").enable(["table", "strikethrough"]).render(markdown))
    return " ".join(reader.words.split())


@pytest.fixture(scope="module")
def critics() -> Critic:
    return critic(load_settings())


def judged(critics: Critic, draft: str, *contents: str, **source: object) -> Critique:
    sources = [
        {"id": str(n), "title": "Terms", "page": 3, "content": text, **source} for n, text in enumerate(contents)
    ]
    return critics.critique(parse_request({"query": "", "draft": draft, "sources": sources}))


def quotes(found: Critique) -> tuple[ClaimQuotes, ...]:
    return supporting_quotes(fold(found, ()), found.request.sources)


def test_only_what_a_source_supports_is_quoted(critics):
    draft = "Annual plans can be refunded within 30 days. Monthly plans are not refunded. Cats are mammals."
    found = judged(critics, draft, f"{POLICY} Monthly plans are not refunded.")
    assert {claim.status for claim in found.claims} == {"contradicted", "supported", "unsupported"}
    assert quotes(found) == (
        ClaimQuotes("Monthly plans are not refunded.", (("Monthly plans are not refunded.", "Terms, page 3"),)),
    )


def test_a_quote_keeps_the_condition_of_its_sentence(critics):
    [one] = quotes(judged(critics, POLICY, POLICY))
    assert one.quotes == ((POLICY, "Terms, page 3"),)


def test_the_reviewers_decisions_count(critics):
    found = judged(
        critics, "The pool closes at 9 pm. Dogs are allowed.", "The pool closes at 9 pm. Dogs are not allowed."
    )
    pool, dogs = found.claims
    assert (pool.status, dogs.status) == ("supported", "contradicted")
    sources = found.request.sources
    assert [one.claim for one in quotes(found)] == ["The pool closes at 9 pm."]
    rejected = fold(found, [event("reject", pool.start, pool.end, pool, critique_id=found.id)])
    assert supporting_quotes(rejected, sources) == ()
    relabelled = fold(found, [event("relabel", dogs.start, dogs.end, dogs, status="supported")])
    assert [one.claim for one in supporting_quotes(relabelled, sources)] == ["The pool closes at 9 pm."]


def test_a_row_is_quoted_with_its_columns(critics):
    [one] = quotes(judged(critics, "The Pro plan has 100 GB of storage.", TABLE))
    assert one.quotes == (("| Pro | 100 GB |", "Terms, page 3, columns Plan | Storage"),)


def test_a_claim_that_sources_disagree_on_is_not_quoted(critics):
    found = judged(critics, "The pool closes at 9 pm.", "The pool closes at 9 pm.", "The pool closes at 7 pm.")
    assert [claim.disputed for claim in found.claims] == [True]
    assert quotes(found) == ()


def test_the_two_forms_name_claim_quote_title_and_page():
    quoted = (ClaimQuotes("Pets are not allowed.", (("Pets *are* not\nallowed.", "House_rules, page 2"),)),)
    assert as_text(quoted) == "Pets are not allowed.\n“Pets *are* not\nallowed.” (House_rules, page 2)"
    assert as_markdown(quoted) == (
        "**Pets are not allowed.**\n\n> Pets \\*are\\* not\\\n> allowed.\n>\n> — House\\_rules, page 2"
    )


@given(st.text(alphabet="aB1 .)#>-+=*_`[]<|~&$\\\n!(ü不", min_size=1, max_size=40).filter(str.strip))
def test_rendered_markdown_reads_as_the_quote_does(quote):
    quote = quote.strip()
    seen = read(as_markdown((ClaimQuotes("Claim", ((quote, "Terms"),)),)))
    assert seen == " ".join(f"Claim {quote} — Terms".split())
