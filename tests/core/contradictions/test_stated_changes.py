import pytest

from critique_core.contradictions.stated_change_phrases import tells_of_change
from critique_core.contradictions.stated_changes import may_be_over, supersedes
from tests.makers.rows import each_of


@each_of(
    ("claim", "statement"),
    [
        ("A berth costs 40 euros a night.", "The price of a berth goes up from 40 to 55 euros a night."),
        ("The loan period is 21 days.", "The loan period has been shortened from 21 to 14 days."),
        ("Members pay 25 euros.", "The fee for members was increased to 32 euros from 25 euros."),
        ("The firm employs 400 people.", "The firm now employs 520 people, up from 400."),
        ("The default timeout is 30 seconds.", "The default timeout is 10 seconds (formerly 30)."),
        ("The page limit is 20.", "The page limit is 35, replacing the former limit of 20."),
        ("The annual fee is 45 euros.", "Since January the annual fee has been 60 euros; it used to be 45."),
        ("The library closes at 18:00.", "The library now closes at 20:00 instead of 18:00."),
        ("The maximum upload is 50 MB.", "The maximum upload has been doubled to 100 MB."),
        (
            "Petra Lang is director of the zoo.",
            "Director Ravi Menon, who replaced Petra Lang, opened the zoo's new hall.",
        ),
        ("Petra Lang is director of the zoo.", "Ravi Menon, Lang's successor as director of the zoo, spoke first."),
        ("Dana Roy leads the institute.", "Dana Roy was succeeded by Kim Oduya as leader of the institute."),
        ("The institute is based in Leeds.", "The institute moved its offices from Leeds to York."),
        ("The repair scheme is open to all households.", "The repair scheme has been abolished."),
        ("The course ends with a written exam.", "The course ends with a portfolio in place of the written exam."),
        ("Call extension 4410 for the desk.", "The desk, formerly at extension 4410, is now at extension 7005."),
        ("The ferry leaves from pier 4.", "The ferry used to leave from pier 4; it leaves from pier 9 these days."),
        ("The school uses paper reports.", "At the school digital reports have replaced paper ones."),
        ("Plastic cups are used at the stadium.", "At the stadium reusable cups have replaced plastic ones."),
        ("The API key goes in the query string.", "Sending the API key in the query string is deprecated."),
        ("The build uses Python 3.8.", "The build now uses Python 3.12 instead of Python 3.8."),
    ],
)
def test_a_sentence_that_tells_of_a_change_is_over_what_was_before(claim, statement):
    assert tells_of_change(statement)
    assert supersedes(claim, statement)


@pytest.mark.parametrize(
    ("claim", "statement"),
    [
        pytest.param(
            "A berth costs 55 euros.", "The price of a berth goes up from 40 to 55 euros.", id="the new value"
        ),
        pytest.param("A berth costs 40 euros.", "The harbour plans to raise a berth from 40 to 55 euros.", id="a plan"),
        pytest.param("A berth costs 40 euros.", "A berth was not raised from 40 to 55 euros.", id="denied"),
        pytest.param("In 2020 a berth cost 40 euros.", "A berth has gone up from 40 to 55 euros.", id="of a year"),
        pytest.param("A berth was 40 euros.", "A berth has gone up from 40 to 55 euros.", id="of the past"),
        pytest.param("In version 2 the limit is 30.", "In version 3 the limit is 10 (formerly 30).", id="of a version"),
        pytest.param(
            "A berth costs 40 euros.", "The price of a parking space goes up from 40 to 55 euros.", id="other thing"
        ),
        pytest.param(
            "The fee for children is 8 euros.", "The fee for adults was raised from 8 to 11 euros.", id="tier"
        ),
        pytest.param("Lars edits the paper.", "Ida was succeeded by Lars as editor of the paper.", id="the new one"),
        pytest.param("Tins used to hold tea.", "Bags have replaced tins for tea.", id="of before"),
        pytest.param("The API key goes in a header.", "Sending the API key in the URL is deprecated.", id="other way"),
        pytest.param(
            "The ferry leaves every hour.", "The ferry used to leave from pier 4, now from pier 9.", id="of its place"
        ),
        pytest.param(
            "The school uses digital reports.",
            "At the school digital reports have replaced paper ones.",
            id="replacing",
        ),
        pytest.param("The castle is open from 10 to 18.", "The castle is open from 10 to 18 every day.", id="a range"),
        pytest.param("Petra Lang is from Bonn.", "Ravi Menon, who replaced Petra Lang, spoke in Bonn.", id="no office"),
        pytest.param(
            "Petra Lang is director of the zoo.", "Ravi Menon succeeded Petra Lang as captain.", id="other office"
        ),
        pytest.param(
            "The portfolio replaces the written exam.", "There is a portfolio in place of the written exam.", id="new"
        ),
        pytest.param("The repair scheme is open.", "The loan scheme for farms has been abolished.", id="other scheme"),
        (
            "When the access token expires, a new one is fetched automatically.",
            "When the access token has expired, refresh() is called automatically.",
        ),
    ],
)
def test_a_change_of_something_else_or_one_only_meant_is_over_nothing(claim, statement):
    assert not supersedes(claim, statement)


def test_a_name_that_nothing_else_speaks_of_is_another_thing():
    claim, statement = "Admission costs 8 euros.", "Kalm Castle has raised admission from 8 to 11 euros."
    assert supersedes(claim, statement, known="kalm castle stands on a hill.")
    assert not supersedes(claim, statement, known="orm castle stands on a hill.")
    assert supersedes("The fee at Kalm is 8 euros.", "The fee was raised from 8 to 11 euros.", around="Kalm Castle")
    assert not supersedes("The fee at Kalm is 8 euros.", "The fee was raised from 8 to 11 euros.", around="Orm Castle")


@pytest.mark.parametrize(("claim", "open_ended"), [
    ("The latest release is 3.2.1.", True),
    ("The server runs Ubuntu 18.04.", True),
    ("Version 2.1 supports SSO.", False),
    ("In version 2.1 the limit is 30.", False),
    ("SSO is available since v5.", False),
    ("The bug is fixed in version 3.2.", False),
])  # fmt: skip
def test_a_version_says_when_a_claim_holds_unless_it_is_what_is_stated(claim, open_ended):
    assert may_be_over(claim) is open_ended
