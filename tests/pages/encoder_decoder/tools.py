"""Opens the page, and walks through sentences without it."""

import json
from pathlib import Path

import numpy as np
from streamlit.testing.v1 import AppTest

from language.sentence import read_sentence
from pages.encoder_decoder.choices import LESSON
from pages.encoder_decoder.view import Walk, make_walk
from pairs.models import load_translator
from tests.pages.standin import sign

PAGE = str(Path(__file__).parents[3] / "pages" / "encoder_decoder" / "page.py")
SOURCE = "The black cat is sleeping"


def without_attention(folder: Path, *changes) -> None:
    """Write the same system without attention, as the model "fixed"."""
    stored = dict(np.load(folder / "attention.npz"))
    for change in changes:
        change(stored)
    np.savez(folder / "attention.npz", **stored)
    kept = {
        name: array
        for name, array in stored.items()
        if not name.startswith(("attention.", "target_encoder"))
    }
    np.savez(folder / "fixed.npz", **kept)
    for end in ("source.json", "target.json"):
        copied = (folder / f"attention.{end}").read_text(encoding="utf-8")
        (folder / f"fixed.{end}").write_text(copied, encoding="utf-8")
    sign(folder, "attention")
    card = json.loads((folder / "attention.json").read_text(encoding="utf-8"))
    sign(folder, "fixed", card | {"scales": {}})


def page(**query: str) -> AppTest:
    app = AppTest.from_file(PAGE, default_timeout=120)
    for key, value in query.items():
        app.query_params[key] = value
    return healthy(app.run())


def healthy(app: AppTest) -> AppTest:
    assert [error.value for error in app.exception] == []
    return app


def press(app: AppTest, name: str) -> AppTest:
    """Press one of the lesson's buttons."""
    return healthy(app.button(key=LESSON.key(name)).click().run())


def said(app: AppTest) -> str:
    kinds = (app.markdown, app.caption, app.warning, app.info, app.error)
    return "\n".join(element.value for kind in kinds for element in kind)


def walks(source: str = SOURCE, target: str = "", **options) -> list[Walk]:
    """Both walks of a sentence, without the page."""
    found = []
    for name, score in (("fixed", None), ("attention", "dot")):
        model = load_translator(name)
        read = read_sentence(source, model.source)
        ids = read_sentence(target, model.target).pieces.ids or None
        more = options if score else {}
        found.append(make_walk(model, read, ids, score=score, **more))
    return found
