"""Claims that reviewers made are verified against the sources like the machine's, each on its own."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Event, Thread

import pytest

from critique_core import critique as check_draft
from critique_core.errors import VerifierUnavailable
from critique_core.labels.new_claims import NewClaims, judge
from critique_core.labels.reshape import reshape
from critique_core.models import Claim, Critique, CritiqueRequest, Evidence, Profile, SourceDocument, VerifierSpec
from critique_core.runs.answer_cache import AnswerCache
from critique_core.verifiers.embedded import EmbeddedVerifier
from tests.makers.decisions import event
from tests.makers.verifiers import ScriptedVerifier, UnreachableVerifier, believing

DRAFT = "The gateway times out after 30 seconds and uploads are limited to 100 MB."
SOURCE = "The gateway times out after 60 seconds. Uploads are limited to 100 MB."


@pytest.fixture(scope="module")
def critique() -> Critique:
    return check_draft(CritiqueRequest(draft=DRAFT, sources=(SourceDocument(id="1", content=SOURCE),)))


def halves() -> tuple[Claim, Claim]:
    cut = DRAFT.index("and uploads")
    return Claim.of(DRAFT, 0, cut - 1), Claim.of(DRAFT, cut, len(DRAFT))


def test_each_half_of_a_claim_gets_a_status_of_its_own(critique):
    wrong, right = judge(critique, halves(), verifier=EmbeddedVerifier())
    assert (wrong.status, right.status) == ("contradicted", "supported")
    assert right.verdict is not None
    assert right.verdict.evidence[0].quote == "Uploads are limited to 100 MB."


def test_what_is_said_of_a_claim_does_not_depend_on_those_beside_it(critique):
    together = judge(critique, halves(), verifier=EmbeddedVerifier())
    assert tuple(judge(critique, [one], verifier=EmbeddedVerifier())[0] for one in halves()) == together


def test_evidence_that_a_reviewer_pointed_to_stays(critique):
    cut = DRAFT.index("and uploads")
    new = halves()[0]
    quote = Evidence(source_id="1", start=0, end=11, quote="The gateway", relation="context")
    events = [event("split", cut, cut, critique.claims[0]), event("evidence", 0, 38, new, evidence=(quote,))]
    seen = reshape(critique, events, judge=lambda claims: judge(critique, claims, verifier=EmbeddedVerifier()))
    assert seen.claims[0].verdict is not None
    assert seen.claims[0].verdict.evidence == (quote,)
    assert seen.claims[0].status == "contradicted"


def test_a_verifier_that_is_away_leaves_the_claim_unverified_and_says_so(critique):
    class Away:
        spec = VerifierSpec(spec="away", fingerprint="f")

        def verify(self, _request):
            raise VerifierUnavailable("the server is away")

    [claim] = judge(critique, halves()[:1], verifier=Away())
    assert (claim.status, claim.probability) == ("unverified", None)
    assert claim.verdict is not None
    assert "the server is away" in (claim.verdict.failure or "")


# --- each read once --------------------------------------------------------------------------------------------------


@pytest.fixture
def counting() -> ScriptedVerifier:
    """Believes little of the gateway and much of anything else."""
    return ScriptedVerifier({"gateway": believing(0.1)})


@pytest.fixture
def judged(counting) -> Critique:
    found = check_draft(
        CritiqueRequest(draft=DRAFT, sources=(SourceDocument(id="1", content=SOURCE),)), verifier=counting
    )
    counting.asked.clear()
    return found


def split(critique: Critique):
    cut = DRAFT.index("and uploads")
    return [event("split", cut, cut, critique.claims[0])]


def beliefs(critique: Critique) -> list[float | None]:
    return [claim.probability for claim in critique.claims]


def test_a_claim_is_read_once_however_often_it_is_asked_for(judged, counting):
    made = NewClaims()
    assert beliefs(made.reshaped(judged, split(judged), counting)) == [0.1, 0.95]
    assert len(counting.asked) == 2
    assert beliefs(made.reshaped(judged, split(judged), counting)) == [0.1, 0.95]
    assert len(counting.asked) == 2


def test_on_disk_the_answer_is_there_for_the_next_process(judged, counting, tmp_path):
    path = tmp_path / "answers.sqlite3"
    NewClaims(AnswerCache(path)).reshaped(judged, split(judged), counting)
    counting.asked.clear()
    assert beliefs(NewClaims(AnswerCache(path)).reshaped(judged, split(judged), counting)) == [0.1, 0.95]
    assert counting.asked == []


def test_another_verifier_than_the_critiques_says_nothing_of_a_new_claim(judged, counting):
    other = ScriptedVerifier(name="other")
    assert beliefs(NewClaims().reshaped(judged, split(judged), other)) == [None, None]
    assert beliefs(NewClaims().reshaped(judged, split(judged), None)) == [None, None]
    assert other.asked == []


def test_a_reading_that_failed_is_tried_again(judged, counting, tmp_path):
    made = NewClaims(AnswerCache(tmp_path / "answers.sqlite3"))
    assert beliefs(made.reshaped(judged, split(judged), UnreachableVerifier())) == [None, None]
    assert beliefs(made.reshaped(judged, split(judged), counting)) == [0.1, 0.95]


def test_under_another_profile_the_same_reading_decides_otherwise(judged, counting):
    made = NewClaims()
    assert [one.status for one in made.reshaped(judged, split(judged), counting).claims] == ["unsupported", "supported"]
    strict = judged.model_copy(update={"profile": Profile(support_threshold=0.99)})
    assert made.reshaped(strict, split(judged), counting).claims[1].status == "unsupported"
    assert len(counting.asked) == 2


def test_a_slow_reading_holds_up_no_other_claim_and_the_same_claim_is_read_once(judged, counting):
    made, going, may_end = NewClaims(), Event(), Event()
    wrong, right = halves()

    class Slow:
        spec = counting.spec

        def verify(self, request):
            going.set()
            assert may_end.wait(20)
            return counting.verify(request)

    both = Barrier(3)

    def read() -> object:
        both.wait(20)
        return made.judged(judged, [wrong], Slow())

    with ThreadPoolExecutor(2) as threads:
        slow = [threads.submit(read) for _ in range(2)]
        both.wait(20)
        assert going.wait(20)
        aside = Thread(target=made.judged, args=(judged, [right], counting), daemon=True)
        aside.start()
        aside.join(10)
        held_up = aside.is_alive()
        may_end.set()
        assert slow[0].result() == slow[1].result()
    assert not held_up
    assert len(counting.asked) == 2
