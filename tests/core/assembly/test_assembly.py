import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from critique_core.assembly import Critic, answerer, chat_model, critic, open_library, open_store
from critique_core.errors import SettingsError, VerifierUnavailable
from critique_core.models import CritiqueOptions, CritiqueRequest, Gate, Profile, SourceDocument
from critique_core.settings import Settings, load_settings
from critique_core.verifiers.embedded import EmbeddedVerifier
from tests.makers.places import DATA
from tests.makers.verifiers import ScriptedVerifier, believing


@pytest.fixture
def settings(tmp_path, monkeypatch) -> Settings:
    monkeypatch.setattr("critique_core.settings.reading.user_config_path", lambda *_, **__: tmp_path / "nowhere")
    return load_settings(
        {
            "CLAIMLENS_STRICTNESS": "strict",
            "CLAIMLENS_CONFIDENCE_THRESHOLD": "0.6",
            "CLAIMLENS_SUPPORT_THRESHOLD": "0.65",
            "HALLUCINATION_MAX_RATE": "0.05",
            "SELF_CORRECTION_MAX_RETRIES": "4",
            "CLAIMLENS_HALLUCINATION_THRESHOLD": "0.25",
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
    assert (ready.gate.hallucination_threshold, ready.gate.overall_confidence_threshold) == (0.25, 0.6)


def test_the_critic_decides_and_decides_again_with_its_own_gate():
    lenient = Gate(reject_rate=1.0)
    ready = Critic(ScriptedVerifier({"port": believing(0.1)}), Profile(), CritiqueOptions(), lenient)
    first = ready.critique(asked())
    assert first.recommendation == "retry"
    assert ready.redecide(first) == first


def test_the_critic_revises_with_its_own_verifier_and_gate():
    ready = Critic(EmbeddedVerifier(), Profile(), CritiqueOptions(), Gate(attempts_allowed=0))
    source = SourceDocument(id="conf", content="The timeout is 60 seconds.")
    first = ready.critique(CritiqueRequest(draft="The timeout is 30 seconds.", sources=(source,)))
    later = ready.revise(first)
    assert later.revised_draft == "The timeout is 60 seconds."
    assert ready.with_hunks(first, later.revisions[0].hunks).request.draft == later.revised_draft


# --- the verifier similarity -------------------------------------------------------------------------------------

TINY = DATA / "tiny_sentence_encoder"
KEY = "sk-secret"


def similarity(**settings: str) -> Critic:
    named = {f"CLAIMLENS_{name.upper()}": value for name, value in settings.items()}
    return critic(load_settings({"CLAIMLENS_VERIFIER": "similarity", "OPENAI_API_KEY": KEY} | named))


def statuses(ready: Critic, draft: str, source: str) -> list[str]:
    request = CritiqueRequest(draft=draft, sources=(SourceDocument(id="s", content=source),))
    return [claim.status for claim in ready.critique(request).claims]


@pytest.mark.usefixtures("settings")
def test_similarity_uses_the_embedder_that_the_settings_name():
    claim, source = "Buyers receive money.", "Customers get a refund. Support ships daily."
    assert statuses(similarity(), claim, source) == ["unsupported"]
    assert statuses(similarity(embedder=f"onnx:{TINY}"), claim, source) == ["supported"]


@pytest.mark.usefixtures("settings")
def test_similarity_uses_both_thresholds_and_asks_the_embedded_verifier_between_them():
    claim, source = "Support answers within 48 hours.", "Support answers within 24 hours."  # similarity 0.81
    assert statuses(similarity(), claim, source) == ["supported"]
    assert statuses(similarity(similarity_threshold="0.9"), claim, source) == ["contradicted"]
    above = similarity(similarity_threshold="0.9", similarity_borderline="0.85")
    assert statuses(above, claim, source) == ["unsupported"]
    assert above.verifier.spec.spec == "similarity (lexical), borderline to embedded"


@pytest.mark.usefixtures("settings")
def test_what_is_borderline_to_similarity_goes_to_the_model_where_one_is_named():
    asking = similarity(llm_model="m", llm_base_url="http://127.0.0.1:9", llm_temperature="0.1")
    assert asking.verifier.spec.spec == "similarity (lexical), borderline to llm (ollama m)"
    colder = similarity(llm_model="m", llm_base_url="http://127.0.0.1:9")
    assert asking.verifier.spec.fingerprint != colder.verifier.spec.fingerprint


@pytest.mark.usefixtures("settings")
@pytest.mark.parametrize(
    ("chosen", "error", "told"),
    [
        ({"embedder": "onnx:/no/such/folder"}, VerifierUnavailable, "/no/such/folder holds no model.onnx"),
        ({"embedder": "openai"}, SettingsError, "embedder_model"),
        ({"similarity_threshold": "0.6"}, SettingsError, "similarity_borderline 0.7 and similarity_threshold 0.6"),
    ],
)
def test_settings_that_do_not_fit_together_are_refused_at_once(chosen, error, told):
    with pytest.raises(error, match=told):
        similarity(**chosen)


@pytest.fixture
def server():
    """Speaks both protocols, with one vector for every text; ``keys`` holds who each request says it is from."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            texts = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["input"]
            self.server.keys.append((self.path, self.headers["Authorization"]))
            vectors = [[1.0, 0.0]] * len(texts)
            data = [{"index": place, "embedding": vector} for place, vector in enumerate(vectors)]
            body = json.dumps({"embeddings": vectors, "data": data}).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as made:
        made.keys = []
        thread = threading.Thread(target=made.serve_forever, daemon=True)
        thread.start()
        yield made
        made.shutdown()
        thread.join()


@pytest.mark.usefixtures("settings")
@pytest.mark.parametrize(
    ("embedder", "seen"), [("openai", ("/v1/embeddings", f"Bearer {KEY}")), ("ollama", ("/api/embed", None))]
)
def test_the_key_for_openai_goes_to_its_server_alone(server, embedder, seen):
    url = f"http://127.0.0.1:{server.server_port}"
    ready = similarity(embedder=embedder, embedder_model="small", embedder_base_url=url)
    assert statuses(ready, "The sky is blue.", "Rain falls.") == ["supported"]
    assert set(server.keys) == {seen}


@pytest.mark.usefixtures("settings")
def test_the_key_for_openai_does_not_go_to_the_hub(monkeypatch):
    tokens = []
    monkeypatch.setattr(
        "huggingface_hub.snapshot_download", lambda _, **options: tokens.append(options["token"]) or str(TINY)
    )
    assert similarity(embedder="hub:owner/model").verifier.spec.spec.startswith("similarity (onnx tiny_")
    assert tokens == [False]


@pytest.mark.usefixtures("settings")
def test_a_model_that_the_hub_does_not_give_makes_the_verifier_unavailable(monkeypatch):
    def refuse(*_, **__):
        raise OSError("404")

    monkeypatch.setattr("huggingface_hub.snapshot_download", refuse)
    with pytest.raises(VerifierUnavailable, match="no/model could not be fetched"):
        similarity(embedder="hub:no/model")


# --- the store ---------------------------------------------------------------------------------------------------


def test_the_store_is_made_where_the_settings_say(settings, tmp_path):
    with open_store(settings) as store:
        assert store.reviewers() == ()
    assert (tmp_path / "new" / "reviews.db").is_file()


def test_a_store_opened_under_another_threshold_tells_what_is_uncertain_from_that(settings):
    source = SourceDocument(id="conf", content="The timeout is 60 seconds.")
    checked = critic(settings).critique(CritiqueRequest(draft="The timeout is 30 seconds.", sources=(source,)))
    [claim] = checked.claims
    with open_store(settings) as store:
        item_id = store.save_review(checked, who="ann").item_id
    with open_store(settings.model_copy(update={"support_threshold": claim.probability})) as store:
        item = store.item(item_id)
        assert item is not None
        assert item.uncertainty == 1.0


@pytest.mark.parametrize(
    ("environment", "told"),
    [
        ({"CLAIMLENS_WEB_SEARCH": "tavily"}, "TAVILY_API_KEY"),
        ({"CLAIMLENS_WEB_SEARCH": "searxng"}, "web_search_base_url"),
    ],
)
def test_a_web_search_without_its_key_or_address_says_what_lacks(tmp_path, environment, told):
    chosen = load_settings(environment | {"CLAIMLENS_LIBRARY_PATH": str(tmp_path / "library.sqlite3")})
    with open_library(chosen) as library, pytest.raises(SettingsError, match=told):
        answerer(chosen, critic=critic(chosen), library=library)


def test_a_question_that_stays_on_this_machine_asks_the_library_alone(tmp_path):
    chosen = load_settings(
        {
            "CLAIMLENS_LIBRARY_PATH": str(tmp_path / "library.sqlite3"),
            "CLAIMLENS_WEB_SEARCH": "searxng",
            "CLAIMLENS_WEB_SEARCH_BASE_URL": "http://127.0.0.1:9",
        }
    )
    with open_library(chosen) as library:
        library.add(SourceDocument(id="manual", content="The timeout of the gateway is 60 seconds."))
        ready = answerer(chosen, critic=critic(chosen), library=library)
        result = ready.answer("What is the timeout of the gateway?", web=False)
        assert {search.retriever for search in result.searches} == {library.name}
        assert "60 seconds" in result.final_response
        both = ready.answer("What is the timeout of the gateway?")
        assert {search.retriever for search in both.searches} == {library.name, "searxng"}
        assert [search.failure is not None for search in both.searches if search.retriever == "searxng"] == [True]


def test_attempts_asked_for_with_a_question_go_before_the_settings(tmp_path):
    chosen = load_settings({"CLAIMLENS_LIBRARY_PATH": str(tmp_path / "library.sqlite3"), "CLAIMLENS_MAX_ATTEMPTS": "1"})
    with open_library(chosen) as library:
        library.add(SourceDocument(id="manual", content="The timeout of the gateway is 60 seconds."))
        ready = answerer(chosen, critic=critic(chosen), library=library)
        query, wrong = "What is the timeout of the gateway?", "The timeout of the gateway is 30 seconds."
        assert len(ready.answer(query, draft=wrong).attempts) == 1
        none = ready.answer(query, draft=wrong, attempts=0)
        assert (none.stopped, none.attempts) == ("attempts_used", ())


def test_no_providers_key_goes_to_another_providers_server(monkeypatch):
    asked = {}
    monkeypatch.setattr("critique_core.llm.choice.chat_model", lambda provider, **given: asked.update(given))
    keys = {"OPENAI_API_KEY": "of openai", "ANTHROPIC_API_KEY": "of anthropic", "CLAIMLENS_LLM_MODEL": "m"}
    for provider, expected in (("ollama", None), ("openai", "of openai"), ("anthropic", "of anthropic")):
        chat_model(load_settings(keys | {"CLAIMLENS_LLM_PROVIDER": provider}))
        assert asked["api_key"] == expected
    chat_model(
        load_settings(keys | {"CLAIMLENS_LLM_PROVIDER": "openai", "CLAIMLENS_LLM_BASE_URL": "http://other.test"})
    )
    assert asked["api_key"] is None
    own = {"CLAIMLENS_LLM_BASE_URL": "http://other.test", "CLAIMLENS_LLM_API_KEY": "own"}
    chat_model(load_settings(keys | own | {"CLAIMLENS_LLM_PROVIDER": "openai"}))
    assert asked["api_key"] == "own"
