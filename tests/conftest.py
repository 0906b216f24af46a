"""With CI=true nothing may be skipped: there, a test that did not run its course fails the run. Elsewhere the last lines
say what was left out, and how to get it."""

import os

import pytest

NOT_RUN = ("skipped", "xfailed", "xpassed")


def not_run(config: pytest.Config) -> list[tuple[str, str, str]]:
    """How, which test, and why. Empty in the worker processes: they have no reporter, and tell everything to the one
    that has."""
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    if reporter is None:
        return []
    return [
        (how, report.nodeid, report.longrepr[2] if isinstance(report.longrepr, tuple) else "")
        for how in NOT_RUN
        for report in reporter.stats.get(how, ())
    ]


def strict() -> bool:
    return os.environ.get("CI") == "true"


def pytest_sessionfinish(session: pytest.Session) -> None:
    if strict() and session.exitstatus == pytest.ExitCode.OK and not_run(session.config):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    left = not_run(config)
    if left and strict():
        terminalreporter.section("CI: every test must run", red=True)
        for how, test, why in left:
            terminalreporter.line(f"{how}: {test} {why}")
    elif left:
        terminalreporter.section("left out")
        whys = [why.removeprefix("Skipped: ") or test for _, test, why in left]
        for why in dict.fromkeys(whys):
            terminalreporter.line(f"{whys.count(why)} tests: {why}")
