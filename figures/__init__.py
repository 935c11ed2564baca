"""Arrays and labels in, Plotly figure out.

Works alone in a notebook: no Streamlit, no attention mathematics, and no
language of its own (every word a reader sees comes in as an argument).
"""

from plotly.graph_objects import Figure

__all__ = ["Figure"]
