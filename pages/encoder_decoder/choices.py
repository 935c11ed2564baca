"""What the lesson keeps in its address."""

from ui.address import Choice, Field, Number, Position, Switch

from pages.encoder_decoder.translation import PARTS
from pages.encoder_decoder.what_if import FIELDS as WHAT_IF
from worked.terms import SCORE_NAMES

FIELDS: dict[str, Field] = {
    "score": Choice(SCORE_NAMES, "scaled_dot"),
    "uniform": Switch(),
    "step": Number(1, 999, 1, 1),
    "h": Position(),
    "part": Choice(PARTS, "differ"),
    **WHAT_IF,
}
