"""Accuracy of verdicts against labels, and figures of use."""
