"""The border: what a browser sends is looked at once, before anything else.

A message with a value of another kind than its widget's, with numbers that
are none, or with JSON that cannot be read, does not come in: to the page it is
as if that widget had not been touched. Honest browsers send none of these;
without this check each of them ended in a traceback in Streamlit or in us.
"""

import math
from functools import cache
from typing import Any

from streamlit.proto.WidgetStates_pb2 import WidgetState
from streamlit.runtime.state.common import (
    WidgetMetadata,
    unpack_widget_state_value,
)
from streamlit.runtime.state.session_state import Serialized, WStates

_BROKEN = (
    ArithmeticError,
    AttributeError,
    LookupError,
    RecursionError,
    TypeError,
    ValueError,
)


def is_honest(state: WidgetState, widget: WidgetMetadata[Any]) -> bool:
    """Tell whether a widget could have sent this."""
    kind = state.WhichOneof("value")
    if kind is None:  # it was cleared
        return True
    if kind != widget.value_type:
        return False
    try:
        value = unpack_widget_state_value(state)
        widget.deserializer(value)
        numbers = {"double_value": [value], "double_array_value": value}
        return all(map(math.isfinite, numbers.get(kind, ())))
    except _BROKEN:
        return False


@cache
def close_border() -> None:
    """Let only honest messages in, from now on and for all visitors."""
    take, register = WStates.set_widget_from_proto, WStates.set_widget_metadata

    def take_honest(self: WStates, widget_state: WidgetState) -> None:
        widget = self.widget_metadata.get(widget_state.id)
        if widget is None or is_honest(widget_state, widget):
            take(self, widget_state)

    def register_honest(
        self: WStates, widget_meta: WidgetMetadata[Any]
    ) -> None:
        """Look at what came before its widget was known: a new session."""
        held = self.states.get(widget_meta.id)
        sent = held.value if isinstance(held, Serialized) else None
        if sent is not None and not is_honest(sent, widget_meta):
            del self.states[widget_meta.id]
        register(self, widget_meta)

    WStates.set_widget_from_proto = take_honest  # type: ignore[method-assign]
    WStates.set_widget_metadata = register_honest  # type: ignore[method-assign]
