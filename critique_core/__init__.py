"""The shared core of Claimlens: splits a draft into claims and checks each against its sources."""
