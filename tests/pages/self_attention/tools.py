"""What the tests of this lesson share."""

from pathlib import Path

from streamlit.testing.v1 import AppTest

from pages.self_attention.reading import Options
from pages.self_attention.view import self_view
from tests.pages.shown import charts

PAGE = Path(__file__).parents[3] / "pages" / "self_attention" / "page.py"
ENGLISH = "tom chases the unmouse because tom was tired ."
CHINESE = "汤姆追逐杰瑞，因为汤姆太累。"


def view_of(models, typed=ENGLISH, **options):
    return self_view(*models, typed, Options(**options))


def page(**address):
    app = AppTest.from_file(str(PAGE), default_timeout=120)
    for key, value in address.items():
        app.query_params[key] = value
    app.run()
    assert not app.exception
    return app


def figures(app):
    """The figures of a page, by their keys."""
    return {key: shown["figure"] for key, shown in charts(app).items()}
