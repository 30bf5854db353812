"""Who may come in and what they may do there, from a token's claims and the settings."""

import pytest

from components.frame.roles import identity_of, role_of
from critique_core.models import ROLES, reaches
from critique_core.settings import load_settings
from tests.makers.rows import each_of

ADA = {"sub": "a-1", "email": "Ada@Example.org", "email_verified": True, "roles": ["Lead", "other"]}


def settings(**written):
    return load_settings({}, written)


def test_whoever_signs_in_reviews_where_nothing_is_set():
    assert role_of(ADA, settings()) == "reviewer"


@each_of(
    ("listed", "role"),
    [
        ({"sign_in_leads": "ada@example.org"}, "lead"),
        ({"sign_in_admins": "grace@x.org, ada@EXAMPLE.org"}, "admin"),
        ({"sign_in_admins": "@example.org", "sign_in_leads": "ada@example.org"}, "admin"),
        ({"sign_in_reviewers": "@example.org"}, "reviewer"),
        ({"sign_in_reviewers": "a-1"}, "reviewer"),
        ({"sign_in_reviewers": "grace@example.org"}, None),
        ({"sign_in_reviewers": "@ample.org"}, None),
        ({"sign_in_reviewers": "da@example.org"}, None),
        ({"sign_in_reviewers": "A-1"}, None),
        ({"sign_in_role_claim": "roles"}, "lead"),
        ({"sign_in_role_claim": "groups"}, None),
        ({"sign_in_role_claim": "groups", "sign_in_admins": "ada@example.org"}, "admin"),
    ],
)
def test_lists_and_claims_give_roles(listed, role):
    assert role_of(ADA, settings(**listed)) == role


@pytest.mark.parametrize(
    ("claims", "role"),
    [
        ({"realm_access": {"roles": ["admin"]}}, "admin"),
        ({"realm_access": {"roles": "reviewer offline"}}, "reviewer"),
        ({"realm_access.roles": ["lead"]}, "lead"),
        ({"realm_access": "admin"}, None),
        ({"realm_access": {"roles": {"admin": True}}}, None),
        ({"realm_access": {"roles": ["administrator"]}}, None),
    ],
)
def test_a_claim_may_lie_within_others(claims, role):
    assert role_of({"sub": "1", **claims}, settings(sign_in_role_claim="realm_access.roles")) == role


@each_of(
    ("claims", "identity"),
    [
        (ADA, "ada@example.org"),
        ({"sub": "a-1", "email": "ada@example.org", "email_verified": False}, "a-1"),
        ({"sub": "a-1", "email": "ada@example.org", "email_verified": "false"}, "a-1"),
        ({"sub": "a-1", "email": "ada@example.org", "email_verified": "True"}, "ada@example.org"),
        ({"sub": "a-1", "email": "ada@example.org"}, "a-1"),
        ({"email": "a" * 400 + "@example.org", "email_verified": True}, None),
        ({"email": "eve@example.org@evil.com", "email_verified": True}, None),
        ({"sub": "a-1", "email": "no address", "email_verified": True}, "a-1"),
        ({"email": "a@b.c\u202e", "email_verified": True}, None),
        ({"name": "Ada"}, None),
        ({"sub": 7}, None),
    ],
)
def test_an_address_that_is_not_verified_and_a_mere_name_identify_no_one(claims, identity):
    assert identity_of(claims, settings()) == identity


def test_an_address_of_which_the_token_says_nothing_counts_where_the_provider_is_trusted():
    claims = {"sub": "a-1", "email": "ada@example.org"}
    trusting = {"sign_in_admins": "ada@example.org", "sign_in_trusts_addresses": True}
    assert role_of(claims, settings(sign_in_admins="ada@example.org")) == "reviewer"
    assert role_of(claims, settings(**trusting)) == "admin"
    assert role_of({**claims, "email_verified": False}, settings(**trusting)) == "reviewer"


def test_an_unverified_address_gives_no_role():
    claims = {"sub": "a-1", "email": "ada@example.org", "email_verified": False}
    assert role_of(claims, settings(sign_in_admins="ada@example.org")) == "reviewer"
    assert role_of(claims, settings(sign_in_reviewers="@example.org")) is None


def test_each_role_may_do_what_those_below_it_may():
    allowed = [[needed for needed in ROLES if reaches(own, needed)] for own in ROLES]
    assert allowed == [["reviewer"], ["reviewer", "lead"], ["reviewer", "lead", "admin"]]
