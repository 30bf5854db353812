"""The pytest plugin: the fixture ``assert_grounded`` and the option ``--grounded-report``.

pytest imports this module at every start where Claimlens is installed, so the core is imported by the first test that
uses the fixture.
"""

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from critique_core.assembly import Critic
    from critique_core.pytest_plugin.grounding import AssertGrounded

_OPTION = "--grounded-report"
_FORMS = (".json", ".html")
_PROPERTY = "claimlens_grounded"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option."""
    parser.getgroup("claimlens", "grounded answers (claimlens)").addoption(
        _OPTION,
        metavar="FILE",
        default=None,
        help="write every answer that assert_grounded checked, with its claims and quotes, to FILE.json or FILE.html",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Begin a report if one is wanted; a worker of pytest-xdist hands its answers to the process that writes it."""
    file: str | None = config.getoption(_OPTION)
    if file is None:
        return
    if not file.endswith(_FORMS):
        raise pytest.UsageError(f"{_OPTION} {file}: the name must end in {' or '.join(_FORMS)}")
    if not hasattr(config, "workerinput"):
        if not (folder := Path(file).parent).is_dir():  # told now, and not when the tests have run
            raise pytest.UsageError(f"{_OPTION} {file}: cannot be written: there is no folder {folder}")
        config.pluginmanager.register(_Report(file), "claimlens-report")


@pytest.fixture(scope="session")
def grounding_critic() -> "Critic":
    """The critic that ``assert_grounded`` asks: by your settings, without the profile that the store has in use.

    Override it in ``conftest.py`` to judge by another verifier.
    """
    from critique_core import critic, load_settings  # noqa: PLC0415 - the core is loaded when a test wants it

    return critic(load_settings())


@pytest.fixture
def assert_grounded(request: pytest.FixtureRequest, grounding_critic: "Critic") -> "AssertGrounded":
    """Fail the test when a claim of an answer is not supported by its sources; see ``grounding.AssertGrounded``."""
    from critique_core.pytest_plugin.grounding import AssertGrounded  # noqa: PLC0415 - as above

    # The node's properties travel from a worker of pytest-xdist to the process that writes the report.
    properties: list[tuple[str, object]] | None = request.node.user_properties
    wanted = properties if request.config.getoption(_OPTION) else None
    return AssertGrounded(
        grounding_critic, lambda told: wanted.append((_PROPERTY, told)) if wanted is not None else None
    )


class _Report:
    """Gathers what the tests' answers were found to be, and writes it when all have run."""

    def __init__(self, file: str) -> None:
        self._file = file
        self._told: list[tuple[str, str]] = []

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        told = [str(value) for name, value in report.user_properties if name == _PROPERTY]
        # Other reports, such as --junitxml, would publish the answers.
        report.user_properties = [one for one in report.user_properties if one[0] != _PROPERTY]
        if report.when == "teardown":
            self._told += [(report.nodeid, one) for one in told]

    def pytest_sessionfinish(self) -> None:
        from critique_core.pytest_plugin.report import write_report  # noqa: PLC0415 - only where a report is wanted

        try:
            write_report(self._file, self._told)
        except OSError as error:
            pytest.exit(f"{_OPTION} {self._file}: cannot be written: {error.strerror}", pytest.ExitCode.USAGE_ERROR)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        terminalreporter.write_line(f"grounded answers: {len(self._told)} in {self._file}")
