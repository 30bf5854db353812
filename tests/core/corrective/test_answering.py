"""From a query to a verified, corrected answer in one call, without a model."""

import pytest

from critique_core import CritiqueOptions, InvalidInput, ModelError, StoreError
from critique_core.corrective.answering import STAGES, answer, verify_and_correct, verify_response
from critique_core.corrective.generation import NO_ANSWER, ExtractiveGenerator, Generator
from critique_core.corrective.search import Limits
from critique_core.library import Library
from critique_core.models import SourceDocument

REFUNDS = SourceDocument(
    id="refunds",
    title="Refunds",
    content="Refunds are processed within 14 days of the return. They are free of charge.",
)
SHIPPING = SourceDocument(
    id="shipping",
    title="Shipping",
    content="Parcels leave our warehouse within two days of the order. Express shipping costs 9 euros.",
)
TOWER = SourceDocument(
    id="tower", title="Eiffel Tower", content="The Eiffel Tower in Paris is 330 metres tall. It was completed in 1889."
)
QUERY = "How long do refunds take?"
WRONG = "Refunds are processed within 30 days of the return, and they are free of charge."


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    with Library.open(tmp_path_factory.mktemp("library") / "library.sqlite3") as found:
        for source in (REFUNDS, SHIPPING, TOWER):
            found.add(source)
        yield found


# --- answers ---------------------------------------------------------------------------------------------------------


def test_a_question_is_answered_from_the_library_with_a_citation_and_verified(library):
    result = answer(QUERY, library)
    assert result.final_response == "Refunds are processed within 14 days of the return [1]."
    assert result.sources[0].content == REFUNDS.content
    assert result.stopped == "confident"
    assert result.final.recommendation == "accept"
    assert [check.verdict for check in result.final.citations] == ["accurate"]
    assert [search.retriever for search in result.searches] == ["library"]
    assert result.grade.quality != "incorrect"


def test_both_halves_of_a_question_are_answered_each_from_its_source(library):
    result = answer("How long do refunds take and what does express shipping cost?", library)
    assert "14 days" in result.final_response
    assert "9 euros" in result.final_response
    cited = {check.index for check in result.first.citations if check.verdict == "accurate"}
    assert cited == {1, 2}


def test_what_the_library_does_not_know_is_not_answered(library):
    result = answer("Who composed the opera about the flying Dutchman?", library)
    assert result.final_response == NO_ANSWER
    assert result.first.abstained
    assert result.attempts == ()


def test_a_draft_of_ones_own_is_checked_and_corrected_by_what_is_found(library):
    result = answer(QUERY, library, draft=WRONG)
    assert result.draft == WRONG
    assert result.final_response == WRONG.replace("30", "14")
    assert [attempt.kept for attempt in result.attempts] == [True]
    assert not result.additional_context_used


def test_the_query_is_not_asked_again_for_the_correction(library):
    class Counting:
        name = "library"
        asked: list[str] = []  # noqa: RUF012 - of this test alone

        def search(self, query: str, limit: int = 8):
            self.asked.append(query)
            return library.search(query, limit)

    result = answer(QUERY, Counting(), draft=WRONG)
    assert result.attempts
    assert len(Counting.asked) == len(set(Counting.asked)) > 1


def test_verification_and_correction_are_switched_off_apart(library):
    unchecked = answer(QUERY, library, draft=WRONG, enable_verification=False)
    assert (unchecked.stopped, unchecked.first, unchecked.final) == ("off", None, None)
    checked = answer(QUERY, library, draft=WRONG, enable_crag=False)
    assert (checked.stopped, checked.final_response, checked.attempts) == ("off", WRONG, ())
    assert checked.final.recommendation == "reject"


def test_a_short_draft_is_handed_on_unchecked_and_says_so(library):
    short = "Within 30 days, they say."
    result = answer(QUERY, library, draft=short)
    assert (result.stopped, result.first, result.final_response) == ("too_short", None, short)
    assert answer(QUERY, library, draft=short, min_draft_length=len(short)).first is not None


def test_the_threshold_of_confidence_decides_whether_a_draft_is_corrected(library):
    draft = "Refunds are processed within 14 days of the return, and they are free of charge."
    usual = answer(QUERY, library, draft=draft)
    strict = answer(QUERY, library, draft=draft, options=CritiqueOptions(confidence_threshold=1.0))
    assert (usual.stopped, usual.final.recommendation) == ("confident", "accept")
    assert (strict.stopped, strict.final.recommendation) == ("nothing_found", "retry")
    assert strict.final_response == draft


def test_what_is_borne_out_in_part_is_not_turned_into_a_refusal(library):
    shaky = "Refunds are processed within 14 days of the return, as far as anybody in the shop can tell."
    assert "14 days" in answer(QUERY, library, draft=shaky).final_response


def test_progress_goes_through_all_stages_and_can_cancel(library):
    told: list[str] = []
    answer(QUERY, library, progress=lambda stage, done: told.append(stage))
    assert tuple(dict.fromkeys(told)) == STAGES

    def cancel(stage: str, done: float) -> None:
        if stage == "verify":
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        answer(QUERY, library, progress=cancel)


def test_a_retriever_that_fails_is_told_and_nothing_is_made_up():
    class Broken:
        name = "library"

        def search(self, query: str) -> list[SourceDocument]:
            raise StoreError("the file is locked; close the other program")

    result = answer(QUERY, Broken())
    assert result.final_response == NO_ANSWER
    assert result.notes[0] == "library could not search: the file is locked; close the other program"
    assert result.grade.quality == "incorrect"


@pytest.mark.parametrize(("query", "told"), [("  ", "is empty"), ("a\x00b", "NUL byte")])
def test_a_query_that_asks_nothing_is_refused(library, query, told):
    with pytest.raises(InvalidInput, match=told):
        answer(query, library)


# --- generators ------------------------------------------------------------------------------------------------------


class Scripted:
    """Writes the same each time; ``read`` keeps the sources it was given."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.read: list[tuple[str, ...]] = []

    def generate(self, query, sources, issues=()):
        self.read.append(tuple(source.content for source in sources))
        return self.text


def test_a_generator_reads_only_the_strips_that_bear_on_the_query(library):
    generator = Scripted("Refunds are processed within 14 days of the return [1].")
    result = answer(QUERY, library, generator)
    assert isinstance(generator, Generator)
    assert generator.read == [(REFUNDS.content,)]
    assert result.final_response == generator.text


def test_nothing_is_written_from_sources_that_do_not_fit(library):
    generator = Scripted("The opera was composed by the mayor of Leeds.")
    result = answer("How much does the opera about the harbour cost?", library, generator)
    assert result.grade.quality == "incorrect"
    assert result.sources
    assert (generator.read, result.final_response) == ([], NO_ANSWER)


def test_a_generator_that_says_nothing_is_a_refusal(library):
    assert answer(QUERY, library, Scripted(" ")).final_response == NO_ANSWER


def test_a_generator_that_cannot_write_says_why(library):
    class Away:
        def generate(self, query, sources, issues=()):
            raise ModelError("the server does not answer")

    with pytest.raises(ModelError, match="does not answer"):
        answer(QUERY, library, Away())


def test_the_extractive_generator_quotes_what_answers_in_the_order_of_the_sources():
    generator = ExtractiveGenerator()
    asked = "How tall is the Eiffel Tower and when was it completed?"
    both = "The Eiffel Tower in Paris is 330 metres tall [2]. It was completed in 1889 [2]."
    assert generator.generate(asked, [REFUNDS, TOWER]) == both
    lead = "The Eiffel Tower in Paris is 330 metres tall. It was completed in 1889 [1]."
    assert generator.generate("When was the tower completed?", [TOWER]) == lead
    assert generator.generate(asked, [REFUNDS]) == NO_ANSWER
    assert generator.generate(asked, []) == NO_ANSWER
    assert generator.generate("?", [TOWER]) == NO_ANSWER


def test_the_extractive_generator_reads_fields_and_leaves_questions_and_titles_out():
    settings = SourceDocument(id="settings", content="Timeout: 60 seconds\nRetries: 3 times")
    pages = SourceDocument(
        id="pages",
        content="HOW LONG IS THE TIMEOUT OF THE GATEWAY\n\nHow long is the timeout? The timeout was set last year.",
    )
    assert ExtractiveGenerator().generate("How long is the timeout?", [pages, settings]).startswith("Timeout: 60")


# --- S4's names ------------------------------------------------------------------------------------------------------


def test_where_a_figure_is_asked_for_only_sentences_that_give_one_are_quoted():
    page = "Many ask what express shipping to Norway may cost. Express shipping to Norway is 9 euros."
    sources = [SourceDocument(id="a", content=page)]
    written = ExtractiveGenerator().generate("How much does express shipping to Norway cost?", sources)
    assert written == "Express shipping to Norway is 9 euros [1]."


def test_a_statement_of_names_is_not_taken_for_a_title():
    page = "Falstaff is an opera by Giuseppe Verdi. Cushions can be rented. A Guide Through Falstaff And Other Operas."
    written = ExtractiveGenerator().generate("Who wrote the opera Falstaff?", [SourceDocument(id="a", content=page)])
    assert written == "Falstaff is an opera by Giuseppe Verdi [1]."


def test_a_response_is_verified_against_a_text():
    result = verify_response(QUERY, WRONG, REFUNDS.content)
    assert not result.is_grounded
    assert result.request.sources[0].id == "context"
    with pytest.raises(InvalidInput, match="draft"):
        verify_response(QUERY, " ", REFUNDS.content)


def test_a_response_is_verified_and_corrected(library):
    right = WRONG.replace("30", "14")
    assert verify_and_correct(QUERY, WRONG, TOWER.content, library).final_response == right
    off = verify_and_correct(QUERY, WRONG, [REFUNDS], library, enable_crag=False)
    assert (off.stopped, off.final_response) == ("off", WRONG)
    assert off.first.recommendation == "reject"


def test_the_limits_reach_the_loop(library):
    result = answer(QUERY, library, draft=WRONG, limits=Limits(max_attempts=0))
    assert (result.stopped, result.attempts) == ("attempts_used", ())


def test_a_title_in_the_first_line_answers_nothing_and_is_what_the_lines_below_it_are_of() -> None:
    manual = SourceDocument(
        id="manual",
        title="pump.txt",
        content="AquaPro 300 - Owner's manual. Runtime: up to 7 hours on a full charge. Charging time: 90 minutes. "
        "Warranty: two years from purchase.",
    )
    written = ExtractiveGenerator().generate("How long is the warranty of the AquaPro 300?", [manual])
    assert written == "Warranty: two years from purchase [1]."
    assert "90 minutes" in ExtractiveGenerator().generate("What is the charging time of the AquaPro 300?", [manual])


@pytest.mark.parametrize(
    ("query", "page", "written"),
    [
        (
            "How long does the battery take to charge?",
            "Battery runtime: up to 7 hours per charge. Charging time of the battery: 90 minutes.",
            "Charging time of the battery: 90 minutes [1].",
        ),
        (
            "How many hours does charging take?",
            "Charging time: 3 hours for a full charge. Runtime: up to 7 hours on a full charge.",
            "Charging time: 3 hours for a full charge [1].",
        ),
        (
            "What about the colour and the material of the bag?",
            "Colour of the bag: dark red. Material of the bag: cotton from India.",
            "Colour of the bag: dark red [1]. Material of the bag: cotton from India [1].",
        ),
    ],
)
def test_a_field_is_quoted_next_to_another_only_if_its_key_is_asked_for_too(query, page, written):
    assert ExtractiveGenerator().generate(query, [SourceDocument(id="a", content=page)]) == written


def test_a_field_under_a_heading_is_quoted_with_its_key():
    page = SourceDocument(id="a", content="# Nori speaker\n\n- Runtime: up to 7 hours\n- Charging time: 3 hours")
    written = ExtractiveGenerator().generate("What is the charging time of the Nori speaker?", [page])
    assert written == "Nori speaker Charging time: 3 hours [1]."
