"""What the role of a key allows: the same as the pages allow whoever signs in with that role."""

import pytest

pytest.importorskip("fastapi", reason="the extra serve is not installed: pip install 'claimlens[serve]'")

from critique_core.workbench.api_keys import make_key

MANUAL = {"id": "m", "content": "Timeout: 60 seconds. The port is 8080."}
ASKED = {"query": "Port?", "draft": "The port is 8080.", "sources": [MANUAL]}


@pytest.fixture
def as_role(served):
    one = served()

    def client(role):
        _, text = make_key(one.workbench.store, f"a {role}", role)
        return one.client(authorization=f"Bearer {text}")

    return client


def test_a_reviewers_key_checks_decides_and_adds_documents(as_role):
    with as_role("reviewer") as client:
        said = client.post("/v1/critiques", json=ASKED).json()
        decision = {"critiqueId": said["critiqueId"], "claimId": said["claims"][0]["id"], "action": "accept"}
        assert client.post("/v1/decisions", json=decision).status_code == 201
        assert client.post("/v1/sources", json=MANUAL).json()["outcome"] == "added"
        assert client.post("/v1/sources", json=MANUAL).json()["outcome"] == "unchanged"
        assert client.post("/v1/batches", json={"requests": [ASKED]}).status_code == 202


def test_a_reviewers_key_neither_replaces_nor_removes_a_document(as_role):
    with as_role("reviewer") as client:
        assert client.post("/v1/sources", json=MANUAL).status_code == 201
        replaced = client.post("/v1/sources", json={**MANUAL, "content": "Timeout: 5 seconds"})
        removed = client.delete("/v1/sources/m")
        for refused in (replaced, removed):
            assert (refused.status_code, refused.json()["status"]) == (403, 403)
            assert refused.headers["content-type"] == "application/problem+json"
            assert "with the key of a lead alone" in refused.json()["detail"]
        assert client.get("/v1/sources/m").json()["content"] == MANUAL["content"]


def test_what_is_not_there_says_nothing_of_it_to_who_may_not_remove(as_role):
    with as_role("reviewer") as client:
        assert client.delete("/v1/sources/none").status_code == 403


@pytest.mark.parametrize("role", ["lead", "admin"])
def test_a_leads_key_replaces_and_removes_documents(as_role, role):
    with as_role(role) as client:
        client.post("/v1/sources", json=MANUAL)
        replaced = client.post("/v1/sources", json={**MANUAL, "content": "Timeout: 5 seconds"})
        assert (replaced.status_code, replaced.json()["outcome"]) == (201, "updated")
        assert client.delete("/v1/sources/m").status_code == 204
