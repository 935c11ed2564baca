"""The front door: the server's pages, and the menu of the lessons."""

import streamlit as st

from door.page import routes
from pages import HOME, LESSONS
from pages.lesson.links import way_back
from projector import room
from ui.page import lead_on, navigation

if __name__ == "__main__":  # a visitor has come in
    page = navigation(LESSONS, HOME)
    page.run()
    room.draw(page.url_path or HOME)
    way_back(page)
    lead_on(page, LESSONS, HOME)
else:  # the server starts
    app = st.App("app.py", routes=routes(LESSONS, HOME))
