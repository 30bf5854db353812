"""What a local cross-encoder makes of claims, run by ONNX Runtime on small graphs; see cross_encoder_models."""

import json
import shutil
import subprocess
import sys
import threading
from fnmatch import fnmatch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from critique_core.errors import SettingsError, VerifierUnavailable
from critique_core.models import Passage, RankedPassage, Unit, parse_request
from critique_core.pipeline import critique
from critique_core.verifiers.cross_encoder import CrossEncoderVerifier
from critique_core.verifiers.cross_encoder.hub import fetch
from tests.makers.cross_encoder_models import (
    CLAIMS,
    FILLER,
    HOSTILE,
    NLI,
    PLACES,
    POLICY,
    REFUNDS,
    asked,
    one,
    save_pair_model,
)


@pytest.fixture(scope="module")
def nli(tmp_path_factory):
    """The folder of a three-label classifier."""
    return save_pair_model(tmp_path_factory.mktemp("models") / "words-nli")


@pytest.fixture(scope="module")
def verifier(nli):
    return CrossEncoderVerifier(nli)


@pytest.fixture(scope="module")
def token_verifier(tmp_path_factory):
    folder = save_pair_model(tmp_path_factory.mktemp("models") / "words-tokens", ("LABEL_0", "LABEL_1"), tokens=True)
    return CrossEncoderVerifier(folder, preset="lettucedetect")


@pytest.fixture(params=["verifier", "packed_verifier", "token_verifier"])
def any_verifier(request):
    return request.getfixturevalue(request.param)


@pytest.fixture(scope="module")
def packed_verifier(tmp_path_factory):
    folder = save_pair_model(tmp_path_factory.mktemp("models") / "words-two", ("LABEL_0", "LABEL_1"))
    return CrossEncoderVerifier(folder, preset="minicheck-roberta")


# --- what every verifier keeps -----------------------------------------------------------------------------------


def test_one_verdict_for_each_claim_in_order(any_verifier):
    request = asked(CLAIMS, POLICY, FILLER)
    assert [verdict.claim_id for verdict in any_verifier.verify(request)] == [claim.id for claim in request.claims]
    assert any_verifier.verify(asked([], POLICY)) == ()


def test_nothing_given_is_changed_and_the_same_request_gives_the_same_verdicts(any_verifier):
    request = asked(CLAIMS, POLICY, FILLER)
    before = request.model_dump_json()
    first = any_verifier.verify(request)
    assert request.model_dump_json() == before
    assert any_verifier.verify(request) == first


def test_a_claims_verdict_does_not_depend_on_the_claims_beside_it(any_verifier):
    together = asked([*CLAIMS, "Refunds ship daily within the free plan for the Lima office."], POLICY, FILLER * 9)
    for claim, candidates, beside in zip(
        together.claims, together.candidates, any_verifier.verify(together), strict=True
    ):
        alone = together.model_copy(update={"claims": (claim,), "candidates": (candidates,)})
        (verdict,) = any_verifier.verify(alone)
        assert verdict == beside


def test_quotes_stand_where_they_are_said_to_and_probabilities_have_four_places(any_verifier):
    request = asked(CLAIMS, FILLER * 3 + POLICY, POLICY)
    contents = {source.id: source.content for source in request.sources}
    for verdict in any_verifier.verify(request):
        for quote in verdict.evidence:
            assert contents[quote.source_id][quote.start : quote.end] == quote.quote
        for span in verdict.marked:
            assert 0 <= span.start < span.end <= len(request.draft)
        if verdict.probabilities:
            assert verdict.evidence
            for chance in verdict.probabilities.model_dump().values():
                assert chance == round(chance, 4)


@pytest.mark.parametrize(("claim", "source", "said"), [
    ("Refunds are available.", "", "there is no source text to compare with"),
    ("Refunds are available.", " \n ", "there is no source text to compare with"),
    ("Zanzibar exports cloves.", FILLER * 20, "no passage of the sources shares a word with it"),
])  # fmt: skip
def test_without_a_passage_a_claim_fails_with_its_reason(any_verifier, claim, source, said):
    verdict = one(any_verifier, claim, source)
    assert verdict.probabilities is None
    assert verdict.failure == said
    assert verdict.reasoning == f"Not checked: {said}."


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_gives_verdicts_all_the_same(any_verifier, text):
    for verdict in any_verifier.verify(asked(["Refunds are available.", "Support ships daily."], text, POLICY)):
        assert verdict.probabilities or verdict.failure
    for verdict in any_verifier.verify(asked([text], POLICY, query=text)):
        assert verdict.probabilities or verdict.failure


@settings(max_examples=25)
@given(st.text(alphabet="refunds 30[]<>/{}.\n\t😀é", min_size=1, max_size=200).filter(str.strip), st.data())
def test_any_claim_and_source_give_one_verdict(verifier, text, data):
    claim = data.draw(st.sampled_from([text.strip(), "Refunds are available."]))
    (verdict,) = verifier.verify(asked([claim], text))
    assert (verdict.probabilities is None) == (verdict.failure is not None)


def test_the_model_is_loaded_once(tmp_path):
    kept, request = CrossEncoderVerifier(save_pair_model(tmp_path / "kept")), asked(CLAIMS, POLICY)
    first = kept.verify(request)
    shutil.rmtree(tmp_path / "kept")
    assert kept.verify(request) == first


def test_a_request_may_be_read_by_several_threads_at_once(nli):
    shared, request = CrossEncoderVerifier(nli), asked(CLAIMS, POLICY, FILLER * 5)
    found = []
    threads = [threading.Thread(target=lambda: found.append(shared.verify(request))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [shared.verify(request)] * 4


# --- what it says ------------------------------------------------------------------------------------------------


def test_three_labels_tell_support_contradiction_and_neither(verifier):
    supported = one(verifier, "Refunds are available within 30 days.", POLICY)
    contradicted = one(verifier, "Refunds are not available within 30 days.", REFUNDS)
    unknown = "Refunds within 90 days for the Lima team."
    neither = one(verifier, unknown, REFUNDS)
    assert supported.probabilities.supported > 0.9
    assert contradicted.probabilities.contradicted > 0.9
    assert neither.probabilities.unsupported > 0.9
    assert [each.evidence[0].relation for each in (supported, contradicted, neither)] == [
        "supports", "contradicts", "context",
    ]  # fmt: skip
    assert {each.method for each in (supported, contradicted, neither)} == {"nli"}
    assert supported.marked == ()
    assert [(span.start, span.end) for span in neither.marked] == [(0, len(unknown))]


@pytest.mark.parametrize(
    "order", [NLI, ("contradiction", "entailment", "neutral"), ("neutral", "contradiction", "entailment")]
)
def test_the_order_of_the_labels_is_read_from_the_config(tmp_path, order):
    turned = CrossEncoderVerifier(save_pair_model(tmp_path / "turned", order))
    assert one(turned, "Refunds are available.", REFUNDS).probabilities.supported > 0.9
    assert one(turned, "Refunds are not available.", REFUNDS).probabilities.contradicted > 0.9


def test_the_sentence_that_bears_on_the_claim_is_quoted_from_a_packed_window(packed_verifier):
    verdict = one(packed_verifier, "Refunds are available within 30 days.", FILLER, POLICY)
    assert verdict.evidence[0].quote == REFUNDS
    assert verdict.evidence[0].source_id == "s1"
    assert verdict.probabilities.contradicted == 0.0


def test_a_claim_that_rests_on_two_sentences_is_supported_where_both_are_read_together(packed_verifier):
    source = "Refunds ship daily. The Lima office opens in June."
    verdict = one(packed_verifier, "Refunds ship daily from the Lima office.", source)
    assert verdict.probabilities.supported > 0.5
    assert verdict.evidence[0].quote == source  # no sentence supports it alone


def test_the_best_window_counts_wherever_it_stands_in_a_long_source(any_verifier):
    for place in (0, 40, 80):
        source = FILLER * place + REFUNDS + " " + FILLER * (80 - place)
        verdict = one(any_verifier, "Refunds are available within 30 days.", source)
        assert verdict.probabilities.supported > 0.9
        assert verdict.evidence[0].quote == REFUNDS


def test_support_in_one_source_leaves_contradiction_only_what_is_left(verifier):
    verdict = one(verifier, "Refunds are available.", REFUNDS, "Refunds are not available.")
    assert verdict.probabilities.supported > 0.9
    assert 0.0 < verdict.probabilities.contradicted < 0.1
    assert (verdict.evidence[0].source_id, verdict.evidence[0].quote) == ("s0", REFUNDS)


def test_a_sentence_longer_than_the_model_is_read_in_overlapping_parts(verifier):
    source = "filler " * 300 + "refunds are available within 30 days " + "words " * 300
    verdict = one(verifier, "Refunds are available within 30 days.", source)
    assert verdict.probabilities.supported > 0.9
    assert "refunds are available within 30 days" in verdict.evidence[0].quote


def test_marks_between_sentences_are_read_too_and_never_make_an_input_too_long(packed_verifier):
    source = f"{REFUNDS}{' (' * 200} Support ships daily."
    request = asked(["Support ships daily."], source)
    units = [Unit(start=at, end=at + len(text), text=text) for text in (REFUNDS, "Support ships daily.")
             for at in [source.index(text)]]  # fmt: skip
    passage = Passage(source_id="s0", start=0, end=len(source), units=tuple(units))
    found = request.candidates[0].model_copy(update={"passages": (RankedPassage(passage=passage, score=1.0),)})
    (verdict,) = packed_verifier.verify(request.model_copy(update={"candidates": (found,)}))
    assert verdict.probabilities.supported > 0.9
    assert verdict.evidence[0].quote == "Support ships daily."


def test_a_claim_that_leaves_no_room_for_a_source_fails_and_says_so(any_verifier):
    verdict = one(any_verifier, "refunds " * 200, POLICY)
    assert verdict.probabilities is None
    assert f"of the model's {PLACES} tokens and leave no room for a source" in verdict.failure


def test_a_query_that_leaves_no_room_is_named(token_verifier):
    verdict = one(token_verifier, "Refunds ship daily.", POLICY, query="refunds " * 90)
    assert "the claim and the query take" in verdict.failure


def test_what_was_not_searched_is_told(verifier):
    request = asked(["Refunds are available."], REFUNDS)
    unread = request.candidates[0].model_copy(update={"complete": False})
    (verdict,) = verifier.verify(request.model_copy(update={"candidates": (unread,)}))
    assert not verdict.complete
    assert one(verifier, "Refunds are available.", REFUNDS).complete


# --- token classifiers -------------------------------------------------------------------------------------------


def test_the_words_without_support_are_marked_in_the_draft(token_verifier):
    request = asked(["Support ships daily.", "Refunds are available within 90 nights."], POLICY, query="refunds?")
    supported, lacking = token_verifier.verify(request)
    assert supported.probabilities.supported > 0.9
    assert supported.marked == ()
    assert [request.draft[span.start : span.end] for span in lacking.marked] == ["90 nights"]
    assert lacking.probabilities.unsupported > 0.9


def test_a_claim_is_read_with_what_leads_to_it_but_judged_by_its_own_words(token_verifier):
    request = asked(["The Lima team opens in June.", "Support ships daily."], POLICY)
    lima, support = token_verifier.verify(request)
    assert lima.probabilities.supported < 0.1
    assert support.probabilities.supported > 0.9


def test_a_word_lacks_support_only_when_it_lacks_it_in_every_window(token_verifier):
    claim = "Refunds ships daily from the Lima office."
    sources = [f"{half} {FILLER * 2}" for half in ("Refunds ships daily.", "The office of Lima opens from May.")]
    verdict = one(token_verifier, claim, *sources)
    assert "3 windows" in verdict.reasoning
    assert verdict.probabilities.supported > 0.9


# --- labels and presets ------------------------------------------------------------------------------------------


def test_labels_that_say_nothing_are_refused_with_the_remedy(tmp_path):
    folder = save_pair_model(tmp_path / "two", ("LABEL_0", "LABEL_1"))
    with pytest.raises(SettingsError, match=r"calls its labels LABEL_0, LABEL_1, .*; name its preset, or give"):
        _ = CrossEncoderVerifier(folder).spec
    given = CrossEncoderVerifier(folder, labels=["not entailment", "entailment"])
    assert one(given, "Refunds are available.", REFUNDS).probabilities.supported > 0.9
    turned = CrossEncoderVerifier(folder, labels=["supported", "unsupported"])
    assert one(turned, "Refunds are available.", REFUNDS).probabilities.supported < 0.1


@pytest.mark.parametrize("labels", [["supported"], ["unsupported", "contradicted"], ["supported", "good"],
                                    ["supported", "supported"], ["supported", "entailment", "neutral"]])  # fmt: skip
def test_labels_that_make_no_sense_are_refused(nli, labels):
    with pytest.raises(SettingsError, match=r"label"):
        CrossEncoderVerifier(nli, labels=labels)


def test_more_labels_than_the_model_has_fail_each_claim_instead_of_being_guessed(tmp_path):
    folder = save_pair_model(tmp_path / "three")
    verdict = one(CrossEncoderVerifier(folder, labels=["unsupported", "supported"]), "Refunds ship.", REFUNDS)
    assert verdict.failure == "the model gives 3 numbers where 2 labels were named; name the right preset"


def test_a_model_of_another_kind_than_the_preset_fails_each_claim(nli):
    verdict = one(CrossEncoderVerifier(nli, preset="lettucedetect"), "Refunds ship.", REFUNDS)
    assert "preset lettucedetect is not its own" in verdict.failure


def test_a_token_classifier_needs_its_preset(tmp_path):
    folder = save_pair_model(tmp_path / "tokens", ("supported", "LABEL_0"), tokens=True)
    with pytest.raises(SettingsError, match="labels tokens, and no file says how it is asked; name its preset"):
        _ = CrossEncoderVerifier(folder).spec


@pytest.mark.parametrize(("model", "preset", "said"), [
    ("nonsense", None, "nonsense is no folder and no repository OWNER/MODEL; preset 'nonsense' is not known"),
    ("bespoke-minicheck-7b", None, "is a generative model; serve it"),
    ("owner/model", "minichek", "preset 'minichek' is not known; known are pair, minicheck-roberta"),
])  # fmt: skip
def test_a_name_that_is_not_known_is_refused_with_the_names_there_are(model, preset, said):
    with pytest.raises(SettingsError, match=said):
        CrossEncoderVerifier(model, preset=preset)


# --- identity ----------------------------------------------------------------------------------------------------


def test_the_fingerprint_covers_all_that_decides_a_verdict(tmp_path):
    def spec(change=lambda folder: None, **options):
        folder = save_pair_model(tmp_path / f"made{len(list(tmp_path.iterdir()))}", ("LABEL_0", "LABEL_1"))
        change(folder)
        return CrossEncoderVerifier(folder, **{"labels": ["unsupported", "supported"], **options}).spec.fingerprint

    def edit(name, old, new):
        def change(folder):
            content = (folder / name).read_bytes()
            assert old in content
            (folder / name).write_bytes(content.replace(old, new, 1))

        return change

    base = spec()
    assert spec() == base
    different = [
        spec(labels=["supported", "unsupported"]),
        spec(preset="minicheck-roberta"),
        spec(threads=2),
        spec(edit("config.json", b"128", b"100")),
        spec(edit("tokenizer.json", b'"refunds"', b'"refundz"')),
        spec(_other_weights),
    ]
    assert len({base, *different}) == len(different) + 1


def _other_weights(folder):
    save_pair_model(folder, ("LABEL_1", "LABEL_0"))
    described = json.loads((folder / "config.json").read_text())
    described["id2label"] = {"0": "LABEL_0", "1": "LABEL_1"}
    (folder / "config.json").write_text(json.dumps(described))


# --- what cannot be loaded ---------------------------------------------------------------------------------------


def test_a_folder_without_a_model_says_what_is_needed(tmp_path):
    with pytest.raises(VerifierUnavailable, match=r"holds no model.onnx and no weights; name a folder with"):
        _ = CrossEncoderVerifier(tmp_path).spec


@pytest.mark.parametrize(("name", "content", "said"), [
    ("model.onnx", b"not a graph", r"holds no usable model.onnx"),
    ("tokenizer.json", b"{}", "the tokenizer of .* cannot be read"),
    ("config.json", b"[1]", r"config.json of .* does not hold what is expected"),
    ("config.json", b"{", r"config.json of .* cannot be read"),
    ("config.json", b"{}", "holds no config.json"),
])  # fmt: skip
def test_a_broken_file_is_named(tmp_path, name, content, said):
    folder = save_pair_model(tmp_path / "broken")
    (folder / name).write_bytes(content)
    with pytest.raises(VerifierUnavailable, match=said):
        CrossEncoderVerifier(folder).verify(asked(["Refunds ship."], REFUNDS))


def test_a_model_that_does_not_say_how_much_it_reads_is_refused(tmp_path):
    folder = save_pair_model(tmp_path / "endless", max_position_embeddings=None)
    with pytest.raises(VerifierUnavailable, match="how many tokens it reads; add max_position_embeddings"):
        _ = CrossEncoderVerifier(folder).spec


def test_a_model_that_gives_no_numbers_fails_each_claim(tmp_path):
    folder = save_pair_model(tmp_path / "short", max_position_embeddings=600)  # it says it reads more than it does
    verdict, other = CrossEncoderVerifier(folder).verify(
        asked(["Refunds are available.", "Support ships daily."], "refunds " * 400, "Support ships daily.", limit=2)
    )
    assert "cannot read its input" in verdict.failure
    assert other.probabilities.supported > 0.9


def test_a_model_without_its_runtime_names_the_extra(tmp_path):
    folder = save_pair_model(tmp_path / "torch")
    (folder / "model.onnx").rename(folder / "model.safetensors")
    with pytest.raises(VerifierUnavailable, match=r"needs transformers and torch: pip install 'claimlens\[nli\]'"):
        _without("torch", lambda: CrossEncoderVerifier(folder).spec)


def _without(module, action):
    """Run ``action`` as if ``module`` were not installed."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, module, None)
        return action()


# --- the hub -----------------------------------------------------------------------------------------------------


@pytest.fixture
def cached(tmp_path, monkeypatch):
    """The hub's cache, in which one repository lies as if downloaded; there is no network."""
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", True)
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_CACHE", str(tmp_path))
    home = tmp_path / "models--lytang--MiniCheck-RoBERTa-Large"
    save_pair_model(home / "snapshots" / "abc", ("LABEL_0", "LABEL_1"))
    (home / "refs").mkdir()
    (home / "refs" / "main").write_text("abc")
    return tmp_path


def test_a_repository_of_the_hub_is_read_from_its_cache_with_the_preset_made_for_it(cached):
    by_id = CrossEncoderVerifier("lytang/MiniCheck-RoBERTa-Large")
    assert by_id.spec.spec == "cross-encoder lytang/MiniCheck-RoBERTa-Large (minicheck-roberta)"
    assert one(by_id, "Refunds are available.", REFUNDS).probabilities.supported > 0.9
    assert CrossEncoderVerifier("minicheck-roberta").spec == by_id.spec


@pytest.mark.parametrize(("graph", "fetched"), [
    (True, {"config.json", "tokenizer.json", "onnx/model.onnx"}),
    (False, {"config.json", "tokenizer.json", "model.safetensors"}),
])  # fmt: skip
def test_of_a_repository_only_what_is_used_is_fetched_and_never_its_code(tmp_path, monkeypatch, graph, fetched):
    there = {"config.json", "tokenizer.json", "modeling.py", "model.safetensors", "pytorch_model.bin", "big.gguf"}
    there |= {"onnx/model.onnx", "onnx/model_int8.onnx"} if graph else set()

    def snapshot_download(model, *, allow_patterns, **_):
        for name in there:
            if any(fnmatch(name, pattern) for pattern in allow_patterns):
                (tmp_path / name).parent.mkdir(exist_ok=True)
                (tmp_path / name).touch()
        return str(tmp_path)

    monkeypatch.setattr("huggingface_hub.snapshot_download", snapshot_download)
    fetch("owner/model")
    assert {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file()} == fetched


def test_a_repository_that_cannot_be_fetched_says_what_to_do(cached):
    with pytest.raises(VerifierUnavailable, match=r"model someone/else could not be fetched .*; check its name"):
        _ = CrossEncoderVerifier("someone/else").spec


def test_without_the_hubs_client_the_extra_is_named():
    with pytest.raises(VerifierUnavailable, match=r"needs huggingface_hub: pip install 'claimlens\[nli\]'"):
        _without("huggingface_hub", lambda: CrossEncoderVerifier("deberta-nli").spec)


# --- in a critique -----------------------------------------------------------------------------------------------


def test_a_critique_can_be_made_with_it(verifier):
    request = parse_request({
        "query": "What about refunds?",
        "draft": "Refunds are available within 30 days. Support is not available.",
        "sources": [{"id": "policy", "content": POLICY.replace("ships", "is available")}],
    })  # fmt: skip
    made = critique(request, verifier=verifier)
    assert [claim.status for claim in made.claims] == ["supported", "contradicted"]
    assert made.verifier.spec == "cross-encoder words-nli (pair)"
    assert made.id == critique(request, verifier=verifier).id


def test_importing_it_loads_no_deep_learning_framework():
    code = "import sys, critique_core.verifiers.cross_encoder; print({'torch', 'transformers'} & set(sys.modules))"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "set()"
