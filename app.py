"""The front door: builds the menu and opens the page asked for."""

from pages import LESSONS
from ui.page import lead_on, navigation

page = navigation(LESSONS)
page.run()
lead_on(page, LESSONS)
