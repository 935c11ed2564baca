"""What is taken away of a picture: files, a link, and a file loaded again."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from urllib.parse import quote, urlencode, urlsplit

import streamlit as st

from figures import Figure
from takeaway.document import NotReadableError, read_json, write_json
from takeaway.handout import Words, write_handout
from takeaway.pages import Step, write_html
from takeaway.picture import Picture, largest_difference
from takeaway.script import write_notebook, write_script
from takeaway.sheet import write_csv, write_npz
from takeaway.squares import fits, qr_svg
from takeaway.tex import write_tex
from taking.stills import still_buttons
from texts.shown import language, plain, text
from ui.inputs import closed_box
from ui.state import Lesson

REASONS = ("not_ours", "newer", "damaged", "too_large")
LONGEST_NAME = 40  # characters of a sentence in the name of a file
WRITERS: dict[str, Callable[[Picture], bytes]] = {
    "json": write_json,
    "csv": write_csv,
    "npz": write_npz,
    "py": write_script,
    "ipynb": write_notebook,
    "tex": write_tex,
}


@dataclass(frozen=True)
class Taken:
    """A picture, and the figure that shows it, made when somebody asks.

    Parameters
    ----------
    picture : callable
        Returns the numbers.
    figure : callable
        Returns the figure, in light colors.
    """

    picture: Callable[[], Picture]
    figure: Callable[[], Figure]


def base_name(page: str, sentence: str) -> str:
    """Name a file after page and sentence; no system refuses the name."""
    letters = [c if c.isalnum() else "-" for c in sentence[:LONGEST_NAME]]
    words = "".join(letters).strip("-")
    return f"{page}-{words}" if words else page


def _address(lesson: Lesson) -> str:
    """Return the whole link to this picture."""
    said = urlencode(sorted(lesson.written().items()), quote_via=quote)
    here = urlsplit(st.context.url or "")
    return here._replace(path=here.path or "/", query=said).geturl()


def _makers(
    lesson: Lesson, picture: Picture, figure: Figure
) -> dict[str, Callable[[], bytes]]:
    """Return what makes each kind of file; they know no visitor any more."""
    makers: dict[str, Callable[[], bytes]] = {
        end: partial(write, picture) for end, write in WRITERS.items()
    }
    steps = [Step("", [picture.origin], figure)]
    title = text(lesson.name, "title")
    makers["html"] = partial(write_html, title, steps, language=language())
    words = Words(title, text("take", "numbers_too_many"), language())
    sheet = partial(write_handout, picture, figure, _address(lesson), words)
    makers["print_html"] = sheet
    return makers


def _files(
    lesson: Lesson, picture: Picture, figure: Figure, sentence: str
) -> None:
    """Draw a button for each kind of file; it is made when it is pressed."""
    makers = _makers(lesson, picture, figure)
    name = base_name(lesson.name, sentence)
    with st.container(horizontal=True):
        for end, make in makers.items():
            st.download_button(
                text("take", end),
                make,
                f"{name}.{end.replace('_', '.')}",
                key=lesson.key(f"take_{end}"),
                on_click="ignore",
            )
    still_buttons(figure, name, lesson.key("take_stills"))


def _link(lesson: Lesson) -> None:
    """Show the address of this picture, to be copied or photographed."""
    address = _address(lesson)
    st.caption(text("take", "link"))
    st.code(address, language=None, wrap_lines=True)
    if fits(address):
        st.image(qr_svg(address))
    else:
        st.caption(text("take", "too_long"))


def _restore(lesson: Lesson, picture: Picture) -> None:
    """Set the fields as the file says; what it does not say is as at first."""
    for name in lesson:
        if name == "language":
            continue
        raw = picture.address.get(name)
        field = lesson.field(name)
        value = lesson.default(name) if raw is None else field.read(raw)
        lesson.put(**{name: value})


def _load(lesson: Lesson) -> None:
    """Take the uploaded file, before the script runs again."""
    key = lesson.key("take_loaded")
    file = st.session_state[lesson.key("take_file")]
    st.session_state[key] = None
    if file is None:
        return
    try:
        picture = read_json(file.getvalue())
        if picture.page == lesson.name:
            _restore(lesson, picture)
        st.session_state[key] = picture
    except NotReadableError as error:
        reason = error.reason if error.reason in REASONS else "damaged"
        detail = plain(error.detail)
        st.session_state[key] = text("take", reason, detail=detail)
    except ValueError as error:
        detail = plain(str(error))
        st.session_state[key] = text("take", "damaged", detail=detail)


def _loaded(lesson: Lesson, now: Picture) -> None:
    """Say what a loaded file held, and whether this picture is the same."""
    found = st.session_state.get(lesson.key("take_loaded"))
    if isinstance(found, str):
        st.error(found)
    elif isinstance(found, Picture):
        if found.page != lesson.name:
            menu = text(found.page, "menu")
            st.warning(text("take", "other_page", menu=menu))
        elif found.weights.shape != now.weights.shape:
            st.warning(text("take", "other_picture"))
        else:
            gap = largest_difference(found.weights, now.weights)
            st.success(text("take", "same", gap=f"{gap:.2g}"))


def take_box(lesson: Lesson, taken: Taken, sentence: str) -> None:
    """Draw what a visitor can take away, in a box that is closed at first."""
    box = closed_box(lesson, "take", text("take", "title"))
    if not box.open:
        return
    picture = taken.picture()
    with box:
        _files(lesson, picture, taken.figure(), sentence)
        st.caption(text("take", "says"))
        _link(lesson)
        st.file_uploader(
            text("take", "load"),
            type="json",
            key=lesson.key("take_file"),
            on_change=_load,
            args=(lesson,),
        )
        _loaded(lesson, picture)
