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
    # A skip must be caught too: it would end this test without a failure.
    outcomes = (pytest.fail.Exception, pytest.skip.Exception)
    with pytest.raises(outcomes, match="REQUIRE_BROWSER=1, but") as caught:
        conftest._find_chromium()
    assert caught.type is pytest.fail.Exception


def test_any_of_the_usual_names_of_the_browser_is_found(
    monkeypatch, tmp_path
) -> None:
    program = tmp_path / "google-chrome"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert conftest._find_chromium() == str(program)
