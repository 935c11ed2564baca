"""A typed pair under one score function: scores, weights, context."""
