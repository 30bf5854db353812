import pytest
from pydantic import ValidationError

from critique_core.embeddings.choice import KNOWN
from critique_core.errors import SettingsError
from critique_core.models import CritiqueOptions
from critique_core.settings import SEED_KEYS, SEED_VARIABLES, Settings, load_settings, reference
from tests.makers.places import ROOT
from tests.makers.rows import each_of

SEED_FILE = """
retrieval:
  critique:
    defaultStrictness: strict
    checkFactual: false
    maxRevisions: 3
    minDraftLength: 80
verification:
  enabled: false
  confidence_threshold: 0.6
  max_crag_attempts: 1
  show_claims: true
critic:
  hallucination_threshold: 0.2
  citation_accuracy_threshold: 0.8
  overall_confidence_threshold: 0.5
  check_citations: false
  model: llama3.2:3b
  base_url: http://localhost:11434
"""


@pytest.fixture
def config(tmp_path):
    """Writes a settings file and returns the environment that names it."""

    def write(text: str) -> dict[str, str]:
        path = tmp_path / "config.yaml"
        path.write_text(text, encoding="utf-8")
        return {"CLAIMLENS_CONFIG": str(path)}

    return write


@pytest.fixture(autouse=True)
def no_file_of_the_user(tmp_path, monkeypatch):
    monkeypatch.setattr("critique_core.settings.reading.user_config_path", lambda *_, **__: tmp_path / "nowhere")


def origin(settings: Settings, name: str) -> str:
    return next(line.origin for line in settings.described() if line.name == name)


def test_defaults_are_the_seeds():
    settings = load_settings({})
    assert settings.options == CritiqueOptions()
    assert (settings.confidence_threshold, settings.similarity_threshold, settings.max_attempts) == (0.7, 0.8, 2)
    assert (settings.hallucination_max_rate, settings.min_draft_length) == (0.1, 50)
    assert (settings.hallucination_threshold, settings.citation_accuracy_threshold) == (0.3, 0.7)
    assert (settings.overall_confidence_threshold, settings.max_revisions, settings.auto_revise) == (0.6, 1, False)
    assert (settings.verifier, settings.embedder, settings.similarity_borderline) == ("embedded", "lexical", 0.7)
    assert settings.database_url.startswith("sqlite:///")
    assert settings.reviewer


def test_the_environment_wins_over_the_file_and_the_file_over_the_default(config):
    settings = load_settings(config("strictness: strict\nmax_attempts: 4\n") | {"CLAIMLENS_STRICTNESS": "lenient"})
    assert (settings.strictness, settings.max_attempts, settings.policy) == ("lenient", 4, "calibrated")
    assert [origin(settings, name) for name in ("strictness", "max_attempts", "policy")] == [
        "environment",
        "file",
        "default",
    ]


def test_the_file_is_found_in_the_users_folder(tmp_path):
    (tmp_path / "nowhere").mkdir()
    (tmp_path / "nowhere" / "config.yaml").write_text("reviewer: Ada\n", encoding="utf-8")
    assert load_settings({}).reviewer == "Ada"


def test_the_seeds_blocks_are_read_from_the_file(config):
    settings = load_settings(config(SEED_FILE))
    assert (settings.strictness, settings.check_factual, settings.max_revisions) == ("strict", False, 3)
    assert (settings.min_draft_length, settings.verification_enabled, settings.show_claims) == (80, False, True)
    assert (settings.confidence_threshold, settings.max_attempts) == (0.6, 1)
    assert (settings.hallucination_threshold, settings.citation_accuracy_threshold) == (0.2, 0.8)
    assert (settings.overall_confidence_threshold, settings.check_citations) == (0.5, False)
    assert (settings.llm_model, settings.llm_base_url) == ("llama3.2:3b", "http://localhost:11434")


def test_the_seeds_variables_are_read_and_our_own_wins():
    seeds = {
        "VALIDATION_CONFIDENCE_THRESHOLD": "0.65", "HALLUCINATION_SIMILARITY_THRESHOLD": "0.75",
        "HALLUCINATION_MAX_RATE": "0.2", "SELF_CORRECTION_MAX_RETRIES": "3", "SELF_CORRECTION_ENABLED": "true",
        "HALLUCINATION_DETECTION_ENABLED": "false",
    }  # fmt: skip
    settings = load_settings(seeds | {"CLAIMLENS_CONFIDENCE_THRESHOLD": "0.9"})
    assert (settings.confidence_threshold, settings.similarity_threshold) == (0.9, 0.75)
    assert (settings.hallucination_max_rate, settings.max_attempts) == (0.2, 3)
    assert (settings.auto_revise, settings.check_factual) == (True, False)


def test_every_seed_name_means_a_setting_that_exists():
    assert {*SEED_KEYS.values(), *SEED_VARIABLES.values()} <= set(Settings.model_fields)


@each_of(
    ("environment", "message"),
    [
        ({"CLAIMLENS_STRICTNES": "strict"}, "CLAIMLENS_STRICTNES: unknown setting; did you mean CLAIMLENS_STRICTNESS?"),
        ({"CLAIMLENS_XYZZY": "1"}, "CLAIMLENS_XYZZY: unknown setting; known are CLAIMLENS_DATABASE_URL"),
        (
            {"CLAIMLENS_STRICTNESS": "strickt"},
            "STRICTNESS: 'strickt' is not allowed; allowed are lenient, moderate, strict; did you mean strict?",
        ),
        ({"VALIDATION_CONFIDENCE_THRESHOLD": "7"}, "'7' is not allowed; allowed is a number from 0 to 1"),
        ({"CLAIMLENS_MAX_ATTEMPTS": "two"}, "'two' is not allowed; allowed is a whole number from 0 to 20"),
        ({"CLAIMLENS_CHECK_FACTUAL": "maybe"}, "'maybe' is not allowed; allowed are true and false"),
        ({"CLAIMLENS_CONFIDENCE_THRESHOLD": "nan"}, "CLAIMLENS_CONFIDENCE_THRESHOLD: 'nan' is not allowed"),
        (
            {"CLAIMLENS_VERIFIER": "similar"},
            "allowed are embedded, similarity, llm, cascade, cross_encoder; did you mean similarity?",
        ),
        (
            {"CLAIMLENS_EMBEDDER": "lexcal"},
            f"CLAIMLENS_EMBEDDER: 'lexcal' is not allowed; allowed are {KNOWN}; did you mean lexical?",
        ),
        ({"CLAIMLENS_EMBEDDER": "onnx:"}, "CLAIMLENS_EMBEDDER: 'onnx:' is not allowed; allowed are lexical"),
        (
            {"CLAIMLENS_EMBEDDER_BASE_URL": "box:11434"},
            "CLAIMLENS_EMBEDDER_BASE_URL: 'box:11434' is not allowed; allowed are http://HOST, https://HOST",
        ),
        ({"CLAIMLENS_SIMILARITY_BORDERLINE": "70"}, "'70' is not allowed; allowed is a number from 0 to 1"),
        ({"CLAIMLENS_CONFIG": "/no/such/file.yaml"}, "CLAIMLENS_CONFIG names /no/such/file.yaml, which does not exist"),
    ],
)
def test_a_wrong_variable_is_named_with_what_is_allowed(environment, message):
    with pytest.raises(SettingsError) as caught:
        load_settings(environment)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("strictnes: strict", "strictnes in {path}: unknown setting; did you mean strictness?"),
        ("verification:\n  confidence_treshold: 0.7", "did you mean verification.confidence_threshold?"),
        ("max_attempts: -1", "max_attempts in {path}: -1 is not allowed; allowed is a whole number from 0 to 20"),
        ("openai_api_key: sk-secret", "keys are read from the environment only; set CLAIMLENS_OPENAI_API_KEY"),
        (
            "strictness: strict\nretrieval:\n  critique:\n    defaultStrictness: lenient",
            "'lenient', but strictness in {path} sets the same to 'strict'; keep one of them",
        ),
        ("- strict", "must hold names and values"),
        ("strictness: strict\na: [", "settings file {path} cannot be read: line 2: expected the node content"),
        ("a: \x00", "settings file {path} cannot be read: unacceptable character #x0000"),
        (f"a: {'[' * 5000}", "settings file {path} is nested too deeply"),
        ("verification: &own {verification: *own}", "settings file {path} holds itself"),
    ],
)
def test_a_wrong_line_of_the_file_is_named_with_what_is_allowed(config, text, message):
    environment = config(text)
    with pytest.raises(SettingsError) as caught:
        load_settings(environment)
    assert message.format(path=environment["CLAIMLENS_CONFIG"]) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_settings_file_that_is_none_is_named_with_what_it_is(tmp_path):
    with pytest.raises(SettingsError, match=f"^settings file {tmp_path} cannot be read: Is a directory$"):
        load_settings({"CLAIMLENS_CONFIG": str(tmp_path)})
    binary = tmp_path / "config.yaml"
    binary.write_bytes(b"\xff\xfe")
    with pytest.raises(SettingsError, match=f"^settings file {binary} is not UTF-8; save it as UTF-8 text$"):
        load_settings({"CLAIMLENS_CONFIG": str(binary)})


def test_two_seeds_may_both_switch_verification_on(config):
    both = "retrieval:\n  critique:\n    enabled: {}\nverification:\n  enabled: {}\n"
    assert load_settings(config(both.format("true", "true"))).verification_enabled
    assert not load_settings(config(both.format("false", "false"))).verification_enabled
    with pytest.raises(SettingsError, match="keep one of them"):
        load_settings(config(both.format("true", "false")))


def test_every_fault_is_reported_at_once(config):
    with pytest.raises(SettingsError) as caught:
        load_settings(config("strictness: loud\npolicy: best\n"))
    assert len(str(caught.value).splitlines()) == 2


def test_secrets_are_never_shown():
    settings = load_settings(
        {"ANTHROPIC_API_KEY": "sk-very-secret", "CLAIMLENS_DATABASE_URL": "postgresql://ann:hunter2@db:5432/reviews"}
    )
    assert settings.anthropic_api_key.get_secret_value() == "sk-very-secret"
    shown = f"{settings!r} {settings} {settings.model_dump_json(exclude={'database_url'})} {settings.described()}"
    assert "sk-very-secret" not in shown
    with pytest.raises(ValidationError) as caught:
        Settings(anthropic_api_key=["sk-very-secret"])
    assert "sk-very-secret" not in str(caught.value)
    assert "hunter2" not in shown
    assert "postgresql://ann:****@db:5432/reviews" in shown


def test_every_setting_is_described_in_a_sentence():
    for line in load_settings({}).described():
        assert line.meaning.endswith(".")
        assert line.value == line.default


def test_the_documented_table_is_the_settings():
    documented = (ROOT / "docs" / "settings.md").read_text(encoding="utf-8")
    assert reference() in documented


def test_what_is_told_of_embedders_is_what_the_embeddings_know():
    [line] = [line for line in load_settings({}).described() if line.name == "embedder"]
    assert KNOWN in line.meaning


@pytest.mark.parametrize("embedder", ["onnx:~/models/minilm", "hub:owner/model", "openai", "ollama"])
def test_every_embedder_can_be_chosen(config, embedder):
    url = "http://127.0.0.1:11434"
    settings = load_settings(config(f"embedder: {embedder}\nembedder_model: small\nembedder_base_url: {url}"))
    assert (settings.embedder, settings.embedder_model, settings.embedder_base_url) == (embedder, "small", url)


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://ann:hun/ter2@db/reviews", "postgresql://ann:h@hunter2@db/reviews",
        "postgresql://ann@db/reviews?sslmode=require&password=hunter2", "postgresql://ann:hunter2@[db/reviews",
    ],
)  # fmt: skip
def test_a_password_in_the_address_of_the_database_is_never_shown_however_it_is_written(url):
    shown = f"{load_settings({'CLAIMLENS_DATABASE_URL': url}).described()}"
    assert "hun" not in shown
    assert "db/reviews" in shown


@pytest.mark.parametrize("url", ["http://ann:hunter2@box", "ftp://ann:hunter2@box"])
def test_a_password_in_the_address_of_a_server_is_never_shown(url):
    try:
        shown = f"{load_settings({'CLAIMLENS_EMBEDDER_BASE_URL': url}).described()}"
    except SettingsError as error:
        shown = str(error)
    assert "ann:****@box" in shown
    assert "hunter2" not in shown


@pytest.mark.parametrize(
    "name",
    [
        "check_citations", "check_usefulness", "auto_revise", "max_revisions", "policy", "similarity_threshold",
        "openai_api_key",
    ],
)  # fmt: skip
def test_what_this_version_does_is_not_said_to_have_no_effect(name):
    [line] = [line for line in load_settings({}).described() if line.name == name]
    assert "No effect" not in line.meaning


def test_an_empty_variable_is_not_set_and_settings_cannot_be_changed():
    settings = load_settings({"CLAIMLENS_REVIEWER": "", "ANTHROPIC_API_KEY": ""})
    assert settings.reviewer
    assert settings.anthropic_api_key is None
    with pytest.raises(ValueError, match="frozen"):
        settings.reviewer = "someone else"
