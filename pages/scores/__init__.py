"""All score functions on the same vectors."""
