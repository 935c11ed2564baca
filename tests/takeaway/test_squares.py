"""QR codes that another library reads again."""

import pytest

from takeaway.squares import ROOM, fits, qr_svg


def test_what_is_too_long_is_refused():
    assert fits("x" * ROOM)
    assert not fits("汤" * ROOM)
    with pytest.raises(ValueError, match="at most"):
        qr_svg("x" * (ROOM + 1))


def test_black_on_white_whatever_the_theme():
    svg = qr_svg("http://localhost:8501/?i=2")
    assert "#fff" in svg
    assert "#000" in svg
