"""Claims about records, tables and code, against the right field of the right record."""

import pytest

from critique_core.evidence.units import cut
from critique_core.models import SourceDocument
from critique_core.verifiers.embedded import records
from critique_core.verifiers.embedded.records.fields import in_words
from tests.makers.alignments import laid

TOWERS = (
    '[{"tower": "K-17", "online": true, "load_pct": 63}, {"tower": "K-18", "online": true, '
    '"load_pct": 41}, {"tower": "K-19", "online": false, "load_pct": 0}]'
)
FLIGHT = (
    '{"flight": "QV 318", "origin": "Oslo", "destination": "Porto", "arrival": {"time": "16:05", '
    '"gate": "B22"}, "departure": {"time": "12:40", "gate": "E4"}}'
)
ORDERS = (
    '{"orders": [{"id": 58212, "status": "paid", "total": 129.90, "currency": "EUR"}, {"id": 58213, '
    '"status": "pending_payment", "total": 74.50, "currency": "EUR"}]}'
)
STAGES = (
    "production:\n  two_factor: true\n  session_minutes: 30\n  log_level: warn\nstaging:\n  two_factor: "
    "false\n  session_minutes: 480\n  log_level: debug\n"
)
PLANS = "plan,price_eur,seats,sso\nSolo,9,1,no\nTeam,29,10,yes\nEnterprise,99,unlimited,yes\n"
ROOMS = "| Room | Capacity | Projector |\n|---|---|---|\n| Birch | 12 | yes |\n| Oak | 40 | no |\n"
PYTHON = (
    'import time\n\nMAX_POOL = 8\n\ndef connect(host, timeout=30, ssl=False):\n    """Open a '
    'connection."""\n    if not host:\n        raise ValueError("host is empty")\n    if timeout < 0:\n  '
    "      return None\n    return Connection(host)\n"
)
SCHEMA = (
    "CREATE TABLE members (\n  id BIGINT PRIMARY KEY,\n  email TEXT NOT NULL UNIQUE,\n  phone TEXT,\n  "
    "level INTEGER NOT NULL DEFAULT 1\n);\nSELECT 1;\n"
)
USER = (
    '{"user": {"name": "Ada Moreno", "role": "editor", "email_verified": true, "last_login": '
    '"2024-05-03T10:22:00", "manager": null, "department": "Sales"}}'
)
CASES: list[tuple[str, str, str | None]] = [
    ("Tower K-19 is online.", TOWERS, "conflicts"),
    ("Tower K-19 is offline.", TOWERS, "agrees"),
    ("Tower K-17 is online.", TOWERS, "agrees"),
    ("Tower K-20 is online.", TOWERS, None),
    ("Tower K-18 runs at a load of 41 percent.", TOWERS, "agrees"),
    ("Tower K-18 runs at a load of 63 percent.", TOWERS, "conflicts"),
    ("The flight lands at 16:05 at gate B22.", FLIGHT, "agrees"),
    ("The flight departs at gate E4.", FLIGHT, "agrees"),
    ("The flight departs at 16:05.", FLIGHT, "conflicts"),
    ("The flight departs at gate B22.", FLIGHT, "conflicts"),
    ("Order 58213 has been paid.", ORDERS, "conflicts"),
    ("Order 58212 has been paid.", ORDERS, "agrees"),
    ("Order 58212 comes to 129.90 euros.", ORDERS, "agrees"),
    ("The total of order 58213 is 129.90 euros.", ORDERS, "conflicts"),
    ("The total of order 58213 is 74.50 euros.", ORDERS, "agrees"),
    ("Order 59999 has been paid.", ORDERS, None),
    ("In staging, sessions last 8 hours.", STAGES, "agrees"),
    ("In production, sessions last 480 minutes.", STAGES, "conflicts"),
    ("Two-factor login is disabled in staging.", STAGES, "agrees"),
    ("Two-factor login is disabled in production.", STAGES, "conflicts"),
    ("The log level in production is debug.", STAGES, "conflicts"),
    ("The log level in staging is debug.", STAGES, "agrees"),
    ("The Team plan costs 29 euros.", PLANS, "agrees"),
    ("The Team plan costs 9 euros.", PLANS, "conflicts"),
    ("The Solo plan includes SSO.", PLANS, "conflicts"),
    ("SSO is not part of the Solo plan.", PLANS, "agrees"),
    ("The Team plan has 10 seats.", PLANS, "agrees"),
    ("The Pro plan has 10 seats.", PLANS, None),
    ("Oak has a capacity of 40.", ROOMS, "agrees"),
    ("Oak has a projector.", ROOMS, "conflicts"),
    ("Birch has a projector.", ROOMS, "agrees"),
    ("Oak has a capacity of 12 people.", ROOMS, "conflicts"),
    ("If no timeout is given, `connect` waits 30 seconds.", PYTHON, "agrees"),
    ("By default, `connect` has a timeout of 60 seconds.", PYTHON, "conflicts"),
    ("The pool is capped at eight connections.", PYTHON, "agrees"),
    ("The pool is capped at ten connections.", PYTHON, "conflicts"),
    ("`connect` raises a ValueError if the host is empty.", PYTHON, "agrees"),
    ("`connect` returns None if the host is empty.", PYTHON, "conflicts"),
    ("By default, `connect` uses SSL.", PYTHON, "conflicts"),
    ("SSL is off by default in `connect`.", PYTHON, "agrees"),
    ("`connect` is called with a timeout of 5 seconds.", PYTHON, None),
    ("Every member must have an email.", SCHEMA, "agrees"),
    ("The phone column of members is required.", SCHEMA, "conflicts"),
    ("The phone of a member can be left empty.", SCHEMA, "agrees"),
    ("Two members can share the same email.", SCHEMA, "conflicts"),
    ("The level of a member defaults to 1.", SCHEMA, "agrees"),
    ("The level of a member is 3 by default.", SCHEMA, "conflicts"),
    ("Ada Moreno is an editor.", USER, "agrees"),
    ("Ada Moreno's email is not verified.", USER, "conflicts"),
    ("Ada Moreno works in the Finance department.", USER, "conflicts"),
    ("Ada Moreno works in the Sales department.", USER, "agrees"),
    ("Ada Moreno last logged in on 3 May 2024.", USER, "agrees"),
    ("Ada Moreno has no manager.", USER, "agrees"),
    ("Ada Moreno has the role of admin.", USER, None),
    ("Ben Moreno is an editor.", USER, None),
]


@pytest.mark.parametrize(("claim", "source", "expected"), CASES)
def test_a_field_agrees_or_conflicts_only_for_its_own_record(claim: str, source: str, expected: str | None) -> None:
    seen = records.observe(*laid(claim, source))
    assert (seen[0][1].agreement if seen else None) == expected


def test_an_observation_quotes_the_value_at_its_place() -> None:
    sentence, alignments = laid("Order 58213 has been paid.", ORDERS)
    ((alignment, seen),) = records.observe(sentence, alignments)
    assert sentence.text[seen.start : seen.end] == seen.claim_value == "paid"
    assert alignment.scope.unit.text[seen.source_start : seen.source_end].strip('"') == "pending_payment"


def test_prose_alone_says_nothing_here() -> None:
    assert records.observe(*laid("The tower is online.", "The tower was online all day. It has 3 masts.")) == []


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("max_poolSize", "max pool Size"),
        ("RestaurantsTakeOut", "Restaurants Takeout"),
        ("K-19", "K-19"),
        ("log.level", "log level"),
    ],
)
def test_names_are_read_as_words(name: str, words: str) -> None:
    assert in_words(name) == words


def test_a_row_that_does_not_fit_its_header_is_left_alone() -> None:
    source = "| Room | Capacity |\n|---|---|\n| Birch | 12 | yes |\n"
    assert cut(SourceDocument(id="t", content=source))
    assert records.observe(*laid("Birch has a capacity of 40.", source)) == []


def test_a_value_whose_words_the_claim_has_in_another_order_spans_them_all():
    source = '{"name": "Blue Heron", "location": "old harbour Lagos"}'
    sentence, found = laid("In Lagos, its location is the old harbour.", source)
    (told,) = [seen for _, seen in records.observe(sentence, found)]
    assert told.agreement == "agrees"
    assert sentence.text[told.start : told.end] == "Lagos, its location is the old harbour"
