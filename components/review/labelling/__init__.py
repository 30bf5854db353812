"""An answer from the queue, reviewed."""
