"""Where a browser was promised, a missing one is a failure, no skip."""

import pytest

from tests import conftest


def test_without_a_browser_the_test_is_skipped(monkeypatch) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.delenv("REQUIRE_BROWSER", raising=False)
    with pytest.raises(pytest.skip.Exception, match="chromium"):
        conftest._find_chromium()


def test_without_a_promised_browser_the_test_fails(monkeypatch) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.setenv("REQUIRE_BROWSER", "1")
    with pytest.raises(pytest.fail.Exception, match="REQUIRE_BROWSER=1, but"):
        conftest._find_chromium()


def test_any_of_the_usual_names_of_the_browser_is_found(
    monkeypatch, tmp_path
) -> None:
    program = tmp_path / "google-chrome"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert conftest._find_chromium() == str(program)
