"""From settings to ready parts: the only wiring, used by every face."""
