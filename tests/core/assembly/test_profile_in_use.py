"""A profile's threshold, slices and calibrator, from a file or the store to the statuses of a critique."""

import json
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from socket import create_server

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import make_url

from critique_core import cli, pipeline
from critique_core.assembly import Critic, critic, under_active_profile
from critique_core.errors import SettingsError
from critique_core.models import (
    Calibrator,
    Claim,
    CritiqueOptions,
    Gate,
    Probabilities,
    Profile,
    SourceDocument,
    Verdict,
    parse_request,
)
from critique_core.scoring.slices import slices_of
from critique_core.scoring.statuses import assign
from critique_core.settings import Settings
from critique_core.store import Store
from critique_core.store.engines import reading_engine
from critique_core.tuning.objectives import Objective
from critique_core.tuning.profiles import BothSides, TunedProfile, write_profile
from tests.makers.verifiers import ScriptedVerifier, believing

DRAFT = "The pump runs at night. The valve therefore stays shut."
TIMID = Calibrator(kind="platt", slope=1.0, intercept=1.5)
SOURCES = (SourceDocument(id="1", content="The pump runs at night.", type="record"),)


def claims() -> list[Claim]:
    return [
        Claim.of(DRAFT, 0, 23),
        Claim.of(DRAFT, 24, len(DRAFT), kind="inference"),
    ]


def statuses(profile: Profile, *believed: float) -> list[tuple[str, float | None]]:
    verdicts = [
        Verdict(
            claim_id=claim.id,
            probabilities=Probabilities(supported=p, unsupported=1 - p, contradicted=0),
            reasoning="as told",
            method="lexical_alignment",
        )
        for claim, p in zip(claims(), believed, strict=True)
    ]
    found = assign(claims(), verdicts, profile, draft=DRAFT, sources=SOURCES)
    return [(claim.status, claim.probability) for claim in found]


def test_a_slice_is_held_to_its_own_threshold():
    apart = Profile(support_threshold=0.5, slices={"claim_kind=inference": 0.8})
    assert [status for status, _ in statuses(apart, 0.6, 0.6)] == ["supported", "unsupported"]
    assert [status for status, _ in statuses(apart, 0.4, 0.8)] == ["unsupported", "supported"]


def test_a_claim_in_two_slices_is_held_to_the_higher_threshold():
    both = Profile(support_threshold=0.1, slices={"source_type=record": 0.7, "claim_kind=fact": 0.6})
    assert [status for status, _ in statuses(both, 0.65, 0.65)] == ["unsupported", "unsupported"]


def test_the_threshold_is_on_the_scale_of_the_calibrator_and_the_verdict_stays_raw():
    calibrated = Profile(support_threshold=0.7, calibrator=TIMID)
    (first, shown), (second, _) = statuses(calibrated, 0.4, 0.3)
    assert shown == TIMID.apply(0.4) == pytest.approx(0.749, abs=0.001)
    assert (first, second) == ("supported", "unsupported")


@given(st.lists(st.integers(0, 10_000), min_size=2, max_size=2))
def test_a_calibrator_turns_no_ranking_round(places):
    low, high = sorted(place / 10_000 for place in places)
    for made in (TIMID, Calibrator(kind="isotonic", points=((0.2, 0.3), (0.5, 0.4), (0.9, 0.95)))):
        [(_, first), (_, second)] = statuses(Profile(calibrator=made), low, high)
        assert first is not None
        assert second is not None
        assert first <= second


def test_a_claim_without_evidence_belongs_to_the_type_that_all_sources_share():
    [fact, _] = claims()
    assert slices_of(fact, None, SOURCES) == {
        "source_type": "record", "claim_kind": "fact", "length": "up to 60 characters",
    }  # fmt: skip
    assert slices_of(fact, None, (*SOURCES, SourceDocument(id="2", content="x")))["source_type"] == "mixed"


# --- from the store and from a file ------------------------------------------------------------------------------


def tuned(verifier: ScriptedVerifier | None, threshold: float, **more) -> TunedProfile:
    return TunedProfile(
        name="careful", threshold=threshold, objective=Objective(), met=BothSides(), labels={"human": 300},
        labels_needed=300, data_fingerprint="d" * 64, verifier=verifier.spec.spec if verifier else None,
        verifier_fingerprint=verifier.spec.fingerprint if verifier else None, author="ann",
        created_at=datetime(2026, 11, 22, tzinfo=UTC), **more,
    )  # fmt: skip


def scripted_critic(verifier: ScriptedVerifier) -> Critic:
    return Critic(verifier=verifier, profile=Profile(), options=CritiqueOptions(), gate=Gate())


def test_the_profile_in_use_decides_and_deactivating_it_goes_back_to_the_settings(tmp_path):
    verifier = ScriptedVerifier({"pump": believing(0.6)})
    with Store.open(f"sqlite:///{tmp_path / 's.db'}") as store:
        assert under_active_profile(scripted_critic(verifier), store)[0].profile == Profile()
        kept = store.save_profile("careful", tuned(verifier, 0.9).model_dump_json(), who="ann")
        store.activate_profile(kept.id, support_threshold=0.5)
        ready, notice = under_active_profile(scripted_critic(verifier), store)
        assert (ready.profile.support_threshold, notice) == (0.9, None)
        checked = ready.critique(parse_request({"query": "", "draft": "The pump runs.", "sources": []}))
        assert checked.profile is not None
        assert checked.profile.name == "careful"
        store.activate_profile(None, support_threshold=0.5)
        assert under_active_profile(scripted_critic(verifier), store)[0].profile == Profile()


def test_a_stale_profile_in_use_gives_way_to_the_settings_and_says_so(tmp_path):
    old, new = ScriptedVerifier(name="old"), ScriptedVerifier(name="new")
    with Store.open(f"sqlite:///{tmp_path / 's.db'}") as store:
        store.activate_profile(
            store.save_profile("careful", tuned(old, 0.9).model_dump_json(), who="ann").id, support_threshold=0.5
        )
        ready, notice = under_active_profile(scripted_critic(new), store)
        assert ready.profile.support_threshold == 0.5
        assert notice is not None
        assert "'careful' is stale" in notice
        assert "supported from 0.5" in notice
        broken = store.save_profile("broken", "{}", who="ann")
        store.activate_profile(broken.id, support_threshold=0.5)
        _, notice = under_active_profile(scripted_critic(new), store)
        assert notice is not None
        assert "profile 'broken': is no profile" in notice


def test_a_critic_refuses_what_was_tuned_on_another_verifier_or_on_none():
    old, new = ScriptedVerifier(name="old"), ScriptedVerifier(name="new")
    assert scripted_critic(old).under(tuned(old, 0.9)).profile.support_threshold == 0.9
    with pytest.raises(SettingsError, match="is stale"):
        scripted_critic(new).under(tuned(old, 0.9))
    with pytest.raises(SettingsError, match="bound to no verifier"):
        scripted_critic(new).under(tuned(None, 0.9))


def test_another_profile_decides_again_from_the_stored_verdicts(tmp_path):
    verifier = ScriptedVerifier({"pump": believing(0.6)})
    request = parse_request(
        {"query": "", "draft": DRAFT, "sources": [{"id": "1", "content": "The pump runs at night."}]}
    )
    before = pipeline.critique(request, verifier=verifier)
    asked = len(verifier.asked)
    profile = tuned(verifier, 0.9, calibrator=TIMID).as_profile()
    after = pipeline.redecide(before, profile=profile)
    assert len(verifier.asked) == asked
    assert (before.claims[0].status, after.claims[0].status) == ("supported", "unsupported")
    assert after.claims[0].probability == TIMID.apply(0.6)
    assert after.claims[0].verdict == before.claims[0].verdict
    assert after.id != before.id
    assert pipeline.redecide(after, profile=Profile()).id == before.id


def test_check_decides_by_a_profile_from_a_file(tmp_path, capsysbinary):
    spec = critic(Settings()).verifier.spec
    bound = tuned(None, 1.0).model_copy(update={"verifier": spec.spec, "verifier_fingerprint": spec.fingerprint})
    write_profile(bound, tmp_path / "strict.json")
    request = {"query": "", "draft": "The pump runs at night.", "sources": [{"id": "1", "content": "The pump is red."}]}
    (tmp_path / "r.jsonl").write_text(json.dumps(request) + "\n", encoding="utf-8")
    assert cli.main(["check", str(tmp_path / "r.jsonl"), "--profile", str(tmp_path / "strict.json")]) == 0
    told = json.loads(capsysbinary.readouterr().out)
    assert told["profile"]["name"] == "careful"
    assert told["claims"][0]["status"] != "supported"
    write_profile(tuned(ScriptedVerifier(), 1.0), tmp_path / "other.json")
    assert cli.main(["check", str(tmp_path / "r.jsonl"), "--profile", str(tmp_path / "other.json")]) == 2
    assert b"is stale" in capsysbinary.readouterr().err
    assert cli.main(["check", str(tmp_path / "r.jsonl"), "--profile", str(tmp_path / "none.json")]) == 2
    assert b"cannot be read" in capsysbinary.readouterr().err


@pytest.fixture
def pump(monkeypatch, tmp_path):
    """A request, and ``check`` of it with a scripted verifier over a store that is not there yet."""
    ready = scripted_critic(ScriptedVerifier({"pump": believing(0.6)}))
    monkeypatch.setattr("critique_core.assembly.critic", lambda _: ready)
    monkeypatch.setenv("CLAIMLENS_CONFIG", "")
    monkeypatch.setenv("CLAIMLENS_DATABASE_URL", f"sqlite:///{tmp_path / 'data' / 's.db'}")
    request = {"query": "", "draft": "The pump runs.", "sources": [{"id": "1", "content": "The pump runs at night."}]}
    (tmp_path / "r.jsonl").write_text(json.dumps(request) + "\n", encoding="utf-8")
    return ready


def check(tmp_path, capsys, *flags: str) -> tuple[str, str]:
    """The status of the claim, and what was said next to."""
    assert cli.main(["check", str(tmp_path / "r.jsonl"), *flags]) == 0
    told = capsys.readouterr()
    return json.loads(told.out)["claims"][0]["status"], told.err


def activate(tmp_path, profile: TunedProfile) -> None:
    with Store.open(f"sqlite:///{tmp_path / 'data' / 's.db'}") as store:
        store.activate_profile(
            store.save_profile(profile.name, profile.model_dump_json(), who="ann").id, support_threshold=0.5
        )


def test_check_decides_by_the_profile_in_use_unless_told_otherwise(pump, tmp_path, capsys):
    activate(tmp_path, tuned(pump.verifier, 0.9))
    assert check(tmp_path, capsys) == ("unsupported", "")
    assert check(tmp_path, capsys, "--no-profile") == ("supported", "")
    lenient = tuned(pump.verifier, 0.1).model_copy(update={"name": "lenient"})
    write_profile(lenient, tmp_path / "lenient.json")
    assert check(tmp_path, capsys, "--profile", str(tmp_path / "lenient.json")) == ("supported", "")


def test_check_makes_no_store(pump, tmp_path, capsys):
    assert check(tmp_path, capsys) == ("supported", "")
    assert not (tmp_path / "data").exists()


def test_check_says_that_the_profile_in_use_is_stale_and_goes_on_with_the_settings(pump, tmp_path, capsys):
    activate(tmp_path, tuned(ScriptedVerifier(name="old"), 0.9))
    status, told = check(tmp_path, capsys)
    assert status == "supported"
    assert "claimlens: profile 'careful' is stale" in told
    assert "run claimlens rescore" in told


def test_check_goes_on_without_a_store_that_cannot_be_read(pump, tmp_path, capsys):
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "s.db").write_text("no database " * 100, encoding="utf-8")
    status, told = check(tmp_path, capsys)
    assert status == "supported"
    assert "the profile in use cannot be read" in told
    assert check(tmp_path, capsys, "--no-profile") == ("supported", "")


# --- the store is read where it lies, and left as it is ------------------------------------------------------------


def left_in(tmp_path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in sorted((tmp_path / "data").iterdir())}


def test_reading_the_profile_in_use_leaves_the_folder_as_it_was(pump, tmp_path, capsys):
    activate(tmp_path, tuned(pump.verifier, 0.9))
    before = left_in(tmp_path)
    assert check(tmp_path, capsys) == ("unsupported", "")
    assert left_in(tmp_path) == before


def test_what_a_running_app_has_just_activated_counts(pump, tmp_path, capsys):
    with Store.open(f"sqlite:///{tmp_path / 'data' / 's.db'}"):
        activate(tmp_path, tuned(pump.verifier, 0.9))
        assert (tmp_path / "data" / "s.db-wal").stat().st_size > 0
        assert check(tmp_path, capsys) == ("unsupported", "")


def test_an_empty_file_is_not_filled(pump, tmp_path, capsys):
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "s.db").touch()
    status, told = check(tmp_path, capsys)
    assert (status, left_in(tmp_path)) == ("supported", {"s.db": b""})
    assert "not made yet; open the app, which upgrades it" in told


def test_an_older_store_is_not_upgraded_under_a_running_app(pump, tmp_path, capsys):
    activate(tmp_path, tuned(pump.verifier, 0.9))
    with closing(sqlite3.connect(tmp_path / "data" / "s.db")) as old:
        old.execute("UPDATE claimlens_version SET version_num = '0003'")
        old.commit()
    before = left_in(tmp_path)
    status, told = check(tmp_path, capsys)
    assert (status, left_in(tmp_path)) == ("supported", before)
    assert "an older claimlens's or not made yet; open the app, which upgrades it" in told
    assert "claims count as supported from 0.5" in told


def test_a_busy_store_is_given_up(pump, tmp_path, capsys):
    activate(tmp_path, tuned(pump.verifier, 0.9))
    with closing(sqlite3.connect(tmp_path / "data" / "s.db", isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode=EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        status, told = check(tmp_path, capsys)
        assert status == "supported"
    assert "another program keeps it locked" in told


def test_a_busy_store_is_waited_for_two_seconds(pump, tmp_path):
    activate(tmp_path, tuned(pump.verifier, 0.9))
    made = reading_engine(make_url(f"sqlite:///{tmp_path / 'data' / 's.db'}"))
    with made.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA busy_timeout").scalar_one() == 2000


def test_a_server_that_does_not_answer_is_waited_for_two_seconds(pump, tmp_path, capsys, monkeypatch):
    psycopg = pytest.importorskip("psycopg")
    connect, asked = psycopg.connect, []

    def watched(*given, **options):
        asked.append(options["connect_timeout"])
        return connect(*given, **options)

    monkeypatch.setattr(psycopg, "connect", watched)
    with create_server(("127.0.0.1", 0)) as silent:
        monkeypatch.setenv("CLAIMLENS_DATABASE_URL", f"postgresql://ann@127.0.0.1:{silent.getsockname()[1]}/x")
        status, told = check(tmp_path, capsys)
        assert status == "supported"
    assert asked == [2]
    assert "the profile in use cannot be read" in told
