"""The front door: builds the menu and opens the page asked for."""

from pages import HOME, LESSONS
from pages.lesson.links import way_back
from ui.page import lead_on, navigation

page = navigation(LESSONS, HOME)
page.run()
way_back(page)
lead_on(page, LESSONS, HOME)
