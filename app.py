"""The front door: the server's pages, and the menu of the lessons."""

import streamlit as st

from door.page import routes
from pages import LESSONS
from projector import room
from ui.page import lead_on, navigation

if __name__ == "__main__":  # a visitor has come in
    page = navigation(LESSONS)
    page.run()
    room.draw(page.url_path or LESSONS[0])
    lead_on(page, LESSONS)
else:  # the server starts
    app = st.App("app.py", routes=routes(LESSONS))
