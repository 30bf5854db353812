"""The Tuning page: from stored labels to a threshold, and a profile in use."""

import json
import re
import shutil
import threading
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from components import services
from components.review.profile_in_use import threshold_words
from components.tuning.slider import signed
from components.words.tuning import change_words
from components.work.tuning_curves import page_of, prepared_charts
from critique_core.assembly import critic
from critique_core.errors import StoreError
from critique_core.examples import load_examples
from critique_core.models import DecisionDraft, Shown, VerifierSpec
from critique_core.settings import Settings
from critique_core.store import Store
from critique_core.tuning.change import Change, Decided, Flip, FlipKind
from critique_core.tuning.fitting import prepare
from critique_core.tuning.labels import Label, gathered, labels_of
from critique_core.tuning.objectives import Objective
from critique_core.tuning.profiles import read_profile
from tests.makers.labelled_store import fill
from tests.makers.pages import errors, markup, shown, word_tables

TUNING = "pages/tuning.py"
OTHER = VerifierSpec(spec="older", fingerprint="o" * 64)


@pytest.fixture(scope="session")
def labelled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """300 labels by people on what the verifier in use judged."""
    return fill(tmp_path_factory.mktemp("labelled") / "store.db", 30, critic(Settings()).verifier.spec)


@pytest.fixture
def page(labelled: Path, tmp_path: Path, open_app: Callable[[], AppTest]) -> AppTest:
    shutil.copy(labelled, tmp_path / "reviews.db")
    return open_app().run().switch_page(TUNING).run()


def matrix(app: AppTest) -> list[int]:
    """Right, false alarms, missed, right: the counts of the labels tuned on."""
    look_at(app, "Figures")
    html = next(part.proto.body for part in app.get("html") if 'class="matrix"' in part.proto.body)
    return [int(count.replace(",", "")) for count in re.findall(r'class="matrix">([\d,]+)<', html)]


def look_at(app: AppTest, tab: str) -> None:
    """Bring a tab below the slider in view; only that one is drawn."""
    app.session_state["tuning_tab"] = tab
    app.run()


def test_without_labels_the_page_says_how_to_get_some(app: AppTest) -> None:
    app.switch_page(TUNING).run()
    assert "No labels yet." in shown(app)
    assert not app.exception
    assert not app.slider


def test_the_slider_stands_on_the_best_threshold_and_moves_every_number(page: AppTest) -> None:
    assert "Best threshold" in shown(page)
    assert "300 labels of 30 answers" in shown(page)
    best = page.slider(key="tuning_threshold").value
    assert 0 < best < 1
    before = matrix(page)
    assert 0 < sum(before) < 300  # the rest is held out
    page.slider(key="tuning_threshold").set_value(0.0).run()
    assert matrix(page)[1] == matrix(page)[3] == 0  # everything is passed, nothing held back
    assert sum(matrix(page)) == sum(before)
    page.button(key="go_to_best").click().run()
    assert page.slider(key="tuning_threshold").value == best
    assert matrix(page) == before
    assert not page.exception


def test_a_dearer_miss_asks_for_a_higher_threshold(page: AppTest) -> None:
    page.number_input(key="tuning_miss").set_value(1.0).run()
    lenient = page.slider(key="tuning_threshold").value
    page.number_input(key="tuning_miss").set_value(20.0).run()
    assert page.slider(key="tuning_threshold").value > lenient


def test_a_promise_is_told_with_what_it_rests_on_and_refused_where_it_cannot_be_kept(page: AppTest) -> None:
    page.selectbox(key="tuning_objective").set_value("conformal").run()
    assert "at most 10% are passed" in shown(page)
    assert "drawn alike" in shown(page)
    assert "at least 9 labelled answers" in shown(page)
    page.number_input(key="tuning_alpha").set_value(0.01).run()
    assert "alpha 0.01 cannot be promised" in shown(page)
    assert page.slider(key="tuning_threshold").value == 0.5  # the settings', since none could be chosen
    assert matrix(page)


def test_few_labels_make_a_provisional_threshold_with_the_number_needed(page: AppTest) -> None:
    page.number_input(key="tuning_width").set_value(0.02).run()
    assert "Provisional" in shown(page)
    assert re.search(r"about [\d,]+ labels in all make the held-out interval 0.02 wide", shown(page))


def test_recalibration_shows_before_and_after_and_is_kept_with_the_profile(page: AppTest) -> None:
    page.selectbox(key="tuning_calibrator").set_value("platt").run()
    assert re.search(r"Brier score 0\.\d+ → 0\.\d+", shown(page))
    assert re.search(r"changes by [-+]?0\.\d{4} to [-+]?0\.\d{4}\. \*\*(Take it|Not sure to help)", shown(page))
    page.text_input(key="tuning_name").set_value("fitted")
    page.button(key="save_profile").click().run()
    [kept] = services.get_store().profiles()
    calibrator = read_profile(kept.body).calibrator
    assert calibrator is not None
    assert calibrator.kind == "platt"


@pytest.mark.parametrize(
    ("value", "said"), [(-0.00004, "0.0000"), (0.00004, "0.0000"), (0.0015, "+0.0015"), (-0.0001, "-0.0001")]
)
def test_a_change_has_its_sign_unless_it_rounds_to_nothing(value: float, said: str) -> None:
    assert signed(value) == said


def test_labels_of_one_kind_only_are_told(open_app: Callable[[], AppTest], tmp_path: Path) -> None:
    fill(tmp_path / "reviews.db", 6, critic(Settings()).verifier.spec, truth=[True])
    app = open_app().run().switch_page(TUNING).run()
    assert "are supported; a threshold needs some of both kinds" in shown(app)
    assert not app.exception
    assert matrix(app)[2] == 0


def test_one_answer_alone_is_told_to_be_too_few(open_app: Callable[[], AppTest], tmp_path: Path) -> None:
    fill(tmp_path / "reviews.db", 1, critic(Settings()).verifier.spec)
    app = open_app().run().switch_page(TUNING).run()
    assert not app.exception
    words = shown(app)
    assert "held out" in words or "Provisional" in words


def test_a_store_that_fails_is_explained(page: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_args: object, **_kwargs: object) -> None:
        raise StoreError("reviews.db: the file is damaged; restore it from a copy")

    monkeypatch.setattr(Store, "version", refuse)
    page.run()
    assert "reviews.db: the file is damaged; restore it from a copy" in errors(page)


# --- what changes ------------------------------------------------------------------------------------------------


def flips(app: AppTest) -> list[str]:
    """The claims listed that flip, as a reader sees them."""
    return [plain(one.label) for one in app.button if str(one.key).startswith("flip_")]


def plain(markdown: str) -> str:
    return markdown.replace("\\", "").replace("\u2060", "")


def test_the_threshold_in_use_stands_beside_the_new_one_in_words_and_in_figures(page: AppTest) -> None:
    page.slider(key="tuning_threshold").set_value(0.8).run()
    labels = [label for label in gathered_labels() if 0.5 <= label.probability < 0.8]
    errors = sum(not label.supported for label in labels)
    assert errors
    caught, read = (f"{count} more {what} ({count / 3:.0f} in 100 claims)" for count, what in (
        (errors, "errors caught"), (len(labels), "claims to read"),
    ))  # fmt: skip
    assert f"{caught}, {read}" in shown(page)
    rows = word_tables(page)[0]
    assert [list(row) for row in rows] == [["labelled claims", "in use: 0.50 (settings)", "new: 0.8"]] * 2
    differences = [int(row["new: 0.8"]) - int(row["in use: 0.50 (settings)"]) for row in rows]
    assert differences == [errors, len(labels)]
    assert rows[1]["labelled claims"] == "claims to read, of 300"
    assert f"{errors} errors now caught" in shown(page)


def gathered_labels() -> tuple[Label, ...]:
    return gathered(labels_of(critique, events) for _, critique, events in services.get_store().labelled()).labels


def test_errors_that_a_lower_threshold_misses_are_listed_first_and_more_on_request(page: AppTest) -> None:
    page.slider(key="tuning_threshold").set_value(0.2).run()
    assert "more errors missed" in shown(page)
    assert "fewer claims to read (" in shown(page)
    listed = flips(page)
    assert len(listed) == 5
    assert all(one.startswith("**Error now missed** · 0.") and "Sensor" in one for one in listed)
    page.button(key="more_flips").click().run()
    assert flips(page)[:5] == listed
    assert len(flips(page)) == 25
    assert flips(page)[-1].startswith(("**Error now missed**", "**Right claim no longer to read**"))


def test_a_claim_that_flips_opens_its_review_with_the_claim_selected(page: AppTest) -> None:
    page.slider(key="tuning_threshold").set_value(0.8).run()
    _, _, words, answer = flips(page)[0].split(" · ")
    page.button(key="flip_0").click().run()
    item_id = page.query_params["item"]
    page.switch_page("pages/review.py")
    page.query_params["item"] = item_id
    page.run()
    assert not page.exception
    item_id = item_id if isinstance(item_id, str) else item_id[0]
    item, critique = services.get_store().item(item_id), services.get_store().latest_critique(item_id)
    assert item is not None
    assert critique is not None
    assert answer.startswith(f"*answer {item.number}, Sensor {10 * (item.number - 1)} reads")
    selected = page.session_state["selection"].claim_id
    assert next(claim.text for claim in critique.claims if claim.id == selected) == words


def test_where_nothing_flips_the_page_says_so(page: AppTest) -> None:
    page.slider(key="tuning_threshold").set_value(0.5).run()
    assert "Nothing changes: the two decide alike on all 300 labelled claims." in shown(page)
    assert flips(page) == []


def test_labels_of_another_verifier_are_compared_with_no_threshold_in_use(
    open_app: Callable[[], AppTest], tmp_path: Path
) -> None:
    app = of(open_app, tmp_path, fitting=0, stale=12)
    assert "The threshold in use is another verifier's" in shown(app)
    assert flips(app) == []


def test_labels_taken_most_uncertain_first_are_warned_of_with_their_share(page: AppTest) -> None:
    store = services.get_store()
    for item, critique, _ in tuple(store.labelled())[:6]:
        for claim in critique.claims:
            shown_then = Shown.of(critique, claim, order="uncertain")
            store.append(DecisionDraft(item_id=item.id, action="accept", reviewer="Ada", critique_id=critique.id,
                                       claim_id=claim.id, shown=shown_then))  # fmt: skip
    assert "Everyday answers" not in shown(page.run()), "every answer was submitted, so none was chosen"
    left = store.save_review(services.get_critic().critique(load_examples()[0].request), who="Ada")
    assert "Everyday answers" not in shown(page.run()), "an example is not in the queue"
    store.put_in_queue(left.item_id, "Ada")
    told = next(str(box.value) for box in page.run().warning if "Everyday answers" in str(box.value))
    assert told.startswith("**60 of 300 labels (20%) are of the most uncertain answers.**")
    assert len(told.split()) <= 30


def test_the_page_with_its_warning_and_the_claims_that_flip_says_no_more_than_250_words(page: AppTest) -> None:
    store = services.get_store()
    left = store.save_review(services.get_critic().critique(load_examples()[0].request), who="Ada")
    store.put_in_queue(left.item_id, "Ada")
    item, critique, _ = next(iter(store.labelled()))
    claim = critique.claims[0]
    store.append(DecisionDraft(item_id=item.id, action="accept", reviewer="Ada", critique_id=critique.id,
                               claim_id=claim.id, shown=Shown.of(critique, claim, order="uncertain")))  # fmt: skip
    page.slider(key="tuning_threshold").set_value(0.2).run()
    assert "Everyday answers" in shown(page)
    assert flips(page)
    widgets = (page.button, page.selectbox, page.number_input, page.slider, page.text_input, page.tabs)
    labels = [str(one.label) for kind in widgets for one in kind if not str(one.key).startswith("flip_")]
    cells = [" ".join((*row, *row.values())) for table in word_tables(page) for row in table]
    kinds = [one.split(" · ")[0] for one in flips(page)]
    words = re.findall(r"[^\W_]\S*", " ".join((shown(page), *labels, *cells, *kinds)))
    assert 100 < len(words) <= 250, " ".join(words)


@pytest.mark.parametrize(
    ("kinds", "said"),
    [
        (
            ["caught"] * 3 + ["alarm"] * 16,
            "3 more errors caught (2 in 100 claims), 19 more claims to read (10 in 100 claims)",
        ),
        (["missed", "spared"], "1 more error missed (0.5 in 100 claims), 2 fewer claims to read (1 in 100 claims)"),
        (["alarm"], "As many errors caught, 1 more claim to read (0.5 in 100 claims)"),
        (["caught", "spared"], "1 more error caught (0.5 in 100 claims), as many claims to read"),
    ],
)
def test_what_changes_is_counted_and_said_in_hundred_claims(kinds: list[FlipKind], said: str) -> None:
    one = Label(probability=0.5, supported=True, group="g")
    caught = kinds.count("caught") - kinds.count("missed")
    held = kinds.count("caught") + kinds.count("alarm") - kinds.count("missed") - kinds.count("spared")
    flipped = tuple(Flip(one, kind, 0.5) for kind in kinds)
    assert change_words(Change(200, 40, Decided(20, 40), Decided(20 + caught, 40 + held), flipped)) == said


# --- labels of another verifier, and of others than people -------------------------------------------------------


def of(open_app: Callable[[], AppTest], path: Path, *, fitting: int, stale: int) -> AppTest:
    """The page over answers of ten labels each, some judged by the verifier in use and some by another."""
    store = path / "reviews.db"
    if fitting:
        fill(store, fitting, critic(Settings()).verifier.spec)
    if stale:
        fill(store, stale, OTHER, first=fitting)
    return open_app().run().switch_page(TUNING).run()


def test_a_threshold_from_stale_labels_says_so_beside_it_and_where_it_is_saved(
    open_app: Callable[[], AppTest], tmp_path: Path
) -> None:
    app = of(open_app, tmp_path, fitting=0, stale=12)
    assert "Best threshold" in shown(app)
    [told] = [str(part.value).replace("\\", "") for part in app.warning]
    assert "**Stale:** all 120 labels rest on what another verifier believed, here older (oooooooo)" in told
    assert "cannot be put in use. Judge the answers again, here or with `claimlens rescore`" in told
    assert "It will be stale: none of the 120 labels fit the verifier in use." in shown(app)
    assert app.button(key="save_profile").label.endswith(", stale")
    save(app, "old")
    assert "it is stale: judge the answers again before one is put in use" in shown(app)


@pytest.mark.slow
def test_stale_labels_are_judged_again_from_beside_the_threshold(
    open_app: Callable[[], AppTest], tmp_path: Path
) -> None:
    app = of(open_app, tmp_path, fitting=0, stale=12)
    app.button(key="judge_labels_again").click().run()
    settle(app)
    assert not app.warning
    assert "Stale" not in shown(app)


@pytest.mark.slow
def test_of_a_mixed_set_it_is_told_how_many_labels_fit(open_app: Callable[[], AppTest], tmp_path: Path) -> None:
    app = of(open_app, tmp_path, fitting=12, stale=3)
    names = app.selectbox(key="tuning_verifier").options
    assert [name.partition(", ")[2] for name in names] == ["in use)", "not in use)", "to compare"]
    assert "120 labels of 12 answers" in shown(app)
    assert "**120 of 150 labels** fit the verifier in use and count here; the other 30 rest on" in shown(app)
    assert "It rests on 120 of 150 labels, those that fit the verifier in use." in shown(app)
    assert app.button(key="save_profile").label.startswith("Save 0.")
    assert "stale" not in app.button(key="save_profile").label
    app.selectbox(key="tuning_verifier").set_value(OTHER.fingerprint).run()
    assert "**Stale:** 30 of 150 labels rest on what another verifier believed" in shown(app)
    assert "It will be stale: only 120 of the 150 labels fit the verifier in use." in shown(app)


def test_labels_that_all_fit_are_not_called_stale(page: AppTest) -> None:
    assert "Stale" not in shown(page)
    assert "fit the verifier in use" not in shown(page)
    assert not [one for one in page.button if one.key == "judge_labels_again"]


def test_the_switch_of_imported_labels_reads_alike_on_and_off(open_app: Callable[[], AppTest], tmp_path: Path) -> None:
    fill(tmp_path / "reviews.db", 12, critic(Settings()).verifier.spec, origin="imported")
    app = open_app().run().switch_page(TUNING).run()
    switch = app.toggle(key="tuning_origins_imported")
    assert (switch.label, switch.value) == ("also count 120 imported", False)
    assert "No label by people yet." in shown(app)
    switch.set_value(True).run()
    assert app.toggle(key="tuning_origins_imported").label == "also count 120 imported"
    assert "120 labels of 12 answers" in shown(app)


def test_few_answers_have_figures_without_intervals_and_the_page_says_why(
    open_app: Callable[[], AppTest], tmp_path: Path
) -> None:
    app = of(open_app, tmp_path, fitting=3, stale=0)
    look_at(app, "Figures")
    assert not re.search(r"<small>[\d.]+–", tables(app))
    assert "a figure has none where it rests on fewer than 5 of them" in shown(app)
    assert "and an interval needs 5" in shown(app)
    assert not app.exception


@pytest.mark.parametrize("threshold", [0.0, 0.2, 0.3, 0.59, 0.8, 0.9])
def test_the_mark_of_a_threshold_lies_on_the_line_of_its_objective_however_few_the_labels(threshold: float) -> None:
    beliefs = ((0.3, False), (0.5, True), (0.8, False), (0.9, True))
    labels = [Label(probability=p, supported=truth, group="g", claim=str(p)) for p, truth in beliefs]
    ready = prepare(labels, held_out_share=0)
    along = prepared_charts(ready, Objective(name="cost", miss_cost=5, alarm_cost=1), None)[0]
    drawn = re.findall(r'<polyline class="line on" points="([^"]+)"', along.drawn)
    points = [tuple(float(number) for number in point.split(",")) for point in drawn[0].split()]
    page = page_of((along,), ready.tuned_on.at(threshold))
    x, y = (float(number) for number in re.findall(r'class="mark" cx="([\d.]+)" cy="([\d.]+)"', page)[-1])
    assert any(min(a[0], b[0]) - 0.11 <= x <= max(a[0], b[0]) + 0.11 and a[1] == b[1] == y for a, b in pairwise(points))


def tables(app: AppTest) -> str:
    return "".join(part.proto.body for part in app.get("html") if 'class="tuning"' in part.proto.body)


# --- profiles ----------------------------------------------------------------------------------------------------


def save(page: AppTest, name: str) -> str:
    page.text_input(key="tuning_name").set_value(name)
    page.button(key="save_profile").click().run()
    return services.get_store().profiles()[0].id


def test_a_saved_profile_is_activated_shown_and_taken_out_of_use(page: AppTest) -> None:
    best = page.slider(key="tuning_threshold").value
    kept = save(page, "careful")
    assert "careful" in shown(page)
    activate(page, kept)
    assert services.get_critic().profile.support_threshold == pytest.approx(best, abs=0.001)
    page.switch_page("pages/settings.py").run()
    assert f"Profile: careful, supported from {threshold_words(services.get_critic().profile)}" in shown(page)
    page.switch_page(TUNING).run()
    page.button(key=f"deactivate_{kept}").click().run()
    assert services.get_critic().profile.support_threshold == 0.5


def activate(page: AppTest, kept: str) -> None:
    """Put a provisional profile in use, which is asked once more."""
    page.button(key=f"activate_{kept}").click().run()
    page.button(key="confirm_activation").click().run()


def test_a_provisional_profile_is_put_in_use_only_after_it_was_said_why_it_is_one(page: AppTest) -> None:
    page.slider(key="tuning_threshold").set_value(0.123).run()
    kept = save(page, "mine")
    page.button(key=f"activate_{kept}").click().run()
    assert services.get_store().active_profile() is None
    assert "- chosen by hand, not the best for its objective" in shown(page)
    page.button(key="leave_profile").click().run()
    assert services.get_store().active_profile() is None
    activate(page, kept)
    assert services.get_critic().profile.support_threshold == 0.123


def test_a_profile_with_labels_enough_is_put_in_use_at_once(page: AppTest) -> None:
    save(page, "careful")
    body = json.loads(services.get_store().profiles()[0].body)
    sure = services.get_store().save_profile("sure", json.dumps({**body, "provisional": []}), who="Ada")
    page.run()
    page.button(key=f"activate_{sure.id}").click().run()
    assert services.get_critic().profile.name == "careful"


def test_another_objective_leaves_a_slider_where_it_was_put_by_hand(page: AppTest) -> None:
    page.selectbox(key="tuning_objective").set_value("f1").run()
    aimed = page.slider(key="tuning_threshold").value
    page.slider(key="tuning_threshold").set_value(0.123).run()
    page.number_input(key="tuning_width").set_value(0.2).run()
    page.selectbox(key="tuning_objective").set_value("cost").run()
    page.number_input(key="tuning_miss").set_value(20.0).run()
    assert page.slider(key="tuning_threshold").value == 0.123
    page.button(key="go_to_best").click().run()
    assert page.slider(key="tuning_threshold").value > aimed
    page.selectbox(key="tuning_objective").set_value("f1").run()
    assert page.slider(key="tuning_threshold").value == aimed, "not moved by hand since"


def test_a_threshold_chosen_by_hand_says_so(page: AppTest) -> None:
    page.slider(key="tuning_threshold").set_value(0.123).run()
    save(page, "mine")
    profile = read_profile(services.get_store().profiles()[0].body)
    assert profile.threshold == 0.123
    assert "chosen by hand" in profile.provisional[-1]
    assert profile.interval is None


def test_a_kept_profile_is_told_in_plain_words(page: AppTest) -> None:
    page.selectbox(key="tuning_by").set_value("source_type").run()
    save(page, "careful")
    words = shown(page)
    assert "least cost: 5 a miss, 1 a false alarm · labels: 300 by people" in words
    assert "miss_cost" not in words
    assert "source_type=" not in words
    assert "Source type doc: 0." in words


def test_a_profile_without_a_name_is_not_kept(page: AppTest) -> None:
    page.button(key="save_profile").click().run()
    assert "Give the profile a name first." in shown(page)
    assert services.get_store().profiles() == ()


def test_two_profiles_are_compared(page: AppTest) -> None:
    first = save(page, "careful")
    page.slider(key="tuning_threshold").set_value(0.2).run()
    second = save(page, "lenient")
    page.multiselect(key="tuning_compared").set_value([first, second]).run()
    table = page.dataframe[0].value
    assert list(table.columns) == ["", "careful", "lenient"]
    assert table.set_index("").loc["threshold", "lenient"].startswith("0.2")


def test_stale_unbound_and_broken_profiles_are_shown_and_cannot_be_activated(page: AppTest) -> None:
    kept = save(page, "careful")
    store = services.get_store()
    body = json.loads(store.profiles()[0].body)
    stale = store.save_profile("old", json.dumps({**body, "verifier_fingerprint": "o" * 64}), who="Ada")
    unbound = store.save_profile("loose", json.dumps({**body, "verifier_fingerprint": None}), who="Ada")
    broken = store.save_profile("broken", "{}", who="Ada")
    page.run()
    assert not page.button(key=f"activate_{kept}").disabled
    for one, why in ((stale, "is stale"), (unbound, "bound to no verifier"), (broken, "is no profile")):
        assert page.button(key=f"activate_{one.id}").disabled
        assert why in shown(page)
    page.button(key=f"delete_{broken.id}").click().run()
    page.button(key="confirm_profile_deletion").click().run()
    assert broken.id not in {one.id for one in store.profiles()}


def test_hostile_names_are_text(page: AppTest) -> None:
    save(page, "<script>alert(1)</script> [x](javascript:alert(1))")
    assert "<script>alert(1)</script> [x](javascript:alert(1))" in shown(page)
    assert markup(page) == set()


# --- the profile in use on other pages ---------------------------------------------------------------------------


def test_review_decides_again_under_the_profile_in_use_without_verifying(
    app: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    app.button(key="example_01_timeout_wrong").click().run()
    item = app.query_params["item"]
    app.session_state["why"] = True  # the details are open
    assert "from a probability of 0.50, as in the settings" in shown(app.run())
    before = services.get_store().latest_critique(item[0] if isinstance(item, list) else item)
    assert before is not None
    _use(before.verifier, threshold=0.0)
    monkeypatch.setattr(type(services.get_critic().verifier), "verify", _must_not_run)
    observed = services.get_store().observations()
    app.run()
    assert services.get_store().observations() == observed, "looking at it is no run"
    assert "Decided again under profile everything" in shown(app)
    assert "from a probability of 0.00, by profile “everything”" in shown(app)
    after = services.get_store().latest_critique(item[0] if isinstance(item, list) else item)
    assert after is not None
    assert {claim.status for claim in after.claims if claim.checkable} == {"supported"}
    services.get_store().activate_profile(None, support_threshold=0.5)
    app.run()
    assert "from a probability of 0.50, as in the settings" in shown(app)


def test_a_stale_profile_in_use_is_told_on_review_settings_and_tuning(app: AppTest) -> None:
    _use(OTHER, threshold=0.9)
    for name in ("pages/settings.py", TUNING, "pages/review.py"):
        app.switch_page(name).run()
        assert "profile 'everything' is stale" in shown(app)
        assert "supported from 0.5, as in the settings" in shown(app)
        links = [part.proto.page for part in app.get("page_link")]
        assert ("tuning" in links) == (name != TUNING)
    assert services.get_critic().profile.support_threshold == 0.5


def test_a_draft_is_checked_by_the_settings_threshold_while_the_store_is_away(
    app: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert app.title
    _use(services.get_critic().verifier.spec, threshold=0.9)

    def refuse() -> None:
        raise StoreError("reviews.db: the disk is full")

    assert services.get_critic().profile.support_threshold == 0.9
    monkeypatch.setattr(services, "get_store", refuse)
    assert services.get_critic().profile.support_threshold == 0.5
    assert services.profile_notice() == "The profile in use cannot be read: reviews.db: the disk is full"


def test_answers_of_another_verifier_are_judged_again_from_the_page(
    open_app: Callable[[], AppTest], tmp_path: Path
) -> None:
    fill(tmp_path / "reviews.db", 3, OTHER)
    app = open_app().run().switch_page(TUNING).run()
    assert "3 stored answers were judged by another verifier" in shown(app)
    app.button(key="rescore").click().run()
    settle(app)
    told = [str(part.value) for part in app.success]
    assert told == [("3 of 3 answers judged again; 30 decisions joined, 0 could not be placed, "
                    "0 answers keep their old critique.")]  # fmt: skip
    app.button(key="close_rescore").click().run()
    assert "judged by another verifier" not in shown(app)
    assert "30** labels by people" in shown(app)


def settle(app: AppTest) -> None:
    """Wait until the answers are judged, and look again."""
    job = services.get_jobs().find(("rescore",))
    assert job is not None
    assert job.done(30)
    app.run()


def test_history_judges_again_in_the_background_and_can_be_stopped(
    open_app: Callable[[], AppTest], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(tmp_path / "reviews.db", 3, OTHER)
    app = open_app().run().switch_page("pages/history.py").run()
    assert "3 stored answers were judged by another verifier" in shown(app)
    judging, go_on = threading.Event(), threading.Event()
    save = Store.save_review

    def slow(*given: Any, **named: Any) -> Any:
        kept = save(*given, **named)
        judging.set()
        go_on.wait(30)
        return kept

    monkeypatch.setattr(Store, "save_review", slow)
    app.button(key="rescore").click().run()
    assert judging.wait(30)
    app.run()
    assert "3 reviews, newest work first" in shown(app)  # the list is there while it goes on
    assert [part.proto.text for part in app.get("progress")] == ["Judging again, 0 of 3 done; what is done stays done"]
    job = services.get_jobs().find(("rescore",))
    assert job is not None
    app.button(key="stop_rescore").click().run()
    go_on.set()
    assert job.done(30)
    app.run()  # counts again what is left to judge, since the store has changed
    counting = services.get_jobs().find(("stale answers",))
    assert counting is not None
    assert counting.done(30)
    app.run()
    assert "2 stored answers were judged by another verifier" in shown(app)


def _use(verifier: VerifierSpec, *, threshold: float) -> None:
    store = services.get_store()
    body = {
        "name": "everything", "threshold": threshold, "objective": {"name": "f1"}, "met": {}, "labels_needed": 1,
        "data_fingerprint": "d", "verifier": verifier.spec, "verifier_fingerprint": verifier.fingerprint,
        "author": "Ada", "created_at": "2026-11-22T00:00:00Z",
    }  # fmt: skip
    store.activate_profile(store.save_profile("everything", json.dumps(body), who="Ada").id, support_threshold=0.5)


def _must_not_run(*_args: object, **_kwargs: object) -> None:
    raise AssertionError("another threshold verifies nothing")
