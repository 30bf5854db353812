"""One JSON endpoint: bounded, cancelled, tried again, and left alone while it is down."""
