"""Tests. Run all with `make test`, one folder with `pytest tests/core`."""
