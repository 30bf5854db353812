"""What holds for every test."""

from hypothesis import settings

# How long one example takes says more about what else the machine is doing than about the law under test.
settings.register_profile("claimlens", deadline=None)
settings.load_profile("claimlens")
