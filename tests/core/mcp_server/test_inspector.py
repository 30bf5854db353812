"""The protocol's reference inspector, run without its screen: another SDK's client, with its own checks of schemas."""

import json
import shutil
import subprocess
import sys

import pytest

pytest.importorskip("mcp", reason="the extra mcp is not installed: pip install 'claimlens[mcp]'")

INSPECTOR = shutil.which("mcp-inspector")
pytestmark = pytest.mark.skipif(INSPECTOR is None, reason="mcp-inspector is not on the PATH; npm installs it")


def inspected(environment, method: str, *arguments: str):
    server = [sys.executable, "-m", "critique_core.cli", "mcp"]
    command = [INSPECTOR, "--cli", *server, "--method", method, *arguments]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_the_inspector_lists_the_tools_and_accepts_what_a_call_gives(environment):
    listed = inspected(environment, "tools/list")["tools"]
    assert [tool["name"] for tool in listed] == [
        "critique_answer", "validate_answer", "search_sources", "record_decision",
    ]  # fmt: skip
    given = [
        "--tool-name", "critique_answer", "--tool-arg", "query=What is the timeout?",
        "--tool-arg", "draft=The timeout is 30 seconds.", "--tool-arg", 'sourceIds=["manual"]',
    ]  # fmt: skip
    said = inspected(environment, "tools/call", *given)["structuredContent"]
    assert said["isValid"] is False
    [resource] = inspected(environment, "resources/list")["resources"]
    assert resource["uri"] == f"claimlens://critiques/{said['critiqueId']}"
