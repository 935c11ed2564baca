"""The front door: builds the menu and opens the page asked for."""

from ui.page import navigation

navigation().run()
