"""What a reader of meaning adds to the checks that go by words: relevance, usefulness, source quality."""

import pytest

from critique_core.claims.extraction import extract
from critique_core.models import Evidence, Probabilities, SourceDocument, Verdict, VerifiedClaim
from critique_core.queries.question import read
from critique_core.reflection import reflect, source_relevance
from critique_core.verifiers.relating import Blend, log_odds, unknown

QUERY = "How long is the warranty of the X200?"
GUARANTEE = SourceDocument(id="g", title="Terms", content="Defects are put right free of charge for 36 months.")
SAME_WORDS = SourceDocument(
    id="w", title="Shop", content="The warranty of the X200 is long and a good one, says our shop."
)


class Meaning:
    """Says what it was told of texts that hold a word, and notes what it was asked."""

    def __init__(self, **by_word: float | None) -> None:
        self.by_word = by_word
        self.asked: list[tuple[str, str, str]] = []

    def __call__(self, relation, asked, text):
        self.asked.append((relation, asked, text))
        return next((chance for word, chance in self.by_word.items() if word in text), None)


def judged(reflection_of):
    assert reflection_of is not None
    return reflection_of


def supported(draft: str, *sources: SourceDocument) -> tuple[VerifiedClaim, ...]:
    """Each claim supported by the first source's first words."""
    claims = [claim for claim in extract(draft) if claim.checkable]
    quote = Evidence(source_id=sources[0].id, quote=sources[0].content, start=0, end=len(sources[0].content),
                     relation="supports")  # fmt: skip
    return tuple(
        VerifiedClaim(
            **claim.model_dump(), status="supported", probability=0.9,
            verdict=Verdict(claim_id=claim.id, evidence=(quote,), reasoning="-", method="exact_match",
                            probabilities=Probabilities(supported=0.9, unsupported=0.05, contradicted=0.05)),
        )
        for claim in claims
    )  # fmt: skip


class TestBlend:
    def test_even_odds_of_both_leave_the_bias(self):
        assert Blend(words=1.0, meaning=1.0, bias=0.7)(0.5, 0.5) == pytest.approx(0.6682, abs=1e-4)

    def test_more_of_either_is_never_less(self):
        blend = Blend(words=0.4, meaning=1.2, bias=-0.3)
        scores = [blend(words, meaning) for words in (0, 0.2, 0.9, 1) for meaning in (0, 0.3, 0.8, 1)]
        assert all(0 < score < 1 for score in scores)
        assert [blend(0.5, m) for m in (0, 0.3, 0.8, 1)] == sorted(blend(0.5, m) for m in (0, 0.3, 0.8, 1))

    def test_nobody_is_surer_than_49_to_1(self):
        assert log_odds(1.0) == log_odds(0.98) == pytest.approx(-log_odds(0.0))


class TestRelevance:
    def test_a_source_in_other_words_is_relevant_where_its_meaning_is(self):
        alone = judged(reflect.relevance(QUERY, [GUARANTEE]))
        meant = judged(reflect.relevance(QUERY, [GUARANTEE], relate=Meaning(Defects=0.97)))
        assert alone.verdict == "irrelevant"
        assert meant.verdict == "relevant"
        assert meant.reasoning == "“Terms” bears on the query, though in other words than the query's."

    def test_the_same_words_are_not_enough_where_the_meaning_is_another(self):
        alone = judged(reflect.relevance(QUERY, [SAME_WORDS]))
        meant = judged(reflect.relevance(QUERY, [SAME_WORDS], relate=Meaning(warranty=0.03)))
        assert (alone.verdict, meant.verdict) == ("relevant", "irrelevant")

    def test_words_decide_where_meaning_is_not_known(self):
        assert reflect.relevance(QUERY, [SAME_WORDS], relate=unknown) == reflect.relevance(QUERY, [SAME_WORDS])

    def test_of_many_sources_those_are_read_whose_words_promise_most(self):
        meaning = Meaning()
        filler = [SourceDocument(id=f"f{n}", content=f"Row {n} is empty.") for n in range(20)]
        source_relevance.by_meaning(read(QUERY), [*filler, SAME_WORDS], meaning)
        assert len(meaning.asked) == 6
        assert meaning.asked[0] == ("bears", QUERY, SAME_WORDS.content)

    def test_a_long_source_is_read_around_its_best_passage(self):
        meaning = Meaning()
        padding = "Nothing of note is said here. " * 400
        long = SourceDocument(id="l", content=f"{padding}The warranty of the X200 is three years. {padding}")
        source_relevance.by_meaning(read(QUERY), [long], meaning)
        [(_, _, text)] = meaning.asked
        assert len(text) == 300
        assert "The warranty of the X200 is three years." in text

    def test_the_better_source_is_the_one_that_bears_on_the_query(self):
        sources = [SAME_WORDS, GUARANTEE]
        of = {one.source_id: one for one in reflect.source_quality(QUERY, sources, ())}
        assert of["w"].relevance > of["g"].relevance
        meaning = Meaning(Defects=0.97, warranty=0.03)
        of = {one.source_id: one for one in reflect.source_quality(QUERY, sources, (), relate=meaning)}
        assert of["w"].relevance < of["g"].relevance


class TestUsefulness:
    def test_an_answer_in_other_words_is_useful_where_its_meaning_is(self):
        draft = "Defects are put right for 36 months."
        meant = judged(reflect.usefulness(QUERY, draft, supported(draft, GUARANTEE), relate=Meaning(Defects=0.97)))
        assert meant.verdict == "useful"

    def test_what_answers_another_question_is_not_useful_and_says_so(self):
        query = "How does the X200 connect to the printer?"
        draft = "The X200 connects to the printer in many homes and offices, as our readers tell us."
        alone = judged(reflect.usefulness(query, draft, supported(draft, GUARANTEE)))
        meant = judged(reflect.usefulness(query, draft, supported(draft, GUARANTEE), relate=Meaning(printer=0.02)))
        assert (alone.verdict, meant.verdict) == ("useful", "not_useful")
        assert meant.reasoning == "Read as a whole, the draft does not answer the query."

    def test_a_refusal_is_not_read(self):
        meaning = Meaning(know=0.9)
        reflect.usefulness(QUERY, "I do not know.", (), abstained=True, relate=meaning)
        assert meaning.asked == []
