"""The lessons, in teaching order. Each is a folder; page.py is its script."""

LESSONS = (
    "lesson",
    "attention",
    "encoder_decoder",
    "scores",
    "softmax",
    "self_attention",
    "exercises",
)
HOME = "attention"  # served at /
