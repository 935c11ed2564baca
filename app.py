"""The front door: builds the menu and opens the page asked for."""

from pages import LESSONS
from ui.page import navigation

navigation(LESSONS).run()
