"""What the query asks, the sources answer and the draft leaves out."""

from critique_core.completeness.gaps import missing

__all__ = ["missing"]
