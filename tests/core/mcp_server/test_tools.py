"""The tools and resources, as the SDK's own client meets them over both transports."""

import json

import jsonschema
import pytest

pytest.importorskip("mcp", reason="the extra mcp is not installed: pip install 'claimlens[mcp]'")

from mcp import MCPError

from critique_core.models import Critique
from critique_core.store import Store

MANUAL = {"id": "m", "content": "Timeout: 60 seconds", "type": "doc"}
WRONG = {"query": "What is the timeout?", "draft": "The timeout is 30 seconds.", "sources": [MANUAL]}


def test_the_tools_are_listed_with_schemas_of_what_they_take_and_give(session):
    tools = {tool.name: tool for tool in session.ask("list_tools").tools}
    assert list(tools) == ["critique_answer", "validate_answer", "search_sources", "record_decision"]
    for tool in tools.values():
        for schema in (tool.input_schema, tool.output_schema):
            jsonschema.Draft202012Validator.check_schema(schema)
            assert schema["type"] == "object"
    assert [name for name, tool in tools.items() if tool.annotations.read_only_hint] == ["search_sources"]


def test_critique_answer_takes_what_the_seed_has(session):
    [tool] = [tool for tool in session.ask("list_tools").tools if tool.name == "critique_answer"]
    properties = tool.input_schema["properties"]
    assert {name: properties[name]["type"] for name in ("query", "draft", "sourceIds", "autoRevise", "strictness")} == {
        "query": "string", "draft": "string", "sourceIds": "array", "autoRevise": "boolean", "strictness": "string",
    }  # fmt: skip
    assert properties["sourceIds"]["items"]["type"] == "string"
    assert properties["strictness"]["enum"] == ["lenient", "moderate", "strict"]
    assert tool.input_schema["required"] == ["draft"]


def test_a_wrong_answer_comes_back_in_the_seeds_shape_with_its_critique_kept(session):
    result = session.tool("critique_answer", **WRONG)
    said = result.structured_content
    assert not result.is_error
    assert said["isValid"] is False
    assert "unsupported" in {issue["type"] for issue in said["issues"]}
    assert set(said["metadata"]) == {"factsChecked", "factsVerified", "sourcesUsed", "critiqueTimeMs"}
    assert "revisedDraft" not in said
    assert said["claims"][0]["text"] == "The timeout is 30 seconds."
    assert json.loads(result.content[0].text) == said
    assert result.content[1].uri == f"claimlens://critiques/{said['critiqueId']}"


def test_sources_of_the_library_are_named_by_id_and_the_draft_is_revised_on_request(session):
    said = session.tool(
        "critique_answer",
        query="What's the maximum file upload size?",
        draft="The maximum file upload size is 100MB.",
        sourceIds=["free", "pro"],
        autoRevise=True,
    ).structured_content
    assert "Free" in said["revisedDraft"]
    assert "Pro" in said["revisedDraft"]


def test_strictness_says_which_issues_are_listed(session):
    counts = [
        len(session.tool("critique_answer", **WRONG, strictness=one).structured_content["issues"])
        for one in ("lenient", "moderate", "strict")
    ]
    assert counts == sorted(counts)
    assert counts[0] > 0


def test_an_answer_is_validated_in_the_second_seeds_shape(session):
    asked = {"query": "What is the timeout?", "sourceIds": ["manual"]}
    right = session.tool("validate_answer", answer="The timeout is 60 seconds.", **asked).structured_content
    wrong = session.tool("validate_answer", answer="The timeout is 30 seconds.", **asked).structured_content
    assert (right["isSupported"], right["recommendation"]) == (True, "accept")
    assert (wrong["isSupported"], wrong["recommendation"]) != (True, "accept")
    assert right["citations"][0]["sources"][0]["id"] == "manual"


def test_passages_found_name_the_document_to_check_against(session):
    said = session.tool("search_sources", query="limit of the Pro tier", limit=1).structured_content
    [passage] = said["passages"]
    assert (passage["sourceId"], passage["title"], said["documentsInLibrary"]) == ("pro", "Pro plan", 3)
    assert "100MB" in passage["content"]
    assert session.tool("search_sources", query="xylophone").structured_content["passages"] == []


def test_a_critique_is_a_resource_that_holds_everything_found(session):
    said = session.tool("critique_answer", **WRONG).structured_content
    uri = f"claimlens://critiques/{said['critiqueId']}"
    [contents] = session.ask("read_resource", uri).contents
    assert contents.mime_type == "application/json"
    critique = Critique.model_validate_json(contents.text)
    assert (critique.id, critique.request.draft) == (said["critiqueId"], WRONG["draft"])
    assert [one.id for one in critique.claims] == [one["id"] for one in said["claims"]]
    assert uri in {str(one.uri) for one in session.ask("list_resources").resources}
    [template] = session.ask("list_resource_templates").resource_templates
    assert template.uri_template == "claimlens://critiques/{id}"


@pytest.mark.parametrize("cursor", ["-1", "x", "²", "9" * 10, "9" * 5000])  # Python reads at most 4,300 digits
def test_a_cursor_that_the_server_never_gave_is_an_error_that_says_so(session, cursor):
    with pytest.raises(MCPError, match="the cursor is none of this server's") as caught:
        session.ask("list_resources", cursor=cursor)
    assert caught.value.error.code == -32602


@pytest.mark.parametrize("uri", ["claimlens://critiques/none", "claimlens://critiques/", "file:///etc/passwd"])
def test_a_resource_that_is_not_there_is_an_error_that_says_so(session, uri):
    with pytest.raises(MCPError, match=r"no critique|no such resource") as caught:
        session.ask("read_resource", uri)
    assert caught.value.error.code == -32602


def test_a_decision_is_an_event_in_the_persons_name_that_is_not_authenticated(session, environment):
    said = session.tool("critique_answer", **WRONG).structured_content
    recorded = session.tool(
        "record_decision",
        critiqueId=said["critiqueId"],
        claimId=said["claims"][0]["id"],
        action="relabel",
        status="unsupported",
        reviewer="Ada",
        note="the manual says 60",
    ).structured_content
    assert (recorded["reviewer"], recorded["authenticated"], recorded["status"]) == ("Ada", False, "unsupported")
    with Store.open(environment["CLAIMLENS_DATABASE_URL"]) as store:
        critique = store.critique(said["critiqueId"])
        item = store.item_by_fingerprint(critique.request.fingerprint)
        [event] = [one for one in store.decisions(item.id) if one.id == recorded["decisionId"]]
    assert (event.reviewer, event.authenticated, event.origin, event.note) == (
        "Ada", False, "human", "the manual says 60",
    )  # fmt: skip
    assert (event.start, event.end, event.shown.status) == (0, 26, said["claims"][0]["status"])


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"sources": []}, "give sourceIds, sources, or both"),
        ({"draft": "  "}, "draft: is empty"),
        ({"draft": 5}, "draft: Input should be a valid string"),
        ({"draft": "x" * 500_001}, "draft: too long (500,001 characters, 500,000 allowed); split it"),
        ({"strictness": "harsh"}, "'lenient', 'moderate' or 'strict'"),
        ({"sourceIds": ["nowhere"]}, "sourceIds: nowhere: the library has no document with this id"),
        ({"sources": [MANUAL, MANUAL]}, "source id 'm' is used twice"),
        ({"style": "short"}, "style: unknown field; remove it or check its spelling"),
        ({"draft": "a\x00b"}, "draft: holds a NUL byte at character 1"),
        ({"sources": [{"id": "m", "content": "x" * 5_000_001}]}, "too long (5,000,001 characters, 5,000,000 allowed)"),
    ],
)
def test_a_call_that_cannot_be_used_says_what_is_wrong_and_what_to_do(session, changes, said):
    assert said in session.refused("critique_answer", **{**WRONG, **changes})


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"critiqueId": "none"}, "no critique 'none' is stored; take the id that a check gave"),
        ({"claimId": "none"}, "the critique has no claim 'none'; take an id from its claims"),
        ({"action": "relabel"}, "status: relabel gives no status; name the right one in status"),
        ({"status": "supported"}, "accept takes no status; use relabel"),
        ({"reviewer": ""}, "reviewer: is empty"),
        ({"action": "undo"}, "'accept', 'reject' or 'relabel'"),
    ],
)
def test_a_decision_that_cannot_be_used_is_refused(session, changes, said):
    kept = session.tool("critique_answer", **WRONG).structured_content
    good = {"critiqueId": kept["critiqueId"], "claimId": kept["claims"][0]["id"], "action": "accept", "reviewer": "Ada"}
    assert said in session.refused("record_decision", **{**good, **changes})


def test_a_search_that_cannot_be_done_is_refused(session):
    assert "query: is empty" in session.refused("search_sources", query="")
    assert "20,000 allowed" in session.refused("search_sources", query="w " * 11_000)
    assert "limit: Input should be less than or equal to 50" in session.refused("search_sources", query="a", limit=51)


def test_a_tool_that_is_not_there_is_an_error_of_the_protocol(session):
    with pytest.raises(MCPError, match="there are critique_answer, validate_answer"):
        session.tool("delete_everything")


def test_progress_is_told_stage_by_stage(session):
    told = []

    async def note(progress, total, message):
        told.append((progress, total, message))

    session.ask("call_tool", "critique_answer", WRONG, progress_callback=note)
    values = [progress for progress, _, _ in told]
    assert values == sorted(set(values))
    assert {total for _, total, _ in told} == {7}
    assert "verdicts" in {message for _, _, message in told}
