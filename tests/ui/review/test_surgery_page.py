"""Reviewers change the claims themselves on Review: each act is an event, seen everywhere, undone by one key."""

from typing import Any
from uuid import uuid4

import pytest
from streamlit.testing.v1 import AppTest

from components import services
from components.claim_map import MapSpan
from components.claim_map.inbox import Inbox, inbox
from components.words.review import grouped_issues
from critique_core import critique as check_draft
from critique_core.assembly import answer_cache
from critique_core.labels.new_claims import NewClaims
from critique_core.labels.reissued import reissued
from critique_core.models import Claim, CritiqueRequest, SourceDocument, VerifiedClaim, parse_decision
from critique_core.store import Store
from tests.makers.pages import errors, open_tab, shown
from tests.makers.rows import each_of

DRAFT = (
    "My 👩🏽‍💻! The gateway times out after 30 seconds and uploads are limited to 100 MB. "
    "Backups run nightly. שלום לכולם."
)
SOURCE = "Gateway 👍🏽 settings\n\nThe gateway times out after 60 seconds. Uploads are limited to 100 MB."


class Desk:
    """One reviewer before one answer, whose acts in the map reach the page as the browser sends them."""

    def __init__(self, open_app: Any) -> None:
        services.st.cache_resource.clear()
        sources = (SourceDocument(id="other", content="Nothing of it."), SourceDocument(id="page", content=SOURCE))
        self.critique = check_draft(CritiqueRequest(query="How?", draft=DRAFT, sources=sources))
        self.item = store().save_review(self.critique, who="Ada").item_id
        self.app: AppTest = open_app()
        self.app.query_params["item"] = self.item
        self.app.run()
        self.serial = 0

    def act(self, kind: str, claim: str | None = None, **fields: Any) -> AppTest:
        self.serial += 1
        event = {"serial": self.serial, "kind": kind, "claim": claim, "status": fields.pop("status", None), **fields}
        self.app.session_state["claim_map"] = {"outbox": {"mount": f"mount {self.item}", "events": [event]}}
        return self.app.run()

    def words(self, kind: str, words: str, claim: str | None = None, **fields: Any) -> AppTest:
        start = DRAFT.index(words)
        return self.act(kind, claim, start=start, end=start + len(words), text=words, **fields)

    def split(self, at: str) -> AppTest:
        claim = next(one for one in self.claims() if one.start < DRAFT.index(at) < one.end)
        cut = DRAFT.index(at)
        return self.act("split", claim.id, start=cut, end=cut, text=DRAFT[claim.start : cut])

    def claims(self) -> list[Any]:
        events = store().decisions(self.item)
        return list(services.get_judgements().reshaped(self.critique, events, "not asked").claims)

    def texts(self) -> list[str]:
        return [claim.text for claim in self.claims()]


@pytest.fixture
def desk(open_app: Any) -> Desk:
    return Desk(open_app)


def store() -> Store:
    return services.get_store()


def heading(app: AppTest) -> str:
    return next(part.value.split("  \n")[0] for part in app.markdown if part.value.startswith("**Claim "))


def test_a_split_claim_is_two_everywhere_and_each_is_verified(desk: Desk) -> None:
    app = desk.split("and uploads")
    assert not app.exception
    assert desk.texts()[1:3] == ["The gateway times out after 30 seconds", "and uploads are limited to 100 MB."]
    assert heading(app) == "**Claim 2 of 5**"
    assert "≠ contradicted" in shown(app)
    assert "Contradicts · page · quoted exactly" in shown(app)
    open_tab(app, "Claims (5)")
    rows = app.dataframe[0].value
    assert sorted(rows["Machine"]).count("● supported") >= 1
    assert set(desk.texts()) == set(rows["Claim"])
    assert "1 of 5 claims contradicted, 3 unsupported" in shown(app)
    assert store().latest_critique(desk.item) == desk.critique


def test_the_new_claim_can_be_decided_like_any_other(desk: Desk) -> None:
    app = desk.split("and uploads")
    app.button(key="accept").click().run()
    last = store().decisions(desk.item)[-1]
    assert (last.action, last.start, last.end) == ("accept", 9, 47)
    assert last.shown is not None
    assert last.shown.status == "contradicted"
    assert "Called right" in shown(app)


def test_undo_takes_the_split_back_and_brings_the_machines_claim_back_as_it_was(desk: Desk) -> None:
    before = desk.texts()
    app = desk.split("and uploads")
    app.button(key="undo").click().run()
    assert desk.texts() == before
    assert "Undone: split of claim 2" in shown(app)
    assert heading(app) == "**Claim 2 of 4**"


def test_cut_and_joined_again_is_the_machines_claim_with_its_verdict(desk: Desk) -> None:
    desk.split("and uploads")
    first = desk.claims()[1]
    app = desk.act("merge", first.id)
    assert desk.claims() == list(desk.critique.claims)
    assert heading(app) == "**Claim 2 of 4**"


def test_words_become_a_claim_with_emoji_and_other_scripts_before_them(desk: Desk) -> None:
    app = desk.words("missed", " nightly. ")
    missed = store().decisions(desk.item)[-1]
    assert DRAFT[missed.start : missed.end] == "nightly."
    assert heading(app).startswith("**Claim 4 of 5")
    desk.words("respan", "לכולם", desk.claims()[-1].id)
    assert desk.texts()[-1] == "לכולם"


def test_evidence_is_what_the_reviewer_points_to_one_quote_after_another(desk: Desk) -> None:
    claim = desk.critique.claims[1]
    for words in ("👍🏽 settings", "Uploads are limited"):
        start = SOURCE.index(words)
        app = desk.act(
            "evidence", claim.id, start=start, end=start + len(words), text=words, source=1, relation="supports"
        )
    quotes = store().decisions(desk.item)[-1].evidence
    assert quotes is not None
    assert [(one.source_id, one.quote) for one in quotes] == [
        ("page", "👍🏽 settings"),
        ("page", "Uploads are limited"),
    ]
    assert [SOURCE[one.start : one.end] for one in quotes] == ["👍🏽 settings", "Uploads are limited"]
    assert shown(app).count("Supports · page · quoted exactly") == 1, "said once, of however many quotes"


@pytest.mark.parametrize(("kind", "words", "told"), [
    ("missed", "Backups run nightly.", "just these words"), ("missed", ".", "Not done"),
])  # fmt: skip
def test_what_would_change_nothing_is_refused_in_words(desk: Desk, kind: str, words: str, told: str) -> None:
    start = DRAFT.index(words)
    before = len(store().decisions(desk.item))
    app = desk.act(kind, None, start=start, end=start + len(words), text="other words" if words == "." else words)
    assert told in shown(app)
    assert len(store().decisions(desk.item)) == before


def test_the_last_claim_has_none_to_merge_with(desk: Desk) -> None:
    app = desk.act("merge", desk.claims()[-1].id)
    assert "no claim after this one" in shown(app)
    assert not store().decisions(desk.item)


def test_what_was_said_of_a_claim_that_is_gone_is_listed_not_lost(desk: Desk) -> None:
    claim = desk.critique.claims[1]
    desk.act("accept", claim.id)
    app = desk.words("respan", "100 MB", claim.id)
    assert "decision fits no claim" in "".join(part.label for part in app.expander)
    assert "Called right" in shown(app)
    assert claim.text in shown(app)


def test_after_a_split_the_banner_the_tab_and_the_list_tell_of_the_same_issues(desk: Desk) -> None:
    before = len({issue.claim_id for issue in desk.critique.issues})
    app = desk.split("and uploads")
    verifier = services.get_critic().verifier
    seen = services.get_judgements().reshaped(desk.critique, store().decisions(desk.item), verifier)
    groups = grouped_issues(seen)
    assert {claim_id for claim_id, _ in groups} <= {None, *(claim.id for claim in seen.claims)}
    assert {issue.type for _, issues in groups for issue in issues} >= {"contradiction", "factual_error"}
    open_tab(app, f"Issues ({len(groups)})")
    listed = {button.key for button in app.button if button.key and button.key.startswith("issue_claim_")}
    assert listed == {f"issue_claim_{claim_id}" for claim_id, _ in groups if claim_id}
    whole = [issue for issue in seen.issues if issue.claim_id is None]
    assert sum(" · " in part.value and " severity" in part.value for part in app.markdown) == len(whole)
    assert "these are the issues of the claims as they are now" in shown(app)
    app.session_state["why"] = True
    assert "worked out before claims were changed" in shown(app.run())
    desk.act("undo")
    assert len({issue.claim_id for issue in services.get_store().latest_critique(desk.item).issues}) == before


def test_a_wrong_citation_stays_with_the_words_that_it_stands_behind() -> None:
    draft = "The gateway times out after 60 seconds [7]. Uploads are limited to 100 MB."
    asked = CritiqueRequest(draft=draft, sources=(SourceDocument(id="page", content=SOURCE),))
    checked = check_draft(asked)
    [wrong] = [issue for issue in checked.issues if issue.type == "incorrect_citation"]
    first = checked.claims[0]
    cut = [Claim.of(draft, 0, 11, kind="fact"), Claim.of(draft, 12, first.end, kind="fact")]
    new = [VerifiedClaim(**dict(one), status="supported", probability=0.9) for one in cut]
    [moved] = reissued(checked, [*new, *checked.claims[1:]])
    assert (moved.type, moved.start, moved.claim_id) == ("incorrect_citation", wrong.start, new[1].id)


MILLS = "The mill was built in 1870 by Otto Lang. The mill opens at nine. The roof is red. The mill opens at ten [7]."


def _cut(draft: str, *words: str) -> list[VerifiedClaim]:
    spans = [(draft.index(text), draft.index(text) + len(text)) for text in words]
    made = [Claim.of(draft, start, end, kind="fact") for start, end in spans]
    return [VerifiedClaim(**dict(one), status="supported", probability=0.9) for one in made]


def test_of_two_changed_claims_each_keeps_the_issues_of_its_own_words() -> None:
    source = SourceDocument(id="page", content="The mill opens at nine. The roof is red.")
    checked = check_draft(CritiqueRequest(draft=MILLS, sources=(source,)))
    new = _cut(MILLS, "The mill was built in 1870", "by Otto Lang.", "mill opens at ten")
    over = [issue for issue in checked.issues if issue.claim_id == checked.claims[3].id and issue.related]
    seen = reissued(checked, [*new[:2], *checked.claims[1:3], new[2]])
    assert over
    assert {issue.claim_id for issue in seen if issue.type in ("contradiction", "incorrect_citation")} == {new[2].id}
    related = {place.claim_id for issue in seen for place in issue.related if place.source_id is None}
    assert related == {checked.claims[1].id}


def test_issues_of_words_that_no_claim_has_any_more_go_with_them() -> None:
    source = SourceDocument(id="page", content="The mill opens at nine. The roof is red.")
    checked = check_draft(CritiqueRequest(draft=MILLS, sources=(source,)))
    new = _cut(MILLS, "The mill was built in 1870", "by Otto Lang.")
    seen = reissued(checked, [*new, *checked.claims[1:3]])
    assert not {issue.type for issue in seen} & {"contradiction", "incorrect_citation"}


def test_an_answer_that_another_verifier_judged_says_why_its_new_claims_are_not_judged(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "verifier_fingerprint", lambda: "another")
    app = desk.split("and uploads")
    assert "another verifier judged this answer than the one in use; check it again" in shown(app)


def test_a_rerun_does_not_verify_again(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.split("and uploads")
    monkeypatch.setattr(
        "critique_core.labels.new_claims._verdicts", lambda *_args, **_kwargs: pytest.fail("verified again")
    )
    app = desk.app.run()
    assert "≠ contradicted" in shown(app)
    assert "Contradicts · page · quoted exactly" in shown(app)


def test_what_the_page_has_read_is_not_read_again_for_labels_nor_by_the_next_process(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.split("and uploads")
    monkeypatch.setattr("critique_core.labels.new_claims._verdicts", lambda _critique, missing, _verifier: [
        pytest.fail("read again") for _ in missing
    ])  # fmt: skip
    verifier, events = services.get_critic().verifier, store().decisions(desk.item)
    for made in (services._get_new_claims(), NewClaims(answer_cache(services.get_settings()))):
        assert all(claim.verdict for claim in made.reshaped(desk.critique, events, verifier).claims)


def test_a_store_that_fails_is_said_and_nothing_counts_as_done(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    from critique_core.errors import StoreError  # noqa: PLC0415

    def refuse(*_args: object) -> None:
        raise StoreError("reviews.db: disk is full; free some disk space and try again")

    with monkeypatch.context() as broken:
        broken.setattr(Store, "append", refuse)
        app = desk.split("and uploads")
    assert any("Your last act was not saved" in message for message in errors(app))
    assert heading(app) == "**Claim 2 of 4**"


def test_another_reviewers_claims_are_seen_when_the_answer_is_opened(desk: Desk, open_app: Any) -> None:
    claim, cut = desk.critique.claims[1], DRAFT.index("and uploads")
    store().append(parse_decision({
        "item_id": desk.item, "action": "split", "reviewer": "Grace", "critique_id": desk.critique.id,
        "claim_id": claim.id, "start": cut, "end": cut,
    }))  # fmt: skip
    app = open_app()
    app.query_params["item"] = desk.item
    app.run()
    assert "of 5**" in heading(app)


# --- what the browser may send -----------------------------------------------------------------------------------


def read(**entry: Any) -> Inbox:
    return inbox({"mount": uuid4().hex, "events": [{"serial": 1, "status": None, **entry}]}, claim_ids={"c"})


def taken(**entry: Any) -> list[Any]:
    got: list[Any] = []
    read(**entry).hand_over(got.append)
    return got


def test_a_span_comes_with_its_words() -> None:
    [event] = taken(kind="respan", claim="c", start=3, end=5, text="ab")
    assert event.span == MapSpan(3, 5, "ab")
    [event] = taken(kind="evidence", claim="c", start=3, end=5, text="ab", source=0, relation="contradicts")
    assert event.span == MapSpan(3, 5, "ab", 0, "contradicts")
    [event] = taken(kind="merge", claim="c")
    assert event.span is None


@each_of("change", [
    {"start": -1}, {"start": True}, {"start": 6}, {"end": "5"}, {"text": None}, {"source": -1}, {"source": None},
    {"relation": "proves"}, {"relation": None}, {"claim": "other"}, {"claim": None},
])  # fmt: skip
def test_what_no_reviewer_could_have_done_is_left_out(change: dict[str, Any]) -> None:
    entry = {"kind": "evidence", "claim": "c", "start": 3, "end": 5, "text": "ab", "source": 0, "relation": "supports"}
    assert taken(**entry)
    assert taken(**{**entry, **change}) == []
