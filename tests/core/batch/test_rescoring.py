"""Stored answers judged again by the verifier in use, with the labels that reviewers gave them."""

from threading import Event

import pytest

from critique_core import cli
from critique_core.assembly import Critic
from critique_core.batch.rescoring import rescore, stale_items
from critique_core.errors import VerifierUnavailable
from critique_core.labels.fold import fold
from critique_core.models import CritiqueOptions, DecisionDraft, Gate, Profile, Verdict, parse_request
from critique_core.pipeline import critique
from critique_core.store import Store
from critique_core.tuning.labels import labels_of
from tests.makers.verifiers import ScriptedVerifier, UnreachableVerifier, believing

OLD = ScriptedVerifier({"pump": believing(0.3)}, name="old")


def critic_of(verifier: ScriptedVerifier) -> Critic:
    return Critic(verifier=verifier, profile=Profile(), options=CritiqueOptions(), gate=Gate())


@pytest.fixture
def store(tmp_path):
    with Store.open(f"sqlite:///{tmp_path / 's.db'}") as opened:
        yield opened


def answer(store: Store, number: int = 0) -> str:
    """One answer of the old verifier with its first claim relabelled by Ada."""
    source = [{"id": "1", "content": f"The pump of hall {number} runs at night."}]
    request = parse_request({"query": "", "draft": f"The pump of hall {number} runs. It is red.", "sources": source})
    judged = critique(request, verifier=OLD)
    item_id = store.save_review(judged, who="Ada").item_id
    store.append(
        DecisionDraft(
            item_id=item_id,
            action="relabel",
            status="supported",
            reviewer="Ada",
            critique_id=judged.id,
            claim_id=judged.claims[0].id,
        )
    )
    return item_id


def test_labels_stay_with_their_claims_and_count_for_the_new_verifier(store):
    item_id = answer(store)
    new = ScriptedVerifier({"pump": believing(0.8)}, name="new")
    report = rescore(store, critic_of(new))
    assert (report.stale, report.judged, report.joined, report.unplaced, report.failed) == (1, 1, 1, (), {})
    latest = store.latest_critique(item_id)
    assert latest.verifier == new.spec
    assert fold(latest, store.decisions(item_id))[0].status == "supported"
    [label] = labels_of(latest, store.decisions(item_id)).labels
    assert (label.probability, label.supported, label.verifier_fingerprint) == (0.8, True, new.spec.fingerprint)


def test_only_stale_answers_are_judged_and_a_broken_off_run_goes_on(store):
    for number in range(5):
        answer(store, number)
    new = ScriptedVerifier(name="new")
    assert rescore(store, critic_of(new), limit=2).judged == 2
    assert len(stale_items(store, critic_of(new))) == 3
    seen: list[tuple[int, int]] = []

    def break_off(done: int, total: int) -> None:
        seen.append((done, total))
        if done == 1:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        rescore(store, critic_of(new), tell=break_off)
    assert seen == [(0, 3), (1, 3)]
    asked = len(new.asked)
    assert rescore(store, critic_of(new)).judged == 2
    assert rescore(store, critic_of(new)).stale == 0
    assert len(new.asked) > asked
    stopped = Event()
    stopped.set()
    assert rescore(store, critic_of(ScriptedVerifier(name="newer")), stop=stopped).judged == 0


def test_a_decision_whose_words_are_no_claim_any_more_is_listed(store):
    item_id = answer(store)
    store.append(DecisionDraft(item_id=item_id, action="relabel", status="unsupported", reviewer="Ben", start=4, end=8))
    report = rescore(store, critic_of(ScriptedVerifier(name="new")))
    [lost] = report.unplaced
    assert (lost.action, lost.reviewer, lost.words, lost.item_id) == ("relabel", "Ben", "pump", item_id)
    assert report.joined == 1


def test_an_answer_that_cannot_be_judged_now_keeps_its_old_critique(store):
    def failing(claim, _request):
        return Verdict(
            claim_id=claim.id, probabilities=None, reasoning="no answer", method="nli", failure="the server is away"
        )

    item_id = answer(store)
    report = rescore(store, critic_of(ScriptedVerifier({"pump": failing}, name="new")))
    assert report.failed == {item_id: "the server is away"}
    assert report.judged == 0
    assert store.latest_critique(item_id).verifier == OLD.spec


def test_a_verifier_that_is_away_takes_no_critique_away(store):
    item_id = answer(store)
    try:
        report = rescore(store, critic_of(UnreachableVerifier(name="away")))
    except VerifierUnavailable:
        pass
    else:
        assert list(report.failed) == [item_id]
    assert store.latest_critique(item_id).verifier == OLD.spec


def test_the_command_says_what_came_of_it(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("CLAIMLENS_DATABASE_URL", f"sqlite:///{tmp_path / 'c.db'}")
    with Store.open(f"sqlite:///{tmp_path / 'c.db'}") as store:
        item_id = answer(store)
        store.append(
            DecisionDraft(item_id=item_id, action="relabel", status="unsupported", reviewer="Ben", start=4, end=8)
        )
    assert cli.main(["rescore", "--limit", "1"]) == 0
    told = capsys.readouterr()
    assert "Judged by another verifier: 1 (1 judged again, 0 could not be, 0 left)" in told.out
    assert "Decisions joined: 1, not placed: 1" in told.out
    assert "relabel by Ben" in told.err
    assert ": pump" in told.err
    assert cli.main(["rescore"]) == 0
    assert "Judged by another verifier: 0" in capsys.readouterr().out
    with pytest.raises(SystemExit):
        cli.main(["rescore", "--limit", "0"])
