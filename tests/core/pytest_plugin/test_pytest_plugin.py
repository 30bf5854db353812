"""The plugin as pytest runs it: test files of its own, with the shipped verifier."""

import doctest
import json
import subprocess
import sys
import tomllib
from importlib import import_module

import pytest
from markdown_it import MarkdownIt

from tests.makers.copies import started
from tests.makers.places import ROOT

pytest_plugins = ["pytester"]
PAGE = ROOT / "docs" / "pytest.md"
PLUGIN = "critique_core.pytest_plugin"
SUITE = """
MANUAL = "The timeout is 60 seconds. The server runs on port 8080."

def test_right(assert_grounded):
    assert assert_grounded("The server runs on port 8080.", MANUAL).is_grounded

def test_wrong(assert_grounded):
    assert_grounded("The server runs on port 8080. The timeout is 30 seconds.", [{"id": "manual", "content": MANUAL}])
"""


@pytest.fixture
def run(pytester, monkeypatch):
    """Run a suite with this plugin alone and no settings of the user's."""
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    monkeypatch.setenv("CLAIMLENS_CONFIG", "")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(pytester.path))
    monkeypatch.setenv("PYTHONPATH", str(ROOT))

    def copied(command, stdin, **streams):
        assert command[:2] == (sys.executable, "-mpytest")
        process = started("-m", "pytest", *command[2:], modules=["pytest"], stdin=subprocess.PIPE, **streams)
        process.stdin.close()
        return process

    def run(suite, *arguments, plugins=(), afresh=False):
        pytester.makepyfile(suite)
        named = [part for plugin in (PLUGIN, *plugins) for part in ("-p", plugin)]
        with monkeypatch.context() as patch:
            if not afresh:
                patch.setattr(pytester, "popen", copied)
            return pytester.runpytest_subprocess(*named, *arguments)

    return run


def test_the_entry_point_is_the_plugin():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["entry-points"]["pytest11"] == {"claimlens": PLUGIN}
    assert hasattr(import_module(PLUGIN), "pytest_addoption")


def test_arguments_that_cannot_be_used_are_named_and_threshold_and_allowed_statuses_decide(run):
    done = run("""
import pytest
from critique_core import InvalidInput

@pytest.mark.parametrize(("arguments", "said"), [
    ({"threshold": 1.5}, "threshold: 1.5 is not allowed; allowed is a number from 0 to 1"),
    ({"allow": "supported"}, "allow: 'supported' is not allowed; allowed is a collection of supported, partially"),
    ({"allow": ["supportd"]}, r"allow: \\['supportd'\\] is not allowed"),
    ({"sources": [{"id": "a"}]}, "source 1: content: Field required"),
    ({"sources": [{"id": "a", "content": "b"}] * 2}, "source id 'a' is used twice"),
    ({"answer": " "}, "^answer: there is no text; paste the answer to check"),
    ({"answer": None}, "^answer: Input should be a valid string"),
    ({"sources": 5}, "sources: 5 is not allowed; allowed is a text, a SourceDocument, a mapping or several of these"),
])
def test_named(assert_grounded, arguments, said):
    with pytest.raises(InvalidInput, match=said) as refused:
        assert_grounded(**{"answer": "It is so.", "sources": "It is so.", **arguments})
    assert refused.value.__cause__ is None
    assert refused.value.__suppress_context__ or refused.value.__context__ is None

WRONG = ("The timeout is 30 seconds.", "The timeout is 60 seconds.")

def test_allowed(assert_grounded):
    assert assert_grounded(*WRONG, allow=["contradicted"]).claims[0].status == "contradicted"

def test_another_status_is_not_allowed(assert_grounded):
    with pytest.raises(AssertionError, match="1 of 1 checked claims is not supported"):
        assert_grounded(*WRONG, allow=["partially_supported"])

def test_a_threshold_that_no_claim_reaches(assert_grounded):
    right = ("The clerk sells tickets at the office.", "Tickets are sold at the office by the clerk.")
    with pytest.raises(AssertionError):
        assert_grounded(*right, threshold=1.0)
    assert_grounded(*right, threshold=0.01)

def test_without_sources_nothing_is_grounded(assert_grounded):
    with pytest.raises(AssertionError, match="unverified: The timeout is 30 seconds"):
        assert_grounded("The timeout is 30 seconds.", [])

def test_without_a_claim_there_is_nothing_to_support(assert_grounded):
    assert assert_grounded("I don't know.", "Timeout: 60 seconds").confidence_reason == "abstained"

@pytest.mark.parametrize("empty", ["I don't know.", "Hello there!", "I love it."])
def test_what_says_nothing_has_no_confidence(assert_grounded, empty):
    assert assert_grounded(empty, "Timeout: 60 seconds").confidence is None
""")
    done.assert_outcomes(passed=16)


@pytest.mark.parametrize("spread", [(), ("-n", "2")], ids=["one process", "two processes"])
def test_a_claim_that_is_not_supported_fails_the_test_with_its_reason_and_the_report_holds_every_answer(
    run, pytester, spread
):
    plugins = ["xdist"] if spread else []
    (pytester.path / "out").mkdir()
    done = run(SUITE, "--grounded-report", "out/answers.json", "--junitxml", "junit.xml", *spread, plugins=plugins)
    done.assert_outcomes(passed=1, failed=1)
    done.stdout.fnmatch_lines([
        "E *AssertionError: 1 of 2 checked claims is not supported by the sources",
        "E *contradicted (probability of support 0.*): The timeout is 30 seconds.",
        "E *The source says 60 seconds, the draft says 30 seconds.",
        "E *contradicts: “The timeout is 60 seconds.” — manual",
        "grounded answers: 2 in out/answers.json",
    ])  # fmt: skip
    assert "grounding.py:" not in done.stdout.str()  # the traceback ends at the test's own line
    told = json.loads((pytester.path / "out" / "answers.json").read_text(encoding="utf-8"))["answers"]
    by_name = {answer["test"].partition("::")[2]: answer for answer in told}
    assert (by_name["test_right"]["grounded"], by_name["test_wrong"]["grounded"]) == (True, False)
    wrong = by_name["test_wrong"]["claims"][1]
    assert (wrong["status"], wrong["text"]) == ("contradicted", "The timeout is 30 seconds.")
    assert wrong["quotes"][0] == {"relation": "contradicts", "quote": "The timeout is 60 seconds.", "source": "manual"}
    assert "claimlens_grounded" not in (pytester.path / "junit.xml").read_text("utf-8"), "not asked for there"


def test_what_a_terminal_would_obey_is_spelt_out_and_the_page_shows_what_failed_first_and_runs_nothing(run, pytester):
    suite = (
        SUITE
        + r"""
def test_hostile(assert_grounded):
    assert_grounded("The <script>alert(1)</script> timeout is 30 seconds.", "Timeout\u202e: 60 seconds")

def test_terminal(assert_grounded):
    assert_grounded("The timeout is 30 seconds\x1b[31m\u202e.", {"id": "\x1b[2J", "content": "Timeout: 60 seconds"})
"""
    )
    done = run(suite, "--grounded-report", "answers.html")
    done.assert_outcomes(passed=1, failed=3)
    message = [line for line in done.stdout.lines if line.startswith("E ")]
    assert any(r"\x1b[31m\u202e" in line for line in message)
    assert not any("\x1b" in line or "\u202e" in line for line in message)
    page = (pytester.path / "answers.html").read_text(encoding="utf-8")
    assert "4 checked, 3 not grounded" in page
    assert page.index("test_wrong") < page.index("test_right")
    assert "<script" not in page
    assert "&lt;script&gt;alert(1)" in page
    assert "\u202e" not in page
    assert "“The timeout is 60 seconds.” — manual" in page


def test_a_report_that_cannot_be_written_is_an_error(run, pytester):
    empty = "def test_nothing(): pass"
    done = run(empty, "--grounded-report", "answers.txt")
    done.stderr.fnmatch_lines(["ERROR: --grounded-report answers.txt: the name must end in .json or .html"])
    for folder in ("nowhere", "/dev/null"):
        done = run(empty, "--grounded-report", f"{folder}/answers.json")
        done.stderr.fnmatch_lines([
            f"ERROR: --grounded-report {folder}/answers.json: cannot be written: there is no folder {folder}"
        ])  # fmt: skip
        assert done.ret == pytest.ExitCode.USAGE_ERROR
    assert not (pytester.path / "nowhere").exists()
    (pytester.path / "answers.json").mkdir()
    done = run(empty, "--grounded-report", "answers.json")
    assert done.ret == pytest.ExitCode.USAGE_ERROR
    assert "--grounded-report answers.json: cannot be written:" in done.stderr.str()


def test_unused_it_loads_nothing_of_the_core(run, pytester):
    pytester.makeconftest("""
import sys

def pytest_unconfigure():
    ours = ("critique_core", "numpy", "pydantic", "onnxruntime")
    loaded = {name for name in sys.modules if name.split(".")[0] in ours}
    print("loaded:", sorted(loaded))
""")
    done = run("def test_nothing(): pass", "-s", afresh=True)
    assert done.ret == 0
    done.stdout.fnmatch_lines([f"loaded: ['critique_core', '{PLUGIN}']"])


def test_another_critic_can_take_its_place(run, pytester):
    pytester.makeconftest(f"""
import sys
sys.path.insert(0, {str(ROOT)!r})
import pytest
from critique_core import Critic, CritiqueOptions, Gate, Profile
from tests.makers.verifiers import ScriptedVerifier, believing

@pytest.fixture(scope="session")
def grounding_critic():
    return Critic(ScriptedVerifier({{"port": believing(0.2, 0.1)}}), Profile(), CritiqueOptions(), Gate())
""")
    done = run('def test_port(assert_grounded): assert_grounded("It runs on port 8080.", "It runs on port 8080.")')
    done.stdout.fnmatch_lines(["E *unsupported (probability of support 0.20): It runs on port 8080."])


def test_the_page_about_it_shows_what_happens(run, pytester):
    fences = [token for token in MarkdownIt().parse(PAGE.read_text(encoding="utf-8")) if token.type == "fence"]
    example, printed, guard, conftest = (token.content for token in fences)
    run(guard).assert_outcomes(passed=1)
    done = run(example)
    shown = f"{done.stdout.str()}\n"
    assert doctest.OutputChecker().check_output(printed, shown, doctest.ELLIPSIS), shown
    pytester.makeconftest(conftest)
    again = run("def test_it(grounding_critic): assert grounding_critic.verifier.spec.spec.startswith('similarity')")
    again.assert_outcomes(passed=1)
