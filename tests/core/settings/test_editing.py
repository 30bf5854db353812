"""Settings written into the file that they are read from, which keeps all else as it was."""

from pathlib import Path

import pytest

from critique_core.assembly import try_out
from critique_core.errors import SettingsError, VerifierUnavailable
from critique_core.settings import Settings, load_settings
from critique_core.settings.editing import changed_text, fixed_by, proposed, save_settings
from critique_core.verifiers.embedded import EmbeddedVerifier

MINE = """# my settings
strictness: lenient   # for the demo

retrieval:
  critique:
    maxRevisions: 2  # enough
critic: {model: small}
policy: critic
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "config.yaml"
    path.write_text(MINE, encoding="utf-8")
    return path


def of(path: Path, **more: str) -> dict[str, str]:
    return {"CLAIMLENS_CONFIG": str(path), **more}


def test_only_the_value_changes_and_comments_order_and_other_names_stay(file: Path) -> None:
    saved = save_settings({"strictness": "strict", "llm_model": "qwen3:8b", "confidence_threshold": 0.8}, of(file))
    kept = MINE.replace("lenient", "strict").replace("model: small", "model: 'qwen3:8b'")
    assert file.read_text(encoding="utf-8") == f"{kept}confidence_threshold: 0.8\n"
    assert (saved.strictness, saved.llm_model, saved.confidence_threshold) == ("strict", "qwen3:8b", 0.8)
    assert load_settings(of(file)) == saved


def test_the_file_and_its_folder_are_made_where_there_are_none(tmp_path: Path) -> None:
    path = tmp_path / "new" / "config.yaml"
    save_settings({"verifier": "llm", "llm_model": "small"}, of(path))
    assert load_settings(of(path)).verifier == "llm"
    assert [one.name for one in path.parent.iterdir()] == ["config.yaml"]


def test_an_address_that_is_emptied_is_the_usual_one_again(file: Path) -> None:
    save_settings({"llm_base_url": "http://gpu:8000/v1"}, of(file))
    save_settings({"llm_base_url": None}, of(file))
    assert load_settings(of(file)).llm_base_url is None


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("", "strictness: strict\n"),
        ("# nothing yet", "# nothing yet\nstrictness: strict\n"),
        ("policy: critic", "policy: critic\nstrictness: strict\n"),
        ("{policy: critic}\n", "{policy: critic, strictness: strict}\n"),
        ("  policy: critic\n", "  policy: critic\n  strictness: strict\n"),
        ("strictness: 'lenient' # was\n", "strictness: strict # was\n"),
    ],
)
def test_every_plain_form_of_the_file_can_be_changed(text: str, after: str) -> None:
    assert changed_text(text, {"strictness": "strict"}) == after


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"strictness": "harsh"}, "strictness in .*'harsh' is not allowed; allowed are lenient, moderate, strict"),
        ({"llm_base_url": "gpu:8000"}, "'gpu:8000' is not allowed; allowed are http://HOST, https://HOST"),
        ({"confidence_threshold": 1.5}, "1.5 is not allowed"),
        ({"database_url": "sqlite://"}, "database_url: cannot be changed here"),
        ({"openai_api_key": "sk"}, "openai_api_key: cannot be changed here"),
    ],
)
def test_what_is_not_allowed_is_refused_and_the_file_stays(file: Path, changes: dict[str, str], said: str) -> None:
    with pytest.raises(SettingsError, match=said):
        save_settings(changes, of(file))
    assert file.read_text(encoding="utf-8") == MINE


def test_a_form_that_cannot_be_changed_in_place_is_refused_and_stays(file: Path) -> None:
    shared = "strictness: &one strict\nverification_enabled: true\nllm_model: *one\n"
    file.write_text(shared, encoding="utf-8")
    with pytest.raises(SettingsError, match="write it by hand"):
        save_settings({"strictness": "lenient"}, of(file))
    assert file.read_text(encoding="utf-8") == shared


def test_what_the_environment_fixes_is_named_with_its_variable_and_not_written(file: Path) -> None:
    environment = of(file, CLAIMLENS_STRICTNESS="strict", VALIDATION_MODEL="big")
    assert fixed_by(load_settings(environment)) == {
        "strictness": "CLAIMLENS_STRICTNESS",
        "llm_model": "VALIDATION_MODEL",
    }
    with pytest.raises(SettingsError, match="strictness: is fixed by CLAIMLENS_STRICTNESS"):
        save_settings({"strictness": "lenient"}, environment)


def test_whoever_changes_settings_cannot_have_a_key_sent_elsewhere(file: Path) -> None:
    environment = of(file, CLAIMLENS_LLM_API_KEY="sk-secret", CLAIMLENS_LLM_BASE_URL="http://gpu:8000/v1")
    for change in ({"llm_base_url": "http://other"}, {"llm_provider": "anthropic"}):
        with pytest.raises(SettingsError, match="is fixed by CLAIMLENS_LLM"):
            proposed(change, environment)


def test_a_file_that_cannot_be_written_is_named_with_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("", encoding="utf-8")
    with pytest.raises(SettingsError, match=r"taken/config\.yaml cannot be (written|read)"):
        save_settings({"strictness": "strict"}, of(tmp_path / "taken" / "config.yaml"))


def test_a_link_stays_a_link_and_the_mode_stays(file: Path, tmp_path: Path) -> None:
    file.chmod(0o600)
    link = tmp_path / "link.yaml"
    link.symlink_to(file)
    save_settings({"strictness": "strict"}, of(link))
    assert link.is_symlink()
    assert file.stat().st_mode & 0o777 == 0o600
    assert "strictness: strict   # for" in file.read_text(encoding="utf-8")


# --- trying them out ---------------------------------------------------------------------------------------------


def test_the_verifier_is_really_asked() -> None:
    [said] = try_out(Settings())
    assert said.startswith("Verifier embedded found a planted error, 30 seconds where the source says 60, in ")


def test_a_verifier_that_passes_the_planted_error_is_not_said_to_work(monkeypatch: pytest.MonkeyPatch) -> None:
    judge = EmbeddedVerifier.verify

    def blind(self: EmbeddedVerifier, request):
        return tuple(
            verdict.model_copy(
                update={"probabilities": verdict.probabilities.model_copy(
                    update={"supported": 0.9, "unsupported": 0.1, "contradicted": 0.0}
                ), "findings": ()}
            )
            for verdict in judge(self, request)
        )  # fmt: skip

    monkeypatch.setattr(EmbeddedVerifier, "verify", blind)
    with pytest.raises(VerifierUnavailable, match="it passed a planted error"):
        try_out(Settings())
