"""In claims in other words than the source's the value, name or "not" that is wrong is put right, if sources agree."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from critique_core import CritiqueRequest, SourceDocument, critique
from critique_core.models import Critique, Hunk, Probabilities, Verdict
from critique_core.pipeline import cross_checks, proposed, with_hunks
from critique_core.revision import apply, trials
from critique_core.revision.trials import Trial, settled
from critique_core.revision.writing import Correction
from critique_core.verifiers.embedded import EmbeddedVerifier

HOSTEL = (
    "Hostel Amber stands two streets from the harbour in Gdynia. A bed in a six-bed room costs 38 euros a night from "
    "June to August and 27 euros in the other months. Breakfast is 6 euros more. Guests check in from 14:00; the "
    "reception closes at 21:10. The manager is Ewa Nowak, who bought the house in 2016. Dogs are welcome."
)


def _critique(draft: str, source: str = HOSTEL) -> Critique:
    return critique(CritiqueRequest(draft=draft, sources=(SourceDocument(id="s", title="Hostel", content=source),)))


@pytest.mark.parametrize(
    ("draft", "wanted"),
    [
        ("Hostel Amber is near the harbour of Gdansk.", "Hostel Amber is near the harbour of Gdynia."),
        ("The place is run by Anna Nowak.", "The place is run by Ewa Nowak."),
        (
            "In July, you pay 32 euros a night for a bed in a room for six.",
            "In July, you pay 38 euros a night for a bed in a room for six.",
        ),
        ("Perhaps Anna Nowak runs it.", "Perhaps Ewa Nowak runs it."),
        ("Guests are not allowed to bring their dogs.", "Guests are allowed to bring their dogs."),
    ],
)
def test_what_is_wrong_in_a_claim_in_other_words_is_put_right(draft: str, wanted: str) -> None:
    found = _critique(draft)
    assert found.claims[0].status != "supported"
    assert apply(draft, proposed(found)) == wanted
    assert found.findings.fixes == proposed(found)


def test_card_issue_and_revision_offer_the_same_change() -> None:
    found = _critique("The place is run by Anna Nowak.")
    assert {issue.suggestion for issue in found.issues} == {"Change “Anna Nowak” to “Ewa Nowak”"}
    assert [hunk.reason for hunk in proposed(found)] == ["The source “Hostel” says “Ewa Nowak”, not “Anna Nowak”"]


def test_the_fix_that_was_found_is_the_reason_where_no_other_was() -> None:
    told = [claim.verdict.reasoning for claim in _critique("The place is run by Anna Nowak.").claims if claim.verdict]
    assert told == ["The source “Hostel” says “Ewa Nowak”, not “Anna Nowak”; with that the sources support it."]


@pytest.mark.parametrize(
    "draft",
    [
        "The hostel has a swimming pool.",  # nothing to put in its place
        "Guests can bring their dogs.",  # supported
        "The hostel made 4,200 euros in May.",  # no value of the source is the hostel's income
    ],
)
def test_nothing_is_offered_that_the_sources_do_not_bear_out(draft: str) -> None:
    assert _critique(draft).findings.fixes == ()


CLINIC = (
    "Dr. Amira Haddad heads the eye clinic in Bremen. Nurse manager is Pauline Ott. The clinic has 36 beds and treats "
    "9,200 patients a year. In 2022 a laser made by Zeiss was bought for 410,000 euros."
)
BOOK = (
    "The Salt Road is a novel by Odile Marchetti. It is set in Trieste in 1919 and was first published in Milan. The "
    "membership fee of the book club is €65. Students pay €40. The club was founded on 3 March 1954 and held its first "
    "reading on 12 November."
)


@pytest.mark.parametrize(
    ("draft", "source"),
    [
        ("The eye clinic is headed by Stefan Kurz.", CLINIC),  # not by Bremen
        ("The nurses are managed by Julia Marx.", CLINIC),
        ("The clinic is in northern Germany.", CLINIC),  # right, and Germany is no slip for Bremen
        ("The Salt Road was written by Ruth Bell.", BOOK),  # not by Trieste
        ("The book is set in Venice.", BOOK),
        ("Students pay a membership fee of €20.", BOOK),  # and not of €65
        ("The club held its first reading in July 1954.", BOOK),  # and not in March
    ],
)
def test_nothing_of_another_kind_is_put_in_the_place(draft: str, source: str) -> None:
    fixed = apply(draft, _critique(draft, source).findings.fixes)
    right = {"Stefan Kurz": "Dr. Amira Haddad", "Julia Marx": "Pauline Ott", "Ruth Bell": "Odile Marchetti"}
    right |= {"Venice": "Trieste", "€20": "€40"}
    allowed = {draft, *(draft.replace(wrong, value) for wrong, value in right.items())}
    assert fixed.replace("by Amira", "by Dr. Amira") in allowed


def test_a_not_that_is_nearly_believed_stays() -> None:
    draft = "Lorries have not been allowed on the Orla bridge since 2015."
    found = _critique(draft, "The Orla bridge is 210 metres long and was closed to lorries in 2015.")
    assert found.findings.fixes == ()


def test_the_reason_has_the_source_in_its_own_words() -> None:
    draft = "The ferry leaves the island of Holm at 8 am."
    found = _critique(draft, "The ferry leaves the island of Holm at 9:00 and gets to the town an hour later.")
    assert all("“9:00”, not “8 am”" in hunk.reason for hunk in found.findings.fixes)


def test_a_fix_is_for_the_words_of_the_draft_with_their_mark_and_article() -> None:
    draft = "The hostel is run by **Anna Nowak**."
    assert apply(draft, proposed(_critique(draft))) == "The hostel is run by **Ewa Nowak**."


def test_a_draft_checked_again_keeps_the_fixes_of_what_stands_and_tries_no_more() -> None:
    first = _critique("Hostel Amber is in Gdansk, near the harbour. The place is run by Anna Nowak.")
    longer = first.findings.fixes[0].model_copy(update={"replacement": "the town of Gdynia"})
    again = with_hunks(first, (longer,))
    assert [claim.status for claim in again.claims][1] == "contradicted"
    assert apply(again.request.draft, again.findings.fixes).endswith(
        "Gdynia, near the harbour. The place is run by Ewa Nowak."
    )
    assert again.findings.fixes[0].claim_id == again.claims[1].id


@pytest.mark.parametrize("evidence", ["typed", "alignment"])
def test_another_verifier_tries_nothing(evidence: str) -> None:
    found = critique(_critique("The place is run by Anna Nowak.").request, verifier=EmbeddedVerifier((evidence,)))
    assert found.findings.fixes == ()


def test_what_was_not_tried_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cross_checks, "MOST_TRIED", 0)
    found = _critique("The place is run by Anna Nowak.")
    assert found.findings.fixes == ()
    assert "revision: for 1 more claim no other value was tried" in found.findings.notes


def test_what_is_said_again_has_its_fix_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cross_checks, "MOST_TRIED", 1)
    draft = "The place is run by Anna Nowak. Dogs are welcome. The place is run by Anna Nowak."
    assert apply(draft, _critique(draft).findings.fixes) == draft.replace("Anna", "Ewa")


def _tried(chances: list[float]) -> list[tuple[Trial, Verdict]]:
    return [
        (
            Trial(str(place), Correction(0, 1, str(place), "r"), 0.9),
            Verdict(
                claim_id="c",
                probabilities=Probabilities(supported=chance, unsupported=round(1 - chance, 4), contradicted=0.0),
                method="nli",
                reasoning="r",
            ),
        )
        for place, chance in enumerate(chances)
    ]


@given(st.lists(st.integers(0, 100).map(lambda percent: percent / 100), max_size=5))
def test_one_change_is_chosen_or_none_and_never_one_of_two_as_good(chances: list[float]) -> None:
    chosen = settled(_tried(chances))
    ordered = sorted(chances, reverse=True)
    clear = bool(ordered) and ordered[0] >= 0.9
    clear = clear and (len(ordered) == 1 or ordered[0] - ordered[1] >= 0.15)
    assert (chosen is not None) == clear
    assert chosen is None or chances[int(chosen.text)] == ordered[0]


def test_trials_are_few() -> None:
    found = _critique("In May, June and July Anna, Berta, Carla, Dora and Emma pay 1, 2, 3, 4 or 5 euros.")
    assert all(len(trials.of(found.request.draft, c, found.request.sources)) <= 5 for c in found.claims)


WEATHER = "Gusts of up to 90 km/h are expected along the coast. Temperatures will drop to around 8 degrees overnight."


def test_a_change_by_rule_that_the_sources_do_not_support_is_not_offered() -> None:
    draft = "Temperatures will rise to around 18 degrees overnight."
    found = _critique(draft, WEATHER)
    assert found.findings.doubted == (found.claims[0].id,)
    assert proposed(found) == ()
    assert found.claims[0].status == "contradicted"  # it stands, with its issue


def test_a_doubt_stays_with_its_claim_when_another_one_changes() -> None:
    doubted = "Temperatures will rise to around 18 degrees overnight."
    found = _critique(f"Gusts of up to 80 km/h are expected along the coast. {doubted}", WEATHER)
    [hunk] = proposed(found)
    after = with_hunks(found, [hunk])
    assert after.request.draft == f"Gusts of up to 90 km/h are expected along the coast. {doubted}"
    assert after.findings.doubted == tuple(claim.id for claim in after.claims if claim.text == doubted)
    assert proposed(after) == ()


def test_a_change_by_rule_is_read_as_the_claim_with_all_its_parts_changed() -> None:
    found = _critique("The hostel in Gdansk has 12 beds.", HOSTEL)
    [claim] = found.claims
    hunks = [
        Hunk(start=14, end=20, replacement="Gdynia", reason="r"),
        Hunk(start=25, end=27, replacement="6", reason="r"),
    ]
    assert trials.with_changes(found.request.draft, claim, hunks) == "The hostel in Gdynia has 6 beds."
    whole = Hunk(start=0, end=len(claim.text), replacement="", reason="r")
    assert trials.with_changes(found.request.draft, claim, [whole]) is None


def test_what_is_not_read_for_want_of_time_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cross_checks, "MOST_TRIED", 1)
    found = _critique(
        "Gusts of up to 80 km/h are expected along the coast. Temperatures will drop to around 18 degrees overnight. "
        "The wind is measured by Anna Nowak. The station was run by Tom Bell.",
        f"{WEATHER} The wind is measured by Ewa Nowak. The station is run by Tim Ball, once by Tina Ball.",
    )
    assert [note for note in found.findings.notes if note.startswith("revision")] == [
        "revision: for 1 more claim no other value was tried",
        "revision: for 2 more claims the change by rule was not read",
    ]
    assert (
        len(proposed(found)) >= 2
    )  # the change by rule that was not read is offered as it was before there were readings
