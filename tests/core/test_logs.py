"""What is logged as fields, and how a line of it reads."""

import json
import logging

import pytest

from critique_core.assembly import Critic
from critique_core.logs import JsonLine
from critique_core.models import CritiqueOptions, Gate, Profile, parse_request
from tests.makers.verifiers import HeldVerifier, ScriptedVerifier, believing

SECRET = "the launch code is 4711"
ASKED = parse_request({"draft": "The code is 4711.", "sources": [{"id": "1", "content": SECRET}]})


def critic(verifier) -> Critic:
    return Critic(verifier, Profile(), CritiqueOptions(), Gate())


def test_a_critique_is_logged_with_its_figures_and_without_its_words(caplog):
    caplog.set_level(logging.INFO, "critique_core")
    critique = critic(ScriptedVerifier({"4711": believing(0.9, 0.05)})).critique(ASKED)
    [record] = caplog.records
    told = json.loads(JsonLine().format(record))
    assert told["event"] == "claimlens.critique"
    assert told["claimlens.critique.id"] == critique.id
    assert told["claimlens.claims.supported"] == 1
    assert told["time"].endswith("+00:00")
    assert "4711" not in json.dumps({key: value for key, value in told.items() if key != "claimlens.critique.id"})


def test_a_critique_that_fails_is_logged_with_the_kind_of_its_error(caplog):
    caplog.set_level(logging.INFO, "critique_core")
    verifier = HeldVerifier(KeyError(SECRET))
    verifier.may_end.set()
    with pytest.raises(KeyError):
        critic(verifier).critique(ASKED)
    told = json.loads(JsonLine().format(caplog.records[-1]))
    assert (told["event"], told["error.type"]) == ("claimlens.critique", "KeyError")
    assert "4711" not in json.dumps(told)


def test_a_line_holds_the_places_of_an_error_and_not_its_message():
    try:
        {}[SECRET]
    except KeyError as error:
        caught = (KeyError, error, error.__traceback__)
        record = logging.LogRecord("critique_core.x", logging.ERROR, "x.py", 1, "a\nfault", (), caught)
    line = JsonLine().format(record)
    assert "\n" not in line
    assert json.loads(line)["error.places"].endswith(" > KeyError")
    assert "4711" not in line
