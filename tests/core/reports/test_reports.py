"""A review as a file: what it says, that nothing in it is obeyed, and that it can be read back."""

import re
import time
from html.parser import HTMLParser
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from critique_core import parse_request, pipeline
from critique_core.errors import InvalidInput
from critique_core.models import Claim, Critique, Decision, Hunk, Revision, VerifiedClaim
from critique_core.reports.content import CorrectedVerdict, ReportFile, decision_words, report
from critique_core.reports.html import html_report
from critique_core.reports.markdown import markdown_report
from critique_core.reports.words import confidence_words
from critique_core.reports.written import read_report, written
from critique_core.text.harmless import visible
from tests.makers.rows import each_of
from tests.makers.timeout_answer import decide, timeout_answer
from tests.makers.verifiers import ScriptedVerifier, believing

HOSTILE = (
    "<script>alert(1)</script><img src=x onerror=alert(2)>\"'>&lt; \u202etxt.exe [x](javascript:alert(3)) `a` ``` | # h"
)
VOID = frozenset({"meta", "br", "img", "link", "input", "hr"})
KNOWN = frozenset(
    "html head meta title style body main section article header h1 h2 h3 p div span a bdi dl dt dd ul li sup mark "
    "blockquote table thead tbody tr th td strong br del ins".split()
)


class Page(HTMLParser):
    """The elements of a page, its texts by element, and the faults of its nesting."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str]]] = []
        self.text = ""
        self.faults: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, {name: value or "" for name, value in attrs}))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.faults.append(tag)

    def handle_data(self, data: str) -> None:
        if "style" not in self.open:
            self.text += data

    def values(self, name: str) -> list[str]:
        return [attributes[name] for _, attributes in self.tags if name in attributes]


def checked(draft: str, content: str, *, query: str = "", script: dict | None = None, **source: object) -> Critique:
    request = parse_request({"query": query, "draft": draft, "sources": [{"id": "1", "content": content, **source}]})
    return pipeline.critique(request, verifier=ScriptedVerifier(script or {}))


@pytest.fixture
def answer() -> Critique:
    script = {
        "timeout": believing(
            0.03, 0.95, quotes=(("1", "Timeout: 60 seconds", "contradicts"),), reasoning="the source says 60 seconds"
        ),
        "Retries": believing(0.97, quotes=(("1", "Retries: two", "supports"),)),
    }
    draft = "The timeout is 30 seconds. Retries are made twice."
    return checked(draft, "Timeout: 60 seconds.\nRetries: two.", query="What is the timeout?", script=script)


def page_of(critique: Critique, *decisions: Decision) -> Page:
    return Page(html_report(report(critique, decisions)))


def test_the_page_says_what_was_judged_and_by_whom(answer: Critique) -> None:
    page = page_of(answer)
    for said in (
        "Block: the machine says that the answer must not go out", "What is the timeout?",
        "≠ contradicted", "● supported",
        "The source says 60 seconds", answer.id, answer.verifier.fingerprint, answer.request.fingerprint,
        "calibrated, confidence threshold 0.7", "No decision was made.",
    ):  # fmt: skip
        assert said in page.text, said


@pytest.mark.parametrize(
    ("draft", "content", "verdict"),
    [
        ("I do not know.", "Timeout: 60 seconds.", "Not judged: the draft declines to answer"),
        ("Hello there!", "Timeout: 60 seconds.", "Not judged: nothing in the draft can be checked"),
    ],
)
def test_of_what_cannot_be_judged_the_page_says_why_and_advises_nothing(draft: str, content: str, verdict: str) -> None:
    told = report(checked(draft, content))
    assert verdict in Page(html_report(told)).text
    assert verdict in markdown_report(told)
    assert not {"Confidence", "Claims"} & {name for name, _ in told.summary}


def test_a_question_that_is_the_title_is_not_said_again(answer: Critique) -> None:
    long = checked("The timeout is 30 seconds.", "Timeout: 60 seconds.", query="What is the timeout? " * 8)
    for write in (html_report, markdown_report):
        assert "Question" not in write(report(answer))
        assert "Question" in write(report(answer, title="Timeouts"))
        assert "Question" in write(report(long))


def test_each_quote_leads_to_its_words_in_the_source_and_back_to_its_claim(answer: Critique) -> None:
    text = html_report(report(answer))
    assert re.search(r'<a id="quote-1"></a><mark data-relation="contradicts">Timeout: 60 seconds</mark>', text)
    assert re.search(r'<a id="quote-2"></a><mark data-relation="supports">Retries: two</mark>', text)
    page = Page(text)
    within = [value[1:] for value in page.values("href") if value.startswith("#")]
    assert {"claim-1", "claim-2", "quote-1", "quote-2"} <= set(within) <= set(page.values("id"))


def test_the_page_loads_nothing_runs_nothing_and_has_its_headings_in_order(answer: Critique) -> None:
    page = page_of(answer, decide(answer, 0, "accept"))
    assert not {tag for tag, _ in page.tags} - KNOWN
    assert not page.faults
    assert not page.open
    assert not page.values("src") + page.values("style")
    policy = next(a["content"] for _, a in page.tags if a.get("http-equiv") == "Content-Security-Policy")
    assert policy.startswith("default-src 'none'; style-src 'unsafe-inline'")
    levels = [int(tag[1]) for tag, _ in page.tags if re.fullmatch("h[1-6]", tag)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))
    assert len(set(page.values("id"))) == len(page.values("id"))


def test_what_reviewers_decided_is_told_with_who_when_and_why() -> None:
    critique = timeout_answer()
    events = (
        decide(critique, 0, "relabel", status="partially_supported", note="only on the free plan"),
        decide(critique, 1, "note", note="ask the operators"),
        decide(critique, 2, "reject", reviewer="bo"),
    )
    for text in (page_of(critique, *events).text, markdown_report(report(critique, events))):
        assert "only on the free plan" in text
        assert "ask the operators" in text
        assert "called wrong, bo, 2026" in text
        assert "◐ partially supported, ann" in text
        assert "Reviewed by" in text
        assert "By reviewers’ labels" in text


@each_of(
    ("shown", "said"),
    [(None, "labelled"), ("supported", "labelled"), ("contradicted", "relabelled")],
)
def test_a_status_that_differs_from_the_one_shown_corrects_and_another_labels(shown: str | None, said: str) -> None:
    fields = {"shown": {"status": shown}} if shown else {}
    decision = decide(timeout_answer(), 0, "relabel", status="supported", **fields)
    assert decision_words(decision).startswith(f"{said}: ")


def test_reviewers_who_disagree_are_all_named_with_their_labels() -> None:
    critique = timeout_answer()
    events = (
        decide(critique, 0, "relabel", reviewer="Ada", status="supported"),
        decide(critique, 0, "accept", reviewer="Bob", shown={"status": "contradicted"}),
        decide(critique, 1, "accept", reviewer="Ada"),
        decide(critique, 1, "accept", reviewer="Bob"),
    )
    told = report(critique, events)
    assert ("Reviewed by", "Ada, Bob") in told.summary
    assert "reviewers disagree on 1 claim" in dict(told.summary)["By reviewers’ labels"]
    assert [one.disagreed for one in told.claims] == [True, False, False]
    for text in (page_of(critique, *events).text, markdown_report(told).replace("**", "")):
        assert "Claim 1 · reviewers disagree, the last says ≠ contradicted" in text
        assert "Reviewer: labelled: ● supported, Ada" in text
        assert "called right, Bob" in text
    ruled = decide(critique, 0, "adjudicate", reviewer="Cy", status="supported")
    claim = report(critique, (*events, ruled)).claims[0]
    assert (claim.disagreed, claim.status) == (False, "● supported")


def test_decisions_that_the_reader_may_not_see_are_not_said_to_be_none() -> None:
    told = report(timeout_answer(), withheld=True)
    for text in (html_report(told), markdown_report(told)):
        assert "No decision was made" not in text
        assert "Decisions of other reviewers are not shown until one’s own are submitted." in text


def test_a_decision_taken_back_is_not_told() -> None:
    critique = timeout_answer()
    accepted = decide(critique, 0, "accept")
    undone = decide(critique, None, "undo", supersedes=accepted.id)
    assert "No decision was made." in page_of(critique, accepted, undone).text


def test_changes_are_told_with_what_became_of_them() -> None:
    critique = timeout_answer()
    hunk = Hunk(start=15, end=25, replacement="60 seconds", reason="the manual says 60")
    revision = Revision(attempt=1, text="The timeout is 60 seconds.", hunks=(hunk,), kept=True, reason="better")
    critique = critique.model_copy(update={"revisions": (revision,), "revised_draft": revision.text})
    taken = decide(critique, None, "hunk_accept", start=15, end=25, text="60 seconds")
    assert "not decided" in page_of(critique).text
    for text in (page_of(critique, taken).text, markdown_report(report(critique, (taken,)))):
        assert "taken by ann" in text
        assert "the manual says 60" in text
        assert "Corrected answer" in text
        assert "proposal" not in text, "one corrected answer"
    for text in (page_of(critique).text, markdown_report(report(critique))):
        assert "Corrected answer" not in text
        assert "The machine’s proposal; no reviewer has taken a change" in text


def test_of_a_corrected_answer_it_tells_first_what_it_now_is_and_then_what_the_draft_was() -> None:
    critique = timeout_answer()
    hunk = Hunk(start=15, end=25, replacement="60 seconds", reason="the manual says 60")
    revision = Revision(attempt=1, text="The timeout is 60 seconds.", hunks=(hunk,), kept=True, reason="better")
    critique = critique.model_copy(update={"revisions": (revision,), "revised_draft": revision.text})
    taken = (decide(critique, None, "hunk_accept", start=15, end=25, text="60 seconds"),)
    now = CorrectedVerdict(recommendation="accept", words="Now Send: 3 claims are supported", confidence=0.96)
    told = report(critique, taken, corrected=now)
    came = "The draft as it came: Block: the machine says"
    for text in (html_report(told), markdown_report(told)):
        assert 0 < text.index("Now Send: 3 claims are supported") < text.index(came)
    assert [name for name, _ in told.summary][:2] == [
        "Confidence in the corrected answer", "Confidence in the draft as it came",
    ]  # fmt: skip
    unchecked = html_report(report(critique, taken))
    assert unchecked.index("the corrected answer was not checked again") < unchecked.index(came)


def test_a_change_that_only_adds_or_only_removes_words_is_told_with_its_place() -> None:
    critique = checked("Dogs are free. The bus is free. It is red.", "Dogs are free before 9:00.")
    added = Hunk(start=13, end=13, replacement=" before 9:00", reason="its condition")
    removed = Hunk(start=31, end=42, replacement="", reason="no source")
    revision = Revision(attempt=1, text="x", hunks=(added, removed), kept=True, reason="better")
    critique = critique.model_copy(update={"revisions": (revision,), "revised_draft": revision.text})
    written = markdown_report(report(critique))
    assert "Add “before 9:00” after “Dogs are free”: its condition" in written
    assert "Leave out “It is red.”: no source" in written
    assert "Dogs are free before 9:00. The bus is free." in page_of(critique).text


@each_of("fault", ["query", "draft", "content", "title", "url", "id", "section", "type", "path"])
def test_no_text_from_outside_is_obeyed(fault: str) -> None:
    whole = {"query": "", "draft": "The timeout is 30.", "sources": [{"id": "1", "content": "Timeout: 60 seconds."}]}
    (whole if fault in whole else whole["sources"][0])[fault] = HOSTILE
    request = parse_request(whole)
    critique = pipeline.critique(request, verifier=ScriptedVerifier())
    page = page_of(critique)
    assert not {tag for tag, _ in page.tags} - KNOWN
    assert not [name for _, attributes in page.tags for name in attributes if name.startswith("on")]
    assert not [value for value in page.values("href") if not value.startswith("#")]
    assert "<script>alert(1)</script>" in page.text
    assert "\u202e" not in page.text
    assert "⟨U+202E⟩txt.exe" in page.text


def test_an_address_of_a_source_is_a_link_only_to_the_web_and_adds_nothing_to_its_element() -> None:
    address = 'https://a.test/?q="onclick="alert(1)'
    page = page_of(checked("The timeout is 30.", "Timeout: 60.", url=address))
    [link] = [attributes for _, attributes in page.tags if not attributes.get("href", "#").startswith("#")]
    assert link == {"href": address, "rel": "noopener noreferrer"}
    unsafe = page_of(checked("The timeout is 30.", "Timeout: 60.", url="javascript:alert(1)"))
    assert not [value for value in unsafe.values("href") if not value.startswith("#")]


def test_issues_are_told_gravest_claim_first_each_sentence_once() -> None:
    script = {
        "timeout": believing(0.3, 0.6, reasoning="the source says 60 seconds"),
        "Retries": believing(0.02, reasoning="no source speaks of retries"),
    }
    told = checked("The timeout is 30 seconds. Retries are made twice.", "Timeout: 60 seconds.", script=script)
    for text in (Page(html_report(report(told))).text, markdown_report(report(told))):
        part = text[text.index("Issues", text.index("Claim 2")) :]
        part = part[: part.index("Decisions")]
        severities = re.findall(r"severity \\?\(([\d.]+)\\?\)", part)
        assert severities == sorted(severities, reverse=True)
        assert len(severities) == 2 < len(told.issues)
        assert part.index("claim 2") < part.index("claim 1")
        for issue in told.issues:
            assert issue.description.split(". ")[-1] in part
            assert part.count(issue.suggestion or "") == 1 or issue.suggestion is None
    assert 'href="#claim-1">claim 1</a></h3>' in html_report(report(told))


def test_no_word_of_a_reviewer_or_a_verifier_is_obeyed() -> None:
    script = {"timeout": believing(0.1, 0.8, reasoning=HOSTILE, quotes=(("1", HOSTILE, "contradicts"),))}
    critique = checked("The timeout is 30 seconds.", f"Before. {HOSTILE} After.", script=script)
    events = (
        decide(critique, 0, "reject", note=HOSTILE, reviewer=HOSTILE),
        decide(critique, 0, "edit", text=HOSTILE),
    )
    page = page_of(critique, *events)
    assert not {tag for tag, _ in page.tags} - KNOWN
    assert not page.faults
    assert page.text.count("<script>alert(1)</script>") >= 5


def test_markdown_shows_marks_as_they_are_and_links_nowhere() -> None:
    script = {"timeout": believing(0.1, 0.8, reasoning=HOSTILE + " https://evil.test www.evil.test a@evil.test")}
    critique = checked(
        "The timeout is 30 seconds.",
        "Before\n```\n<b>\n# not a heading",
        script=script,
        title="# *T* [l](http://x.test)",
    )
    text = markdown_report(report(critique, (decide(critique, 0, "reject", note=HOSTILE),)))
    tokens = MarkdownIt("commonmark", {"linkify": False}).parse(text)
    kinds = {child.type for token in tokens for child in token.children or ()} | {token.type for token in tokens}
    assert not kinds & {"link_open", "image", "html_inline", "html_block", "code_inline"}
    assert "https://evil" not in text
    assert "www.evil" not in text
    assert "a@evil" not in text
    fenced = [token.content for token in tokens if token.type == "fence"]
    assert fenced[-1] == critique.request.sources[0].content + "\n"
    headings = [tokens[place + 1].content for place, token in enumerate(tokens) if token.type == "heading_open"]
    assert "not a heading" not in headings


def test_characters_that_no_file_can_hold_are_spelt_out() -> None:
    critique = timeout_answer()
    claim = critique.claims[0]
    verdict = claim.verdict.model_copy(update={"reasoning": "a\x00b\ud800c"})
    critique = critique.model_copy(
        update={"claims": (claim.model_copy(update={"verdict": verdict, "probability": 0.02}), *critique.claims[1:])}
    )
    for form in ("html", "markdown"):
        assert "a⟨U+0000⟩b⟨U+D800⟩c" in written(ReportFile(critique=critique), form).decode()


def test_claims_that_overlap_or_lie_in_each_other_keep_the_draft_whole() -> None:
    draft = "Bern is small, and Bern is the capital."
    critique = checked(draft, "Bern is the capital.")

    def claim(start: int, end: int, status: str) -> VerifiedClaim:
        return VerifiedClaim(**Claim.of(draft, start, end).model_dump(), status=status)

    spans = ((0, 39, "supported"), (0, 13, "contradicted"), (8, 23, "unsupported"), (19, 39, "supported"))
    claims = tuple(claim(*span) for span in spans)
    critique = critique.model_copy(update={"claims": claims, "issues": ()})
    text = html_report(report(critique))
    part = text[text.index('<div class="text box draft"') :]
    part = part[: part.index("</div>")]
    assert re.sub(r"<sup.*?</sup>|<[^>]+>", "", part) == draft
    assert part.count("</span></sup>") == len(claims)
    assert '<a class="claim" href="#claim-2" data-status="contradicted" data-outer="supported">Bern is </a>' in part


def test_right_to_left_texts_have_their_language_and_direction() -> None:
    page = page_of(checked("مهلة الطلب ثلاثون ثانية.", "مهلة الطلب ستون ثانية."))
    texts = [attributes for tag, attributes in page.tags if "text" in attributes.get("class", "").split()]
    assert texts
    assert {(one["lang"], one["dir"]) for one in texts} == {("ar", "auto")}


def test_a_claim_that_is_gone_and_a_quote_that_is_nowhere_are_no_dead_links(answer: Critique) -> None:
    claim = answer.claims[0]
    evidence = claim.verdict.evidence[0].model_copy(update={"source_id": "gone"})
    verdict = claim.verdict.model_copy(update={"evidence": (evidence,)})
    critique = answer.model_copy(update={"claims": (claim.model_copy(update={"verdict": verdict}),)})
    page = page_of(critique)
    assert {value[1:] for value in page.values("href")} <= set(page.values("id"))


def test_two_hundred_claims_take_less_than_a_second_and_two_megabytes() -> None:
    lines = [f"Machine {number} runs at {number * 7} volts in hall {number % 9}." for number in range(200)]
    script = {f"Machine {n} ": believing(0.9, quotes=(("1", line, "supports"),)) for n, line in enumerate(lines)}
    critique = checked(" ".join(lines), "\n".join(lines), script=script)
    assert len(critique.claims) >= 200
    begun = time.perf_counter()
    content = written(ReportFile(critique=critique), "html")
    assert time.perf_counter() - begun < 1
    assert len(content) < 2_000_000
    assert content.count(b"<mark") == 200


@given(st.text(alphabet=st.characters(exclude_categories=("Cs",), exclude_characters="\x00")))
def test_the_draft_is_in_the_page_character_by_character(draft: str) -> None:
    critique = timeout_answer()
    request = critique.request.model_copy(update={"draft": draft})
    critique = critique.model_copy(update={"request": request, "claims": (), "issues": ()})
    text = html_report(report(critique))
    part = text[text.index('<div class="text box draft"') :]
    shown = Page(part[: part.index("</div>")]).text
    assert shown == visible(draft)


def test_json_is_read_back_as_it_was_and_gives_the_same_page(answer: Critique) -> None:
    review = ReportFile(title="One", critique=answer, decisions=(decide(answer, 0, "accept"),))
    again = read_report(written(review, "json"))
    assert again == review
    assert written(again, "html") == written(review, "html")
    assert read_report(answer.model_dump_json(by_alias=True).encode()) == ReportFile(critique=answer)
    assert read_report(b'{"draft": "x"}') is None


@pytest.mark.parametrize(
    ("content", "said"),
    [(b"\xff", "UTF-8"), (b"", "one JSON value"), (b"[]", "JSON object"), (b'{"critique": 5}', "critique")],
)
def test_a_file_that_holds_no_report_is_refused_with_the_reason(content: bytes, said: str) -> None:
    with pytest.raises(InvalidInput, match=said):
        read_report(content)


@each_of(("confidence", "recommendation", "told"), [
    (0.9, "accept", "90% (high), at or above the gate of 70%"),
    (0.9, "reject", "90% (high); the gate of 70% alone would let it pass, single claims do not"),
    (0.5, "reject", "50% (high), below the gate of 70%"),
])  # fmt: skip
def test_a_number_does_not_say_pass_where_the_verdict_says_stop(confidence, recommendation, told):
    critique = timeout_answer()
    changed = {"confidence": confidence, "recommendation": recommendation, "level": "high"}
    assert confidence_words(critique.model_copy(update=changed)) == told
