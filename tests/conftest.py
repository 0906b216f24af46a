"""With CI=true nothing may be skipped: there, a test that did not run its course fails the run."""

import os

import pytest

NOT_RUN = ("skipped", "xfailed", "xpassed")


def not_run(config: pytest.Config) -> list[str]:
    """Empty in the worker processes: they have no reporter, and tell everything to the one that has."""
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    if reporter is None or os.environ.get("CI") != "true":
        return []
    return [f"{how}: {report.nodeid}" for how in NOT_RUN for report in reporter.stats.get(how, ())]


def pytest_sessionfinish(session: pytest.Session) -> None:
    if session.exitstatus == pytest.ExitCode.OK and not_run(session.config):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    if lines := not_run(config):
        terminalreporter.section("CI: every test must run", red=True)
        for line in lines:
            terminalreporter.line(line)
