"""One sentence for each word that a newcomer cannot know."""

CLAIM = "A claim is one statement of the answer that can be right or wrong by itself."
GATE = "The gate is the confidence that an answer needs before it is sent."
POLICY = "A policy is the rule by which the verdicts of the claims become one confidence."
STRICTNESS = "Strictness is how grave an issue must be to be shown; it changes no verdict."
