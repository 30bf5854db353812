"""Find sources: what it says where there is nothing to search in, and of the claims that it puts right."""

from streamlit.testing.v1 import AppTest

from components import services
from components.words.corrective import fixes
from critique_core import CritiqueRequest, SourceDocument, critique
from tests.makers.corrective_results import attempt
from tests.makers.pages import shown

SOURCE = SourceDocument(id="s", content="The boat museum is open from 14 May to 13 September.")
BEFORE = critique(CritiqueRequest(
    draft="The boat museum opens on 14 May. The boat museum closes on 30 September.", sources=(SOURCE,)
))  # fmt: skip
AFTER = critique(CritiqueRequest(draft="The boat museum opens on 14 May.", sources=(SOURCE,)))


def test_an_empty_library_is_named_and_no_search_is_told_of(app: AppTest) -> None:
    app.button(key="example_01_timeout_wrong").click().run()
    app.button(key="find_more").click().run()
    job = services.get_jobs().find(("more_sources", app.session_state["review"].critique.id))
    assert job is not None
    job.result()
    words = shown(app.run())
    assert "Your library is empty, so there is nothing to search in." in words
    assert "No new source found" not in words
    assert "The searches found nothing new" not in words
    assert "The draft can be corrected." in words


def test_a_claim_that_is_struck_out_has_not_become_the_one_beside_it() -> None:
    closing = BEFORE.claims[1]
    tried = attempt().model_copy(update={"critique": AFTER, "fixed": (closing.id,)})
    assert fixes(tried, BEFORE) == ((2, closing.text, closing.status, None),)
