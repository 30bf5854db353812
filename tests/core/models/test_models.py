import json
from typing import Any

import pytest

from critique_core.errors import InvalidInput
from critique_core.models import Claim, Probabilities, parse_decision, parse_request
from tests.makers.rows import each_of

DECISION = {"item_id": "i", "action": "note", "reviewer": "Ada"}


def asked(draft: Any = "The timeout is 60 seconds.", **fields: Any) -> dict[str, Any]:
    return {"draft": draft, "sources": [{"id": "a", "content": "Timeout: 60 seconds"} | fields]}


def test_camel_case_and_snake_case_are_the_same_request():
    assert parse_request(asked(chunkId="7")) == parse_request(json.dumps(asked(chunk_id="7")))


@each_of(
    ("value", "message"),
    [
        (asked(""), "draft: there is no text; paste the answer to check"),
        (asked(" \n"), "draft: there is no text; paste the answer to check"),
        (asked("x" * 6_000_000), "draft: too long (6,000,000 characters, 500,000 allowed); split it"),
        (asked(content="x" * 6_000_000), "sources.0.content: too long (6,000,000 characters, 5,000,000 allowed)"),
        (asked() | {"sauces": []}, "sauces: unknown field; remove it or check its spelling"),
        (asked(colour="red"), "sources.0.colour: unknown field; remove it or check its spelling"),
        (asked(5), "draft: Input should be a valid string"),
        (asked() | {"sources": "none"}, "sources: Input should be an array"),
        (asked() | {"sources": asked()["sources"] * 2}, "source id 'a' is used twice; give each source its own id"),
        (asked("a\x00b"), "draft: holds a NUL byte at character 1; remove it or drop the file in as text"),
        (asked(title="\x00"), "sources.0.title: holds a NUL byte at character 0; remove it"),
        (asked(metadata={"k": "a\x00"}), "sources.0.metadata: holds a NUL byte at character 1"),
        (asked(metadata={"\x00": ""}), "sources.0.metadata: holds a NUL byte at character 0"),
        (asked("\ud800"), "draft: holds a lone surrogate, so it is not valid Unicode"),
        (asked(content="\udfff"), "sources.0.content: holds a lone surrogate, so it is not valid Unicode"),
        (asked(metadata={"k": "\ud800"}), "sources.0.metadata: holds a lone surrogate at character 0"),
        ('{"draft": "\\ud800"}', "a lone surrogate is not valid Unicode: the text was decoded wrongly, load it again"),
        ("[" * 100_000, "request: is nested too deeply; write it with fewer"),
        ([], "request: Input should be an object"),
        ('{"draft": "a", "draft": "b"}', "draft: is given more than once in an object; keep one of them"),
        (
            '{"draft": "a", "sources": [{"id": "1", "content": "a", "content": "b"}]}',
            "content: is given more than once in an object; keep one of them",
        ),
    ],
)  # fmt: skip
def test_a_request_that_cannot_be_used_names_the_field_and_the_remedy(value, message):
    with pytest.raises(InvalidInput) as caught:
        parse_request(value)
    assert message in str(caught.value)
    assert len(str(caught.value).splitlines()) == 1


def test_every_fault_of_a_request_is_named_at_once():
    with pytest.raises(InvalidInput) as caught:
        parse_request(asked("", colour="red") | {"options": {"strictness": "harsh"}})
    assert [line.split(":")[0] for line in str(caught.value).splitlines()] == [
        "draft", "sources.0.colour", "options.strictness",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"note": "a\x00"}, "note: holds a NUL byte at character 1"),
        ({"text": "\ud800"}, "text: holds a lone surrogate"),
        ({"reviewer": ""}, "reviewer: "),
        ({"action": "shrug"}, "action: Input should be 'accept', "),
    ],
)
def test_a_decision_that_cannot_be_used_names_the_field(fields, message):
    with pytest.raises(InvalidInput) as caught:
        parse_decision(DECISION | fields)
    assert str(caught.value).startswith(message)


def test_options_are_no_part_of_what_is_reviewed():
    strict = parse_request(asked() | {"options": {"strictness": "strict"}})
    assert strict.fingerprint == parse_request(asked()).fingerprint
    assert strict.fingerprint != parse_request(asked("The timeout is 61 seconds.")).fingerprint


def test_a_claim_is_known_by_draft_place_and_words():
    claims = [
        Claim.of("a. a.", 0, 2),
        Claim.of("a. a.", 3, 5),
        Claim.of("a. a. ", 0, 2),
        Claim.of("a. a.", 0, 2, text="It is a."),
    ]
    assert len({claim.id for claim in claims}) == 4
    assert Claim.of("a. a.", 0, 2).id == claims[0].id


def test_probabilities_are_rounded_and_sum_to_one():
    assert Probabilities(supported=1 / 3, unsupported=1 / 3, contradicted=1 / 3).supported == 0.3333
    with pytest.raises(ValueError, match=r"sum to 0\.9000, not 1"):
        Probabilities(supported=0.5, unsupported=0.2, contradicted=0.2)
