"""What the query asks, the sources answer and the draft leaves out."""
