"""Labels to thresholds: what a threshold does to labelled claims, which one is best, and how sure that is.

``labels`` and ``label_files`` say what is true; ``held_out`` keeps a part aside; ``curves`` answers a slider;
``objectives`` and ``conformal`` choose; ``change`` compares with the profile in use; ``calibrators`` recalibrate;
``fitting`` does all of it in order; ``profiles`` writes it down; ``command`` is ``claimlens tune``.
"""
