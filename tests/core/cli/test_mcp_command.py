"""``claimlens mcp`` where its extra is not installed."""

from critique_core import cli


def test_without_the_extra_the_command_says_how_to_install_it(monkeypatch, capsys):
    monkeypatch.setattr("critique_core.cli.mcp.find_spec", lambda _: None)
    assert cli.main(["mcp"]) == 2
    assert "pip install 'claimlens[mcp]'" in capsys.readouterr().err
