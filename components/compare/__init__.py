"""The Compare page: verifiers or policies next to each other on the same claims."""
