"""S2's similarity rule: 0.8 supports, 0.7 to 0.8 is for another verifier, and what is said of it."""

import numpy as np
import pytest

from critique_core.embeddings import EmbedderSpec, LexicalEmbedder
from critique_core.embeddings.onnx import OnnxEmbedder
from critique_core.errors import ModelError, SettingsError, VerifierUnavailable
from critique_core.evidence.index import SourceIndex
from critique_core.models import Claim, SourceDocument, VerificationInput, parse_request
from critique_core.pipeline import critique
from critique_core.verifiers.similarity import SimilarityVerifier
from tests.makers.places import DATA
from tests.makers.verifiers import ScriptedVerifier, UnreachableVerifier, believing

TINY = DATA / "tiny_sentence_encoder"
POLICY = "Returns are easy. Refunds are available within 30 days of purchase. Support answers within 24 hours."


class AngledEmbedder:
    """Turns a text that ends in a number by the angle with that cosine, and no other ("The claim 0.75", "A source").

    ``calls`` keeps the texts of each call.
    """

    def __init__(self, name="angled", failure=None, version=1):
        self.calls = []
        self.failure = failure
        self._name, self._version = name, version

    @property
    def spec(self):
        if self.failure:
            raise ModelError(self.failure)
        return EmbedderSpec(name=self._name, fingerprint=f"fingerprint {self._version} of {self._name}")

    def embed(self, texts):
        if self.failure:
            raise ModelError(self.failure)
        self.calls.append(list(texts))
        cosines = np.array([self._cosine(text) for text in texts])
        return np.stack([cosines, np.sqrt(1 - cosines**2)], axis=1).astype(np.float32)

    @staticmethod
    def _cosine(text):
        try:
            return float(text.split()[-1])
        except ValueError:
            return 1.0


def asked(claims, *sources):
    """The request for these claims, which together are the draft, against these texts."""
    draft = " ".join(claims)
    made = tuple(Claim.of(draft, draft.index(claim), draft.index(claim) + len(claim)) for claim in claims)
    documents = tuple(SourceDocument(id=f"s{place}", content=text) for place, text in enumerate(sources))
    return VerificationInput(
        query="", draft=draft, claims=made, candidates=SourceIndex(documents).candidates(made), sources=documents
    )


def judged(claims, *sources, verifier=None):
    return (verifier or SimilarityVerifier(AngledEmbedder())).verify(asked(claims, *sources))


def supported(cosine, **options):
    verifier = SimilarityVerifier(AngledEmbedder(), **options)
    (verdict,) = judged([f"The claim {cosine}"], "The source speaks", verifier=verifier)
    return verdict.probabilities.supported


# --- the rule ----------------------------------------------------------------------------------------------------


def test_the_threshold_is_where_the_probability_of_support_is_one_half():
    assert supported(0.8) == 0.5
    assert supported(0.7999) < 0.5 < supported(0.8001)
    assert (supported(0.7), supported(0.9)) == (0.1, 0.9)
    assert supported(0.6, threshold=0.6, borderline=0.5) == 0.5


def test_a_closer_sentence_never_gives_a_lower_probability():
    chances = [supported(round(cosine, 2)) for cosine in np.arange(-1.0, 1.01, 0.05)]
    assert chances == sorted(chances)
    assert chances[0] == 0.0
    assert chances[-1] > 0.98


def test_similarity_never_calls_a_claim_contradicted():
    (verdict,) = judged(["Refunds are never available."], POLICY, verifier=SimilarityVerifier(LexicalEmbedder()))
    assert verdict.probabilities.contradicted == 0.0
    assert verdict.probabilities.supported + verdict.probabilities.unsupported == pytest.approx(1.0)


def test_the_closest_sentence_is_the_evidence_with_its_place_in_the_source():
    verifier = SimilarityVerifier(LexicalEmbedder())
    (verdict,) = judged(
        ["Refunds are available within 30 days of the purchase."], "Preface.", POLICY, verifier=verifier
    )
    (quote,) = verdict.evidence
    assert quote.source_id == "s1"
    assert POLICY[quote.start : quote.end] == quote.quote == "Refunds are available within 30 days of purchase."
    assert quote.relation == "supports"
    assert verdict.method == "semantic_similarity"
    assert verdict.marked == ()
    assert verdict.reasoning == f"Supported by a source (similarity {quote.score:.2f})."


def test_a_claim_that_nothing_is_close_to_says_how_close_the_best_came():
    (verdict,) = judged(["The claim 0.31"], "The source speaks")
    assert verdict.reasoning == "No supporting source found (best similarity 0.31)."
    assert verdict.evidence[0].relation == "context"
    assert [(span.start, span.end) for span in verdict.marked] == [(0, 14)]


def test_a_similarity_just_below_the_threshold_is_not_shown_as_the_threshold():
    (verdict,) = judged(["The claim 0.7991"], "The source speaks")
    assert verdict.reasoning == "No supporting source found (best similarity 0.7991)."


def test_an_encoder_finds_support_in_other_words_where_words_alone_do_not():
    claim, source = "Buyers receive money.", "Customers get a refund. Support ships daily."
    (known,) = judged([claim], source, verifier=SimilarityVerifier(OnnxEmbedder(TINY)))
    (unknown,) = judged([claim], source, verifier=SimilarityVerifier(LexicalEmbedder()))
    assert known.probabilities.supported > 0.5 > unknown.probabilities.supported
    assert known.evidence[0].quote == "Customers get a refund."


def test_a_records_field_is_compared_with_the_words_that_name_it():
    record = '{"free": {"upload limit": "10 MB"}, "pro": {"upload limit": "10 MB"}}'
    (verdict,) = judged(["Pro upload limit: 10 MB"], record, verifier=SimilarityVerifier(LexicalEmbedder()))
    assert verdict.evidence[0].quote == '"upload limit": "10 MB"'
    assert verdict.evidence[0].start == record.rindex('"upload limit"')


def test_without_source_text_the_claim_is_not_checked():
    (verdict,) = judged(["The claim 0.9"], " ")
    assert verdict.probabilities is None
    assert verdict.failure == "there is no source text to compare with"


# --- the borderline ----------------------------------------------------------------------------------------------


CLAIMS = ["Claim far 0.69", "Claim low 0.7", "Claim high 0.79", "Claim near 0.8"]


def test_only_claims_in_the_band_are_asked_of_the_other_verifier_in_one_call():
    other = ScriptedVerifier({"high": believing(0.02, 0.9, reasoning="the source says otherwise")}, name="reader")
    verifier = SimilarityVerifier(AngledEmbedder(), escalate_to=other)
    far, low, high, near = judged(CLAIMS, "The source speaks", verifier=verifier)
    (sent,) = other.asked
    assert [claim.text for claim in sent.claims] == CLAIMS[1:3]
    assert [each.claim_id for each in sent.candidates] == [claim.id for claim in sent.claims]
    assert high.probabilities.contradicted == 0.9
    assert high.reasoning == "Borderline similarity (0.79), judged by reader: the source says otherwise"
    assert low.probabilities.supported == 0.95
    assert {far.method, near.method} == {"semantic_similarity"}
    assert low.method == "typed_comparison"


def test_nothing_in_the_band_asks_nothing():
    other = ScriptedVerifier()
    judged(
        [CLAIMS[0], CLAIMS[3]], "The source speaks", verifier=SimilarityVerifier(AngledEmbedder(), escalate_to=other)
    )
    judged(CLAIMS, "The source speaks", verifier=SimilarityVerifier(AngledEmbedder(), 0.8, 0.8, escalate_to=other))
    assert other.asked == []


class _Failing(ScriptedVerifier):
    def verify(self, request):
        return tuple(
            believing(0.5)(claim, request).model_copy(update={"probabilities": None, "failure": "no quote"})
            for claim in request.claims
        )


class _Silent(ScriptedVerifier):
    def verify(self, request):
        return ()


@pytest.mark.parametrize(
    ("other", "told"),
    [
        (UnreachableVerifier(name="reader"), "reader could not be used: the server at localhost does not answer"),
        (_Failing(name="reader"), "reader failed: no quote"),
        (_Silent(name="reader"), "reader gave no verdict on it"),
    ],
)
def test_when_the_other_verifier_fails_the_rule_stands_and_says_so(other, told):
    verifier = SimilarityVerifier(AngledEmbedder(), escalate_to=other)
    (verdict,) = judged(["Claim high 0.79"], "The source speaks", verifier=verifier)
    assert verdict.failure is None
    assert verdict.probabilities.supported < 0.5
    assert f"(best similarity 0.79). It is borderline, but {told}" in verdict.reasoning


# --- cost --------------------------------------------------------------------------------------------------------


def test_all_distinct_texts_of_a_request_are_embedded_in_one_call_and_once():
    embedder = AngledEmbedder()
    verifier = SimilarityVerifier(embedder)
    request = asked(["A claim about a source 0.9", "Another claim about a source 0.5"], "A source. A source. The end.")
    first = verifier.verify(request)
    assert len(embedder.calls) == 1
    assert sorted(embedder.calls[0]) == sorted({*(c.text for c in request.claims), "A source.", "The end."})
    assert verifier.verify(request) == first
    assert len(embedder.calls) == 1


def test_the_kept_vectors_are_bounded_and_those_used_longest_ago_go_first():
    embedder = AngledEmbedder()
    verifier = SimilarityVerifier(embedder, cached=2)
    for claim in ("One 0.9", "Two 0.9", "Three 0.9", "Four 0.9", "One 0.9"):
        judged([claim], "A source", verifier=verifier)
    assert embedder.calls == [["One 0.9", "A source"], ["Two 0.9"], ["Three 0.9"], ["Four 0.9"], ["One 0.9"]]


# --- identity and failure ----------------------------------------------------------------------------------------


def test_the_fingerprint_covers_embedder_threshold_band_and_the_verifier_behind():
    made = [
        SimilarityVerifier(AngledEmbedder()),
        SimilarityVerifier(AngledEmbedder("other")),
        SimilarityVerifier(AngledEmbedder(version=2)),  # other weights in a folder of the same name
        SimilarityVerifier(AngledEmbedder(), threshold=0.85),
        SimilarityVerifier(AngledEmbedder(), borderline=0.6),
        SimilarityVerifier(AngledEmbedder(), escalate_to=ScriptedVerifier()),
        SimilarityVerifier(AngledEmbedder(), escalate_to=ScriptedVerifier(name="another")),
    ]
    assert len({each.spec.fingerprint for each in made}) == len(made)
    assert made[0].spec == SimilarityVerifier(AngledEmbedder(), cached=5).spec
    assert made[-1].spec.spec == "similarity (angled), borderline to another"


@pytest.mark.parametrize(("threshold", "borderline"), [(0.7, 0.8), (1.2, 0.7), (0.8, 0.0), (float("nan"), 0.7)])
def test_a_band_that_makes_no_sense_is_refused(threshold, borderline):
    with pytest.raises(SettingsError, match="must lie in this order"):
        SimilarityVerifier(AngledEmbedder(), threshold, borderline)


def test_an_embedder_that_fails_makes_the_verifier_unavailable_with_its_reason():
    verifier = SimilarityVerifier(AngledEmbedder(failure="http://box cannot be reached; start it"))
    with pytest.raises(VerifierUnavailable, match="http://box cannot be reached; start it"):
        judged(["A claim 0.9"], "A source", verifier=verifier)
    with pytest.raises(VerifierUnavailable, match="start it"):
        _ = verifier.spec


def test_a_critique_can_be_made_with_it():
    request = parse_request({
        "query": "What about refunds?",
        "draft": "Refunds are available within 30 days of purchase. The office in Lima opens in May.",
        "sources": [{"id": "policy", "content": POLICY}],
    })  # fmt: skip
    made = critique(request, verifier=SimilarityVerifier(LexicalEmbedder()))
    assert [claim.status for claim in made.claims] == ["supported", "unsupported"]
    assert made.verifier.spec == "similarity (lexical)"
    assert made.id == critique(request, verifier=SimilarityVerifier(LexicalEmbedder())).id
