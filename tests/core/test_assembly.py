import pytest

from critique_core.assembly import Critic, critic, open_store
from critique_core.confidence import Gate
from critique_core.models import CritiqueOptions, CritiqueRequest, Profile, SourceDocument
from critique_core.settings import Settings, load_settings
from tests.fakes import ScriptedVerifier, believing


@pytest.fixture
def settings(tmp_path, monkeypatch) -> Settings:
    monkeypatch.setattr("critique_core.settings.user_config_path", lambda *_, **__: tmp_path / "nowhere")
    return load_settings(
        {
            "CLAIMLENS_STRICTNESS": "strict",
            "CLAIMLENS_CONFIDENCE_THRESHOLD": "0.6",
            "CLAIMLENS_SUPPORT_THRESHOLD": "0.65",
            "HALLUCINATION_MAX_RATE": "0.05",
            "SELF_CORRECTION_MAX_RETRIES": "4",
            "CLAIMLENS_DATABASE_URL": f"sqlite:///{tmp_path / 'new' / 'reviews.db'}",
        }
    )


def asked(**fields) -> CritiqueRequest:
    source = SourceDocument(id="conf", content="Port: 8080")
    return CritiqueRequest(draft="The server runs on port 8080.", sources=(source,), **fields)


def test_options_that_a_request_leaves_open_come_from_the_settings(settings):
    ready = critic(settings)
    assert ready.critique(asked()).request.options.strictness == "strict"
    own = ready.critique(asked(options=CritiqueOptions(strictness="lenient"))).request.options
    assert (own.strictness, own.confidence_threshold) == ("lenient", 0.6)


def test_thresholds_and_gate_come_from_the_settings(settings):
    ready = critic(settings)
    assert ready.profile.support_threshold == 0.65
    assert (ready.gate.attempts_allowed, ready.gate.regenerate_rate, ready.gate.reject_rate) == (4, 0.05, 0.3)


def test_the_critic_decides_and_decides_again_with_its_own_gate():
    lenient = Gate(reject_rate=1.0)
    ready = Critic(ScriptedVerifier({"port": believing(0.1)}), Profile(), CritiqueOptions(), lenient)
    first = ready.critique(asked())
    assert first.recommendation == "retry"
    assert ready.redecide(first) == first


def test_the_store_is_made_where_the_settings_say(settings, tmp_path):
    with open_store(settings) as store:
        assert store.reviewers() == ()
    assert (tmp_path / "new" / "reviews.db").is_file()
