"""What a member of a team may do: review, lead the reviewers, or run the server."""

from typing import Literal

Role = Literal["reviewer", "lead", "admin"]
ROLES: tuple[Role, ...] = ("reviewer", "lead", "admin")
"""From the one that may least; each may do what those before it may."""


def reaches(role: Role, needed: Role) -> bool:
    """Whether a role may do what ``needed`` may."""
    return ROLES.index(role) >= ROLES.index(needed)
