"""What holds for every test."""

from hypothesis import settings

# How long one example takes says more about what else the machine is doing than about the law under test. A law that
# needs more examples than these says so itself.
settings.register_profile("claimlens", deadline=None, max_examples=50)
settings.load_profile("claimlens")
