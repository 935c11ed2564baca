"""Helpers that tests of several folders import."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

STILL = (
    "[data-testid=stApp]"
    "[data-test-connection-state=CONNECTED]"
    "[data-test-script-state=notRunning]"
)


def wait_until_still(page: "Page", seconds: float = 300) -> None:
    """Wait until Streamlit is connected and no script runs.

    Right after a key press the script may not have started yet: wait for what
    should appear first (`expect(...).to_have_text(...)`), then call this.
    """
    page.wait_for_selector(STILL, state="attached", timeout=1000 * seconds)
