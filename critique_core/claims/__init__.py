"""A draft becomes claims: sentences cut into clauses, each with its kind."""
