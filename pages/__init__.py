"""The lessons, in teaching order. Each is a folder; page.py is its script."""

LESSONS = (
    "attention",
    "encoder_decoder",
    "scores",
    "softmax",
    "self_attention",
    "exercises",
)
