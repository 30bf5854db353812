"""Wrong fields of records, tables and tiers: each takes its own field's value, and no other is ever written."""

import random
from collections import Counter
from functools import cache

import pytest

from benchmarks.revision_errors import Spoilt, spoilt
from critique_core import CritiqueRequest, SourceDocument, critique
from critique_core.models import Critique, Hunk, Missing
from critique_core.revision import apply, attempt, revise

_PARTS = 5
_RECORDS = 120
_LEAST_RIGHTED = 0.8


def _checked(draft: str, *texts: str, query: str = "") -> Critique:
    sources = tuple(SourceDocument(id=str(number), content=text) for number, text in enumerate(texts, 1))
    return critique(CritiqueRequest(query=query, draft=draft, sources=sources))


def _revised(draft: str, *texts: str, query: str = "") -> str:
    found = _checked(draft, *texts, query=query)
    return apply(draft, revise(draft, found.claims, found.issues, (), found.findings.missing, found.request.sources))


@cache
def _fates(part: int) -> tuple[tuple[Spoilt, str, tuple[str, ...]], ...]:
    """A part of the made records with the revised draft and what became of each of its fields."""
    found: list[tuple[Spoilt, str, tuple[str, ...]]] = []
    for seed in range(part, _RECORDS, _PARTS):
        made = spoilt(random.Random(f"made {seed}"))
        revised = _revised(made.draft, made.source)
        found.append((made, revised, tuple(made.fates(revised))))
    return tuple(found)


@pytest.mark.parametrize("part", range(_PARTS))
def test_no_wrong_value_is_ever_written(part: int) -> None:
    for made, revised, fates in _fates(part):
        right = [fate for fate, told in zip(fates, made.told, strict=True) if not told.wrong]
        assert "wrong" not in fates, (made.source, made.draft, revised)
        assert set(right) <= {"kept"}, (made.source, made.draft, revised)


def test_most_wrong_fields_are_put_right() -> None:
    every = [one for part in range(_PARTS) for one in _fates(part)]
    counted = Counter(
        fate for made, _, fates in every for fate, told in zip(fates, made.told, strict=True) if told.wrong
    )
    assert counted["repaired"] >= _LEAST_RIGHTED * counted.total()


RECORD = '{"service": "billing-api", "port": 8080, "tls_version": "1.3", "timeout_seconds": 30, "retries": 5}'


@pytest.mark.parametrize(
    ("draft", "source", "revised"),
    [
        ("The service listens on port 8081 and uses TLS 1.2.", RECORD,
         "The service listens on port 8080 and uses TLS 1.3."),
        ("- Port: 1.3\n- TLS version: 8080", RECORD, "- Port: 8080\n- TLS version: 1.3"),
        ("The timeout is 60 seconds and it retries 3 times.", RECORD,
         "The timeout is 30 seconds and it retries 5 times."),
        ("The price is $9 on Free and €19 on Pro.", "The price is $9 on Free and $19 on Pro.",
         "The price is $9 on Free and $19 on Pro."),
        ("The limit is 100 MB on Free and 10 MB on Pro.", "The limit is 10 MB on Free and 100 MB on Pro.",
         "The limit is 10 MB on Free and 100 MB on Pro."),
    ],
)  # fmt: skip
def test_each_value_is_taken_from_its_own_field(draft: str, source: str, revised: str) -> None:
    assert _revised(draft, source) == revised


@pytest.mark.parametrize(
    "draft",
    [
        "The admin port is 9999.",  # another field than "port"
        "The port of search is 9999.",  # a subject that the source does not know
        "The port is not 9999.",
        "The port is above 9999.",
    ],
)
def test_where_field_or_subject_is_uncertain_nothing_is_written(draft: str) -> None:
    assert "8080" not in _revised(draft, RECORD)


def test_of_two_records_none_is_taken_where_the_draft_names_neither() -> None:
    records = "mail:\n  port: 25\nweb:\n  port: 80\n"
    assert "25" not in (told := _revised("The port is 9999.", records))
    assert "80" not in told
    assert _revised("The port of mail is 9999.", records) == "The port of mail is 25."


def test_a_sentence_keeps_its_form_where_a_value_depends_on_the_tier() -> None:
    source = "The limit is 10 MB on the Free plan and 100 MB on the Pro plan."
    assert _revised("The limit is 100 MB.", source, query="What is the limit?") == source


def test_fields_of_a_record_are_no_cases_of_one_value() -> None:
    assert "retries" not in _revised("- TLS version: 8080", RECORD)


def test_the_suggestion_is_the_revisions_change() -> None:
    found = _checked("The service listens on port 8081 and uses TLS 1.2.", RECORD)
    assert set(found.suggestions) == {"Change “8081” to “8080”", "Change “1.2” to “1.3”"}


@pytest.mark.parametrize(
    ("field", "added"),
    [('"price": "$12"', " The price is $12."), ('"colours": ["red", "blue"]', ""), ('"size": {"w": 2}', "")],
)
def test_a_missing_field_is_added_as_a_sentence_and_never_as_json(field: str, added: str) -> None:
    draft, source = "The lamp is red.", SourceDocument(id="1", content=f'{{"product": "Lamp", {field}}}')
    start = source.content.index(field)
    fact = Missing(source_id="1", start=start, end=start + len(field), quote=field, description="", severity=0.5)
    assert apply(draft, revise(draft, (), (), (), (fact,), (source,))) == draft + added


def test_a_change_that_a_source_denies_when_checked_again_is_left_out() -> None:
    draft, source = "The port is 8081 and it has 3 retries.", RECORD
    changes = tuple(
        Hunk(start=draft.index(old), end=draft.index(old) + len(old), replacement=new, reason="", claim_id=claim)
        for old, new, claim in (("8081", "8080", "a"), ("3", "4", "b"))
    )
    found = attempt(_checked(draft, source), changes, lambda text, _: _checked(text, source))
    assert found.critique.request.draft == "The port is 8080 and it has 3 retries."


def test_a_revision_of_which_every_change_is_denied_is_not_kept() -> None:
    draft = "The port is 8081."
    change = Hunk(start=12, end=16, replacement="8082", reason="", claim_id="a")
    found = attempt(_checked(draft, RECORD), (change,), lambda text, _: _checked(text, RECORD))
    assert (found.critique.request.draft, found.tried[0].kept) == (draft, False)


@pytest.mark.parametrize(
    ("draft", "source", "revised"),
    [
        ("The maximum dose is 1,600 mg in 24 hours.", "Do not take more than 6 tablets (1,200 mg) in 24 hours.",
         "The maximum dose is 1,200 mg in 24 hours."),
        ("The weight limit is 30 kg.", "Parcels over 20 kg are not accepted.", "The weight limit is 20 kg."),
    ],
)  # fmt: skip
def test_a_limit_is_put_right_however_the_source_sets_it(draft: str, source: str, revised: str) -> None:
    assert _revised(draft, source) == revised


def test_a_limit_of_another_side_is_no_correction() -> None:
    assert "20 kg" not in _revised("The minimum weight is 30 kg.", "Parcels over 20 kg are not accepted.")


@pytest.mark.parametrize(
    ("draft", "source", "revised"),
    [
        (
            "The agreement can be ended with one month's notice.",
            "The agreement can be ended with three months' notice.",
            "The agreement can be ended with three months' notice.",
        ),
        (
            "The agreement can be ended with three months' notice.",
            "The agreement can be ended with one month's notice.",
            "The agreement can be ended with one month's notice.",
        ),
    ],
)
def test_a_corrected_value_has_the_apostrophe_of_its_own_number(draft: str, source: str, revised: str) -> None:
    assert _revised(draft, source) == revised
