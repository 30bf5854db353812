"""The Agreement page: figures with their reasons, people against the machine, gold items, and rulings."""

import re
import time
from collections.abc import Callable, Sequence
from typing import Any

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from components import services
from components.agreement.heatmap import STYLE, Pair, payload
from components.words.agreement import coefficient_lines, doubt_words
from critique_core import critique as check_draft
from critique_core.agreement import Coefficient
from critique_core.metrics.accuracy import Interval
from critique_core.models import (
    Critique,
    CritiqueRequest,
    ImportedLabel,
    NewItem,
    SourceDocument,
    Status,
    parse_decision,
)
from critique_core.store import Store
from tests.makers.pages import markup, shown, word_tables

OpenApp = Callable[[], AppTest]
DRAFT = "The gateway {} times out after 30 seconds. Uploads are limited to 100 MB."
SOURCE = "The gateway {} times out after 60 seconds. Uploads are limited to 100 MB."


class Team:
    """Reviewers of imported answers, each label an event in the app's store."""

    def __init__(self, open_app: OpenApp) -> None:
        st.cache_resource.clear()
        self._open, self.items = open_app, list[tuple[str, Critique]]()

    def imports(self, count: int, *, gold: bool = False, group: str | None = None) -> None:
        new = [
            NewItem(request=_request(number), gold=gold, labels_complete=True, labels=(_wrong(number),) if gold else (),
                    source_group=group)
            for number in range(len(self.items), len(self.items) + count)
        ]  # fmt: skip
        begun = store().begin_import("answers.jsonl", "rows", who="Ada")
        store().add_items(begun.id, new)
        for item_id, request in store().take_unverified(count):
            critique = check_draft(request)
            store().save_review(critique, who="machine")
            self.items.append((item_id, critique))

    def label(
        self, who: str, item: int, statuses: Sequence[Status], *, blind: bool = True, submit: bool = True
    ) -> None:
        item_id, critique = self.items[item]
        for claim, status in zip(critique.claims, statuses, strict=True):
            shown = None if blind else {"status": claim.status}
            place = {"critique_id": critique.id, "claim_id": claim.id, "start": claim.start, "end": claim.end}
            _append(item_id, who, "relabel", status=status, shown=shown, **place)
        if submit:
            _append(item_id, who, "submit")

    def open(self, tab: str = "Between reviewers") -> AppTest:
        app = self._open().run()
        app.switch_page("pages/agreement.py").run()
        app.session_state["agreement_tab"] = tab
        return app.run()


def _append(item_id: str, who: str, action: str, **fields: Any) -> None:
    store().append(parse_decision({"item_id": item_id, "reviewer": who, "action": action, **fields}))


def _request(number: int) -> CritiqueRequest:
    source = SourceDocument(id="1", title="Settings", content=SOURCE.format(number))
    return CritiqueRequest(query="How?", draft=DRAFT.format(number), sources=(source,))


def _wrong(number: int) -> ImportedLabel:
    draft = DRAFT.format(number)
    end = draft.index(". Uploads") + 1
    return ImportedLabel(status="unsupported", start=0, end=end, text=draft[:end])


def store() -> Store:
    return services.get_store()


@pytest.fixture
def team(open_app: OpenApp) -> Team:
    return Team(open_app)


def figures(app: AppTest) -> dict[str, str]:
    return {part.label: part.value for part in app.metric}


# --- between reviewers -------------------------------------------------------------------------------------------


def test_without_labels_the_page_says_what_to_do(team: Team) -> None:
    app = team.open()
    assert not app.exception
    assert "No labels to compare yet" in shown(app)
    assert "two reviewers label the same answers" in shown(app)


def test_labels_count_once_submitted_and_the_page_says_how_many_wait(team: Team) -> None:
    team.imports(1)
    team.label("Ada", 0, ["contradicted", "supported"], submit=False)
    app = team.open()
    assert "1 answer has labels that count once their reviewer submits" in shown(app)
    assert "No labels to compare yet" in shown(app)


def test_one_reviewer_alone_is_told_once_how_a_second_one_comes_in(team: Team) -> None:
    team.imports(1)
    team.label("Ada", 0, ["contradicted", "supported"])
    app = team.open()
    assert figures(app) == {}
    assert word_tables(app) == []
    assert "no claim was rated by two reviewers" not in shown(app)
    assert "Only one reviewer has labelled so far" in shown(app)
    assert "adds “submitted” to the states" in shown(app)


def test_figures_pairs_and_statuses_of_reviewers_who_differ(team: Team) -> None:
    team.imports(6)
    for place in range(6):
        team.label("Ada", place, ["contradicted", "supported"])
        team.label("<b>Bob</b>", place, ["contradicted", "supported" if place else "unsupported"])
    app = team.open()
    assert "24 labels by 2 reviewers on 6 answers" in shown(app)
    # 11 of 12 pairs alike; Krippendorff: 1 - 23 * 2 / (24^2 - (12^2 + 11^2 + 1)).
    assert figures(app)["Krippendorff's alpha"] == f"{1 - 23 * 2 / (576 - 266):.2f}"
    [pair], statuses = word_tables(app)
    assert (pair["Reviewers"], pair["Claims"]) == ("<b>Bob</b> and Ada", "12")
    assert float(pair["From"]) <= float(pair["Agreement"]) <= float(pair["To"])
    assert [row["Status"] for row in statuses] == ["≠ contradicted", "● supported", "○ unsupported"]
    assert statuses[0]["Agreement"] == "1.00"
    assert markup(app) == set()


def test_one_shared_answer_has_no_interval_and_the_reason_in_its_place(team: Team) -> None:
    team.imports(1)
    team.label("Ada", 0, ["contradicted", "supported"])
    team.label("Bob", 0, ["supported", "supported"])
    app = team.open()
    why = "needs answers from at least 5 different sets of sources that two have judged; there is 1"
    assert shown(app).count(f"An interval {why}") == 2
    assert "0.00 to 0.00" not in shown(app)
    rows = [row for table in word_tables(app) for row in table]
    assert {row["Why no interval"] for row in rows} == {f"an interval {why}"}
    assert not any("From" in row or "None" in row.values() for row in rows)


def test_answers_that_share_their_sources_are_resampled_together(team: Team) -> None:
    team.imports(6, group="manual 7")
    for place in range(6):
        team.label("Ada", place, ["contradicted", "supported"])
        team.label("Bob", place, ["contradicted", "supported" if place else "unsupported"])
    app = team.open()
    assert "24 labels by 2 reviewers on 6 answers" in shown(app)
    assert "resamples of whole answers, those with the same sources together" in shown(app)
    assert "An interval needs answers from at least 5 different sets of sources" in shown(app)


# --- people and machine, gold ------------------------------------------------------------------------------------


def test_people_against_the_machine_and_who_came_round_to_it(team: Team) -> None:
    team.imports(2)
    team.label("Ada", 0, ["supported", "supported"])
    team.label("Ada", 0, ["contradicted", "supported"], blind=False, submit=False)
    team.label("Ada", 1, ["supported", "supported"])
    app = team.open("People and machine")
    assert "50% of 4 labels have the machine's status" in shown(app).replace("*", "")
    assert "50% (" in shown(app).replace("*", "")
    assert "1 of 2 labels that had differed" in shown(app)


def test_what_differs_is_told_by_sign_and_stripes_not_by_shade_alone() -> None:
    counts: dict[Pair, int] = {
        ("supported", "supported"): 3, ("supported", "contradicted"): 1, ("unsupported", "contradicted"): 2,
        ("contradicted", "contradicted"): 2,
    }  # fmt: skip
    drawn = payload(counts, ("people", "the <i>machine</i>"), ("supported", "contradicted"))
    cells = [cell for row in drawn["rows"] for cell in row["cells"]]
    assert [(cell["kind"], cell["share"], cell["shown"]) for cell in cells if cell["count"]] == [
        ("same", 0.75, "= 3"), ("other", 0.25, "≠ 1"), ("alike", 1.0, "≈ 2"), ("same", 1.0, "= 2"),
    ]  # fmt: skip
    assert [cell["count"] for cell in cells] == [3, 1, 0, 2, 0, 2]
    assert drawn["chosen"] == cells[1]["cell"] == "supported contradicted"
    assert cells[1]["says"].startswith("people: supported, the <i>machine</i>: contradicted: 1, at odds on")
    look = dict(re.findall(r"\n\.(same|other) \{([^}]+)\}", STYLE))
    assert "stripe" not in look["same"]
    assert "repeating-linear-gradient" in look["other"]
    assert drawn["legend"][2] == "≠ at odds on whether it is supported"


def open_cell(app: AppTest, key: str, cell: str) -> AppTest:
    """Press a cell of a heatmap."""
    app.session_state[key] = {"cell": cell}
    return app.run()


def behind(app: AppTest) -> list[str]:
    """The claims listed behind a cell, as a reader sees them."""
    return [
        one.label.replace("\\", "").replace("\u2060", "")
        for one in app.button
        if str(one.key).startswith("cell_claim_")
    ]


def test_a_cell_of_people_against_the_machine_opens_the_very_claims_behind_it(team: Team) -> None:
    team.imports(3)
    for place in range(3):
        team.label("Ada", place, ["supported" if place else "contradicted", "supported"])
    app = team.open("People and machine")
    assert behind(app) == []
    open_cell(app, "machine_cells", "supported contradicted")
    assert "2 labels · people said ● supported, the machine ≠ contradicted" in shown(app).replace("*", "")
    assert behind(app) == [
        f"**Ada** · The gateway {place} times out after 30 seconds. · *answer {place + 1}, How?*" for place in (1, 2)
    ]
    app.button(key="cell_claim_1").click().run()
    assert app.query_params["item"] in (team.items[2][0], [team.items[2][0]])
    app.switch_page("pages/review.py")
    app.query_params["item"] = team.items[2][0]
    app.run()
    assert app.session_state["selection"].claim_id == team.items[2][1].claims[0].id


@pytest.mark.parametrize("cell", ["", "supported", "supported nonsense", "unsupported unsupported", "<b> supported"])
def test_a_cell_that_is_not_there_opens_nothing(team: Team, cell: str) -> None:
    team.imports(1)
    team.label("Ada", 0, ["supported", "supported"])
    app = open_cell(team.open("People and machine"), "machine_cells", cell)
    assert not app.exception
    assert behind(app) == []


def test_a_cell_of_two_reviewers_opens_the_claims_on_which_they_said_that(team: Team) -> None:
    team.imports(2)
    for place in range(2):
        team.label("Ada", place, ["contradicted", "supported"])
        team.label("Bob", place, ["contradicted" if place else "supported", "supported"])
        team.label("Eve", place, ["unsupported", "supported"])
    app = open_cell(team.open(), "reviewer_cells", "contradicted supported")
    assert "1 claim · Ada said ≠ contradicted, Bob ● supported" in shown(app).replace("*", "")
    assert behind(app) == ["The gateway 0 times out after 30 seconds. · *answer 1, How?*"]
    app.selectbox(key="agreement_pair").select_index(1).run()
    open_cell(app, "reviewer_cells", "contradicted unsupported")
    assert len(behind(app)) == 2


def test_claims_of_the_same_words_behind_a_cell_name_their_answers(team: Team) -> None:
    team.imports(3)
    for place in range(3):
        team.label("Ada", place, ["contradicted", "supported"])
    app = open_cell(team.open("People and machine"), "machine_cells", "supported supported")
    assert len(behind(app)) == len(set(behind(app))) == 3
    assert all("Uploads are limited to 100 MB." in one for one in behind(app))


def test_a_cell_hides_the_claims_of_an_answer_that_one_is_labelling(team: Team) -> None:
    team.imports(2)
    for place in range(2):
        team.label("Grace", place, ["supported", "supported"])
    team.label("Ada", 0, ["supported", "supported"], submit=False)
    app = open_cell(team.open("People and machine"), "machine_cells", "supported contradicted")
    assert behind(app) == ["**Grace** · The gateway 1 times out after 30 seconds. · *answer 2, How?*"]
    assert "1 more is hidden until you submit your labels." in shown(app)


# --- never stale -------------------------------------------------------------------------------------------------


def test_after_a_decision_the_next_draw_counts_it_however_long_reading_takes(
    team: Team, monkeypatch: pytest.MonkeyPatch
) -> None:
    team.imports(4)
    for place in range(3):
        team.label("Ada", place, ["contradicted", "supported"])
    read = Store.labelled

    def slow(*given: Any, **named: Any) -> Any:
        for one in read(*given, **named):
            time.sleep(0.4)
            yield one

    monkeypatch.setattr(Store, "labelled", slow)
    app = team.open()
    assert "6 labels by 1 reviewer on 3 answers" in shown(app)
    team.label("Ada", 3, ["contradicted", "supported"])
    assert "8 labels by 1 reviewer on 4 answers" in shown(app.run())


def test_only_what_has_changed_is_read_again(team: Team, monkeypatch: pytest.MonkeyPatch) -> None:
    team.imports(4)
    for place in range(4):
        team.label("Ada", place, ["contradicted", "supported"])
    app, read, went_through = team.open(), Store.labelled, list[str]()

    def watched(*given: Any, **named: Any) -> Any:
        for one in read(*given, **named):
            went_through.append(one[0].id)
            yield one

    monkeypatch.setattr(Store, "labelled", watched)
    team.label("Bob", 2, ["supported", "supported"])
    assert "10 labels by 2 reviewers on 4 answers" in shown(app.run())
    assert went_through == [team.items[2][0]]


def test_gold_items_measure_each_reviewer(team: Team) -> None:
    team.imports(2, gold=True)
    team.label("Ada", 0, ["contradicted", "supported"])
    team.label("Bob", 0, ["supported", "supported"])
    table = team.open("Gold items").dataframe[0].value
    assert table["Reviewer"].tolist() == ["Ada", "Bob"]
    assert table["Same on support"].tolist() == [1.0, 0.5]


# --- adjudication ------------------------------------------------------------------------------------------------


def contested(team: Team, count: int = 2) -> None:
    team.imports(count)
    for place in range(count):
        team.label("Grace", place, ["contradicted", "supported"])
        team.label("Bob", place, ["supported", "supported"])


def test_labels_stand_side_by_side_and_a_ruling_is_written_and_moves_on(team: Team) -> None:
    contested(team)
    item_id, critique = team.items[0]
    _append(item_id, "Grace", "note", claim_id=critique.claims[0].id, critique_id=critique.id, note="[see](x) :smile:")
    app = team.open("Adjudication")
    assert "0 of 2 decided" in app.main.get("progress")[0].text
    assert all(words in shown(app) for words in ("Grace", "≠ contradicted", "Bob", "● supported", "[see](x) :smile:"))
    assert "The machine: **≠ contradicted**" in shown(app)
    assert markup(app) == set()
    app.text_input(key="ruling_note").set_value("the page says 60")
    app.button(key="rule_contradicted").click().run()
    assert not app.exception
    ruling = store().decisions(item_id)[-1]
    assert (ruling.action, ruling.status, ruling.reviewer, ruling.note) == (
        "adjudicate", "contradicted", "Ada", "the page says 60",
    )  # fmt: skip
    assert (ruling.start, ruling.end) == (critique.claims[0].start, critique.claims[0].end)
    assert "1 of 2 decided" in app.main.get("progress")[0].text
    assert "1 of 1" in shown(app)


def test_the_sources_are_read_whole_and_the_machines_word_is_folded(team: Team) -> None:
    contested(team, 1)
    app = team.open("Adjudication")
    folds = {fold.label: fold for fold in app.expander}
    settings = folds.pop("Settings")
    assert settings.proto.expanded
    assert [part.value for part in settings.text] == [SOURCE.format(0)]
    [(label, machine)] = folds.items()
    assert label == "What the machine said, and the passages it chose"
    assert not machine.proto.expanded
    assert "The machine: **≠ contradicted**" in [part.value.split(" · ")[0] for part in machine.markdown]


def test_undo_takes_the_last_ruling_back_and_only_that(team: Team) -> None:
    contested(team, 1)
    app = team.open("Adjudication")
    app.button(key="rule_supported").click().run()
    assert "Every claim is decided" in shown(app)
    app.button(key="undo_ruling").click().run()
    assert "0 of 1 decided" in app.main.get("progress")[0].text
    assert [event.action for event in store().decisions(team.items[0][0])][-2:] == ["adjudicate", "undo"]


def test_decided_claims_can_be_looked_at_again(team: Team) -> None:
    contested(team)
    app = team.open("Adjudication")
    app.button(key="rule_supported").click().run()
    app.session_state["cases_shown"] = "Decided"
    app.run()
    assert "Decided: ● supported" in shown(app)


def test_other_peoples_labels_are_hidden_from_whoever_is_labelling_the_answer(team: Team) -> None:
    contested(team, 1)
    team.label("Ada", 0, ["supported", "supported"], submit=False)
    app = team.open("Adjudication")
    assert "1 more answer is hidden until you submit" in shown(app)
    assert "Grace" not in shown(app)
    _append(team.items[0][0], "Ada", "submit")
    assert "Grace" in shown(team.open("Adjudication"))


def test_only_differences_on_support_when_asked(team: Team) -> None:
    team.imports(1)
    team.label("Grace", 0, ["contradicted", "supported"])
    team.label("Bob", 0, ["unsupported", "supported"])
    app = team.open("Adjudication")
    assert "1 of 1" in shown(app)
    app.session_state["cases_kind"] = "Supported or not"
    app.run()
    assert "No claim fits these filters" in shown(app)


# --- too few labels ----------------------------------------------------------------------------------------------


def test_few_labels_make_the_agreement_provisional_and_say_how_many_it_needs(team: Team) -> None:
    team.imports(5)
    for item in range(5):
        team.label("Ada", item, ["contradicted", "supported"])
        team.label("Bob", item, ["contradicted" if item else "supported", "supported"])
    words = shown(team.open())
    assert "Provisional: 10 claims with two labels or more leave alpha anywhere from" in words
    assert "of them make that interval 0.2 wide" in words


def rated(claims: int, limits: tuple[float, float] | None, *, groups: int = 50) -> Coefficient:
    """Alpha of 0.8 with an interval or the reason for none."""
    between = Interval(*limits) if limits else None
    return Coefficient(0.8, between, claims, 0.9, None if limits else "every resample is alike", groups)


@pytest.mark.parametrize(
    ("claims", "limits", "needed"), [(100, (0.5, 0.9), "400"), (100, (0.69, 0.9), "110"), (3, (0.7, 0.91), "10")]
)
def test_how_many_more_are_needed_follows_from_the_width(claims: int, limits: tuple[float, float], needed: str) -> None:
    doubt = doubt_words(rated(claims, limits))
    assert doubt == (
        f"Provisional: {claims} claims with two labels or more leave alpha anywhere from {limits[0]:.2f} to "
        f"{limits[1]:.2f}. About {needed} of them make that interval 0.2 wide."
    )


@pytest.mark.parametrize("limits", [(0.0, 0.2), (0.75, 0.9)])
def test_an_interval_no_wider_than_two_tenths_leaves_no_doubt(limits: tuple[float, float]) -> None:
    assert doubt_words(rated(10, limits)) is None


def test_without_an_interval_few_answers_are_in_doubt_and_many_that_are_all_alike_are_not() -> None:
    assert doubt_words(rated(1, None, groups=1)) == (
        "Provisional: two labels on 1 claim are too few to say how sure these figures are."
    )
    assert doubt_words(rated(90, None, groups=29)) is not None
    assert doubt_words(rated(90, None, groups=30)) is None


def test_no_figure_is_in_doubt_where_there_is_none() -> None:
    assert doubt_words(Coefficient(value=None, interval=None, claims=0, observed=None, reason="nobody")) is None


def test_below_a_coefficient_stands_its_interval_or_why_there_is_none() -> None:
    assert coefficient_lines(rated(1200, (0.5, 0.9))) == ["0.50 to 0.90 · 1,200 claims · 90% of pairs agree"]
    assert coefficient_lines(rated(1, None)) == ["1 claim · 90% of pairs agree", "Every resample is alike"]
    assert coefficient_lines(rated(9, (-0.004, 0.2))) == ["0.00 to 0.20 · 9 claims · 90% of pairs agree"]
    assert coefficient_lines(Coefficient(None, None, 0, reason="nobody")) == ["Not computed: nobody"]
