"""One sentence looks at itself."""
