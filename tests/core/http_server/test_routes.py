"""What each route takes and gives, and how each error reads."""

import json

import jsonschema
import pytest

pytest.importorskip("fastapi", reason="the extra serve is not installed: pip install 'claimlens[serve]'")

from critique_core.models import Critique
from critique_core.text.stems import stem
from critique_core.workbench.api_keys import make_key

MANUAL = {"id": "m", "content": "Timeout: 60 seconds. The port is 8080."}
WRONG = {"query": "What is the timeout?", "draft": "The timeout is 30 seconds.", "sources": [MANUAL]}
JSON = {"content-type": "application/json"}


@pytest.fixture
def client(served):
    with served().client() as opened:
        yield opened


def problem(response, status: int) -> dict:
    assert response.headers["content-type"] == "application/problem+json"
    said = response.json()
    assert (response.status_code, said["status"]) == (status, status)
    assert said["detail"]
    return said


def test_a_wrong_answer_is_found_and_its_critique_kept_whole(client):
    made = client.post("/v1/critiques", json=WRONG)
    said = made.json()
    assert (made.status_code, said["isValid"], said["claims"][0]["status"]) == (201, False, "contradicted")
    whole = client.get(made.headers["location"])
    critique = Critique.model_validate_json(whole.content)
    assert (critique.id, critique.request.draft) == (said["critiqueId"], WRONG["draft"])
    [row] = client.get("/v1/critiques", params={"text": "timeout", "statuses": "contradicted"}).json()["rows"]
    assert row["critiqueId"] == said["critiqueId"]
    assert client.get("/v1/critiques", params={"statuses": "supported"}).json()["total"] == 0


def test_an_answer_is_validated_in_the_second_shape_and_kept(client):
    asked = {"query": WRONG["query"], "answer": WRONG["draft"], "sources": [MANUAL]}
    made = client.post("/v1/validations", json=asked)
    said = made.json()
    assert (made.status_code, said["isSupported"], said["isRelevant"]) == (201, False, True)
    assert said["claims"][0]["status"] == "contradicted"
    assert client.get(made.headers["location"]).json()["request"]["draft"] == WRONG["draft"]
    assert problem(client.post("/v1/validations", json={**asked, "answer": " "}), 422)["errors"][0]["field"] == "answer"


def test_a_server_that_runs_on_does_not_remember_all_that_it_read(client, monkeypatch):
    client.post("/v1/critiques", json=WRONG)
    assert stem.cache_info().currsize > 0
    monkeypatch.setattr("critique_core.workbench.workbench._REMEMBERED", 0)
    for path, asked in (
        ("/v1/critiques", WRONG),
        ("/v1/validations", {"query": "What is the timeout?", "answer": "It is 30 seconds.", "sources": [MANUAL]}),
        ("/v1/answers", {"query": "What is the timeout?", "sources": [MANUAL]}),
    ):
        assert client.post(path, json=asked).status_code in (200, 201)
        assert stem.cache_info().currsize == 0, path


def test_a_list_of_critiques_is_read_in_pages(client):
    for port in range(3):
        client.post("/v1/critiques", json={**WRONG, "draft": f"The port is {port}."})
    pages = [client.get("/v1/critiques", params={"limit": 2, "offset": at}).json() for at in (0, 2)]
    assert [len(page["rows"]) for page in pages] == [2, 1]
    assert {page["total"] for page in pages} == {3}


def test_sources_of_the_library_are_kept_listed_read_and_removed(client):
    kept = client.post("/v1/sources", json={**MANUAL, "id": "docs/a b.md"})
    assert (kept.status_code, kept.json()["outcome"]) == (201, "added")
    assert client.post("/v1/sources", json={**MANUAL, "id": "docs/a b.md"}).json()["outcome"] == "unchanged"
    assert client.get(kept.headers["location"]).json()["content"] == MANUAL["content"]
    assert [one["id"] for one in client.get("/v1/sources").json()["sources"]] == ["docs/a b.md"]
    [passage] = client.get("/v1/passages", params={"query": "port"}).json()["passages"]
    assert passage["sourceId"] == "docs/a b.md"
    named = {"query": "Port?", "draft": "The port is 8080.", "sourceIds": ["docs/a b.md"]}
    assert client.post("/v1/critiques", json=named).status_code == 201
    assert client.delete(kept.headers["location"]).status_code == 204
    assert "sourceId" in problem(client.delete(kept.headers["location"]), 404)["detail"]
    assert problem(client.post("/v1/critiques", json=named), 422)["errors"][0]["field"] == "sourceIds"


@pytest.mark.parametrize("name", ["notes/port", "7"])
def test_a_passage_of_an_untitled_document_has_the_name_that_the_list_of_documents_has(client, name):
    client.post("/v1/sources", json={**MANUAL, "id": name})
    [listed] = client.get("/v1/sources").json()["sources"]
    [found] = client.get("/v1/passages", params={"query": "timeout"}).json()["passages"]
    assert (found["sourceId"], found["title"]) == (listed["id"], listed["title"])


@pytest.mark.parametrize("name", [".", "..", "docs/../m", "a\nb", "a\x7f"])
def test_a_source_whose_id_no_path_can_hold_is_refused(client, name):
    said = problem(client.post("/v1/sources", json={**MANUAL, "id": name}), 422)
    assert [one["field"] for one in said["errors"]] == ["id"]
    assert client.get("/v1/sources").json()["sources"] == []
    assert client.post("/v1/sources", json={**MANUAL, "id": "...m/.x"}).status_code == 201


def test_a_question_is_answered_from_given_sources_and_the_answer_is_checked(client):
    said = client.post("/v1/answers", json={"query": "What is the port?", "sources": [MANUAL]}).json()
    assert "8080" in said["answer"]
    assert said["claims"][0]["status"] == "supported"
    assert client.get(f"/v1/critiques/{said['critiqueId']}").status_code == 200


def test_a_batch_tells_of_each_request_and_one_that_fails_stops_none(client):
    lost = {"query": "Port?", "draft": "The port is 8080.", "sourceIds": ["nowhere"]}
    made = client.post("/v1/batches", json={"requests": [WRONG, lost, {**WRONG, "draft": "The port is 8080."}]})
    assert made.status_code == 202
    stream = client.get(made.headers["location"] + "/events")
    assert stream.headers["content-type"].startswith("text/event-stream")
    events = [json.loads(line[6:]) for line in stream.text.splitlines() if line.startswith("data: ")]
    assert (events[-1]["kind"], events[-1]["finished"], events[-1]["failed"]) == ("end", 3, 1)
    assert [one["sequence"] for one in events] == list(range(len(events)))
    assert {"stage", "request", "end"} == {one["kind"] for one in events}
    told = client.get(made.headers["location"]).json()
    assert [row["state"] for row in told["requests"]] == ["done", "failed", "done"]
    assert "nowhere: the library has no document" in told["requests"][1]["failure"]
    assert client.get(f"/v1/critiques/{told['requests'][2]['critiqueId']}").status_code == 200
    for read in (2, len(events) - 2):
        later = client.get(made.headers["location"] + "/events", headers={"Last-Event-ID": str(read)})
        assert later.text.count("data: ") == len(events) - 1 - read
    over = client.get(made.headers["location"] + "/events", headers={"Last-Event-ID": str(events[-1]["sequence"])})
    assert (over.status_code, over.text) == (204, "")
    problem(client.get("/v1/batches/none/events"), 404)


def test_of_batches_long_over_what_came_of_each_request_is_kept(client, monkeypatch):
    monkeypatch.setattr("critique_core.workbench.batches._MOST_EVENTS", 20)
    told = []
    for _ in range(3):
        place = client.post("/v1/batches", json={"requests": [WRONG]}).headers["location"] + "/events"
        told.append((place, client.get(place).text.count("data: ")))
    (oldest, _), _, (newest, events) = told
    assert client.get(newest).text.count("data: ") == events > 2
    kept = [json.loads(line[6:]) for line in client.get(oldest).text.splitlines() if line.startswith("data: ")]
    assert [(one["kind"], one["finished"]) for one in kept] == [("request", 1), ("end", 1)]


def test_a_relabel_without_a_status_names_the_field(client):
    said = client.post("/v1/critiques", json=WRONG).json()
    decision = {"critiqueId": said["critiqueId"], "claimId": said["claims"][0]["id"], "reviewer": "Ada"}
    for action, more in (("relabel", {}), ("accept", {"status": "supported"})):
        refused = problem(client.post("/v1/decisions", json={**decision, "action": action, **more}), 422)
        assert [one["field"] for one in refused["errors"]] == ["status"]
    refused = problem(client.post("/v1/decisions", json={**decision, "action": "praise"}), 422)
    assert [one["field"] for one in refused["errors"]] == ["action"]


def test_a_moment_without_its_zone_is_told_how_to_be_written(client):
    [said] = problem(client.get("/v1/critiques?since=2026-11-01"), 422)["errors"]
    assert said == {"field": "since", "message": "lacks its time zone; write it as 2026-11-01T00:00:00Z"}
    assert client.get("/v1/critiques?since=2026-11-01T00:00:00Z").status_code == 200


def test_a_decision_without_keys_is_in_the_name_given_and_not_authenticated(client):
    said = client.post("/v1/critiques", json=WRONG).json()
    decision = {"critiqueId": said["critiqueId"], "claimId": said["claims"][0]["id"], "action": "accept"}
    assert problem(client.post("/v1/decisions", json=decision), 422)["errors"][0]["field"] == "reviewer"
    refused = client.post("/v1/decisions", json={**decision, "reviewer": "Ada\nGrace"})
    assert problem(refused, 422)["errors"] == [
        {"field": "reviewer", "message": "holds a line break or another character that cannot be shown"}
    ]
    made = client.post("/v1/decisions", json={**decision, "reviewer": "Ada"})
    assert (made.status_code, made.json()["authenticated"]) == (201, False)
    [event] = client.get(f"/v1/critiques/{said['critiqueId']}/decisions").json()["decisions"]
    assert (event["reviewer"], event["action"], event["id"]) == ("Ada", "accept", made.json()["decisionId"])


def test_a_decision_with_a_key_is_in_its_owners_name_and_no_other(served):
    one = served()
    _, text = make_key(one.workbench.store, "Grace", "reviewer")
    with one.client(authorization=f"Bearer {text}") as client:
        said = client.post("/v1/critiques", json=WRONG).json()
        decision = {"critiqueId": said["critiqueId"], "claimId": said["claims"][0]["id"], "action": "reject"}
        made = client.post("/v1/decisions", json=decision).json()
        assert (made["reviewer"], made["authenticated"]) == ("Grace", True)
        assert (
            "'Grace'; leave reviewer out"
            in problem(client.post("/v1/decisions", json={**decision, "reviewer": "Ada"}), 422)["detail"]
        )
        [run] = one.workbench.store.runs(one.workbench.store.item_by_number(1).id)
        assert run.who == "Grace"


@pytest.mark.parametrize(
    ("changes", "field", "said"),
    [
        ({"draft": " "}, "draft", "is empty; give the text"),
        ({"draft": 5}, "draft", "valid string"),
        ({"draft": "x" * 500_001}, "draft", "500,000 allowed); split it"),
        ({"sources": [MANUAL, MANUAL]}, "sources", "source id 'm' is used twice"),
        ({"sources": [{"id": "m", "content": "x" * 5_000_001}]}, "sources.0.content", "5,000,000 allowed"),
        ({"strictness": "harsh"}, "strictness", "'lenient', 'moderate' or 'strict'"),
        ({"style": "short"}, "style", "unknown field; remove it"),
        ({"sources": []}, "", "give sourceIds, sources, or both"),
        ({"sources": "m"}, "sources", "Input should be an array"),
        ({"sources": ["m"]}, "sources.0", "Input should be an object"),
    ],
)
def test_what_cannot_be_used_is_named_with_what_to_do(client, changes, field, said):
    [fault] = problem(client.post("/v1/critiques", json={**WRONG, **changes}), 422)["errors"]
    assert fault["field"] == field
    assert said in fault["message"]


@pytest.mark.parametrize("path", ["critiques", "sources", "batches"])
def test_a_key_that_is_given_twice_is_named(client, path):
    sent = b'{"draft": "a", "sources": [{"id": "1", "content": "a", "content": "b"}]}'
    [fault] = problem(client.post(f"/v1/{path}", content=sent, headers=JSON), 422)["errors"]
    assert fault == {"field": "content", "message": "is given more than once in an object; keep one of them"}


@pytest.mark.parametrize(
    ("asked", "field"),
    [
        ("critiques?limit=1&limit=2", "limit"),
        ("critiques?recommendation=accept&statuses=supported&recommendation=retry", "recommendation"),
        ("sources?text=a&text=a", "text"),
        ("passages?query=a&query=b", "query"),
    ],
)
def test_a_single_value_that_is_given_twice_is_named(client, asked, field):
    [fault] = problem(client.get(f"/v1/{asked}"), 422)["errors"]
    assert fault == {"field": field, "message": "is given more than once; keep one of them"}


def test_a_list_is_given_by_its_name_as_often_as_it_has_values(client):
    client.post("/v1/critiques", json=WRONG)
    assert client.get("/v1/critiques?statuses=supported&statuses=contradicted").json()["total"] == 1


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        ({"content": b"{nope", "headers": JSON}, 400),
        ({"content": b"\xff\xfe", "headers": JSON}, 400),
        ({"content": b"[" * 100_000, "headers": JSON}, 400),
        (
            {
                "content": b'{"draft": "\\ud800", "query": "", "sources": [{"id": "\\ud800"}], "\\ud800": 1}',
                "headers": JSON,
            },
            422,
        ),
        ({"content": b"[]", "headers": {"content-type": "text/plain"}}, 415),
        ({"content": b"[]", "headers": JSON | {"content-encoding": "gzip"}}, 415),
        ({}, 422),
    ],
)
def test_a_body_that_is_no_request_is_a_problem_of_its_own_kind(client, sent, status):
    problem(client.post("/v1/critiques", **sent), status)


def test_a_query_may_be_left_out(client):
    asked = {name: WRONG[name] for name in ("draft", "sources")}
    made = client.post("/v1/critiques", json=asked)
    assert (made.status_code, client.get(made.headers["location"]).json()["request"]["query"]) == (201, "")


@pytest.mark.parametrize(
    ("sent", "faults"),
    [
        ({"requests": [{**WRONG, "draft": 1}]}, [("requests.0.draft", "Input should be a valid string")]),
        ({"requests": []}, [("requests", "Array should have at least 1 item, not 0")]),
        ([], [("", "Input should be an object")]),
    ],
)
def test_a_batch_that_cannot_be_used_names_each_fault_once_in_words_of_json(client, sent, faults):
    told = problem(client.post("/v1/batches", json=sent), 422)["errors"]
    assert [(one["field"], one["message"]) for one in told] == faults


def test_each_route_keeps_the_confidence_of_its_own_policy(client):
    made = client.post("/v1/critiques", json=WRONG)
    judged = {"query": WRONG["query"], "answer": WRONG["draft"], "sources": [MANUAL]}
    validated = client.post("/v1/validations", json=judged).json()
    stored = client.get(made.headers["location"]).json()
    policies = stored["scores"]["byPolicy"]
    assert made.json()["confidence"] == policies["draft_critique"]["confidence"]
    assert validated["confidence"] == policies["self_rag"]["confidence"]
    assert stored["confidence"] == policies["calibrated"]["confidence"]


def test_paths_and_methods_that_there_are_not(client):
    problem(client.get("/v2"), 404)
    refused = client.put("/v1/critiques")
    problem(refused, 405)
    assert refused.headers["allow"] == "GET, POST"
    assert problem(client.get("/v1/critiques/%00"), 422)["errors"][0]["field"] == "critiqueId"
    problem(client.get("/v1/critiques/none"), 404)
    problem(client.get("/v1/passages", params={"query": "x" * 40_000}), 414)
    problem(client.get("/v1/critiques", params={"limit": 0, "colour": "red"}), 422)


def test_the_openapi_document_declares_every_answer(client):
    document = client.get("/v1/openapi.json").json()
    assert document["openapi"].startswith("3.1")
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            declared = {int(status) for status in operation["responses"]}
            assert declared & {200, 201, 202, 204}, (path, method)
            assert declared >= {401, 403, 413, 422, 500, 503}, (path, method)
            assert ("429" in operation["responses"]) == (
                path in {"/v1/critiques", "/v1/validations", "/v1/answers", "/v1/batches"} and method == "post"
            )
    said = client.post("/v1/critiques", json=WRONG).json()
    schema = {"$ref": "#/components/schemas/CritiqueAnswered", "components": document["components"]}
    jsonschema.Draft202012Validator(schema).validate(said)
    whole = client.get(f"/v1/critiques/{said['critiqueId']}").json()
    schema = {"$ref": "#/components/schemas/Critique", "components": document["components"]}
    jsonschema.Draft202012Validator(schema).validate(whole)
