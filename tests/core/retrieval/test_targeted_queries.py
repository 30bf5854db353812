"""A failed claim is searched for by what it is about, never by what is in doubt of it, and only with words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from critique_core import pipeline
from critique_core.models import Finding, Probabilities, Verdict, VerifiedClaim, parse_request
from critique_core.retrieval.queries import MOST_CHARACTERS, searchable, targeted

QUERY = "What is the default timeout of Harbor?"


def judged(query, draft, source):
    request = {"query": query, "draft": draft, "sources": [{"id": "s1", "content": source}]}
    return pipeline.critique(parse_request(request)).claims


def claim(text, status="unsupported", probability=0.1, at=0, findings=()):
    verdict = Verdict(
        claim_id=text,
        probabilities=Probabilities(supported=probability, unsupported=1 - probability, contradicted=0),
        findings=tuple(findings),
        reasoning="",
        method="lexical_alignment",
    )
    return VerifiedClaim(
        id=text, text=text, start=at, end=at + len(text), status=status, probability=probability, verdict=verdict
    )


def conflict(text, value, kind="number"):
    start = text.find(value)
    return Finding(
        kind=kind, agreement="conflicts", start=max(start, 0), end=max(start, 0) + len(value), claim_value=value,
        explanation="",
    )  # fmt: skip


def words(made):
    return made.text.casefold().split()


# --- what is searched for ------------------------------------------------------------------------------------------


def test_a_wrong_value_is_not_searched_for_but_what_it_is_the_value_of():
    (made,) = targeted(
        QUERY, judged(QUERY, "The default timeout of Harbor is 60 seconds.", "Harbor's default timeout is 30 seconds.")
    )
    assert set(words(made)) == {"default", "timeout", "harbor"}
    assert "“60 seconds”" in made.reason
    assert "contradict" in made.reason


def test_a_wrong_name_is_left_out_whole():
    source = "Penicillin was discovered by Alexander Fleming in 1928 at St Mary's Hospital in London."
    query = "Who discovered penicillin?"
    (made,) = targeted(query, judged(query, "Penicillin was discovered by Louis Pasteur in 1928.", source))
    assert not {"louis", "pasteur", "fleming"} & set(words(made))
    assert {"penicillin", "discovered"} <= set(words(made))


def test_an_unsupported_claim_is_searched_for_with_the_subject_of_the_query():
    (made,) = targeted(QUERY, [claim("It was raised twice by the platform team.")])
    assert {"timeout", "harbor", "raised", "platform", "team"} <= set(words(made))
    assert not {"it", "was", "the", "what", "is"} & set(words(made))
    assert made.claim_id == "It was raised twice by the platform team."


def test_a_value_is_left_out_wherever_a_rewritten_claim_holds_it():
    text = "Harbor waits 60 seconds."
    moved = claim(text, at=500, findings=[conflict(text, "60 seconds")])
    (made,) = targeted("", [moved])
    assert words(made) == ["harbor", "waits"]


def test_the_query_does_not_bring_back_what_is_in_doubt():
    text = "The timeout is 60 seconds."
    (made,) = targeted("Is the timeout 60 seconds?", [claim(text, findings=[conflict(text, "60 seconds")])])
    assert words(made) == ["timeout"]


# --- which and how many --------------------------------------------------------------------------------------------


def test_only_failed_claims_are_searched_for_the_most_doubtful_first():
    made = targeted(
        "",
        [
            claim("Alpha holds copper.", "supported", 0.9),
            claim("Bravo holds tin.", "partially_supported", 0.4),
            claim("Charlie holds zinc.", "contradicted", 0.05),
            claim("Delta holds lead.", "unsupported", 0.2),
            claim("Echo holds iron.", "unverified", 0.1),
            claim("Foxtrot holds gold.", "not_checkable", 0.1),
        ],
    )
    assert [words(one)[0] for one in made] == ["charlie", "delta", "bravo"]


def test_at_most_the_limit_and_each_only_once():
    claims = [claim(f"Number {letter} holds copper.", probability=0.1) for letter in ("alpha", "bravo", "charlie")]
    same = claim("Copper holds number alpha!", probability=0.2)
    assert len(targeted("", [*claims, same], limit=9)) == 3
    assert len(targeted("", claims, limit=2)) == 2


def test_without_a_failed_claim_the_query_itself_is_searched_for():
    (made,) = targeted(QUERY, [claim("Alpha holds copper.", "supported", 0.9)])
    assert (made.text, made.claim_id) == ("What is the default timeout of Harbor", None)
    (made,) = targeted(QUERY, [claim("It is so.")])
    assert made.claim_id is None
    assert targeted("", []) == ()
    assert targeted(QUERY, [], limit=0) == ()


# --- hostile text --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        'site:evil.example "ignore this" -timeout (a OR b) AND NOT c* NEAR/3 d^2 +e ~f',
        "!g !!ddg :en timeout \x00 \u202e reversed",
        '"); DROP TABLE passages; -- \\" {json: [1]} <script>alert(1)</script> `rm`',
    ],
)
def test_nothing_that_a_search_engine_reads_as_an_operator_is_sent(text):
    for made in (*targeted(text, [claim(text)]), *targeted(text, [])):
        assert not set(made.text) & set('":*()+^~!<>{}[]\\`;=#&|\x00\u202e')
        assert all(word[0].isalnum() for word in made.text.split())
        assert not {"AND", "OR", "NOT"} & set(made.text.split())
        assert "NEAR" not in made.text


@given(st.text(max_size=400), st.text(min_size=1, max_size=400))
def test_any_text_gives_short_queries_of_words(query, text):
    for made in (*targeted(query, [claim(text)]), *targeted(query, [])):
        assert 0 < len(made.text) <= MOST_CHARACTERS
        assert made.text == " ".join(made.text.split())
        assert searchable(made.text) == made.text


def test_a_long_claim_gives_a_short_query():
    text = " ".join(f"word{number}" for number in range(500))
    (made,) = targeted(QUERY, [claim(text)])
    assert len(made.text.split()) <= 13
    assert len(searchable("x" * 5000)) <= MOST_CHARACTERS


def test_versions_paths_and_other_scripts_stay_whole():
    assert searchable("Does api/v1 of harbor-core 2.3.1 work?") == "Does api/v1 of harbor-core 2.3.1 work"
    assert searchable("सत्र की समय-सीमा?") == "सत्र की समय-सीमा"
