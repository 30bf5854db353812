"""Issues become changes to the draft; whether a corrected draft is kept."""
