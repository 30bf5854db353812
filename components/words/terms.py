"""One sentence for each word that a newcomer cannot know."""

CLAIM = "A claim is one statement of the answer that can be right or wrong by itself."
GATE = "The gate is the confidence that an answer needs before it is sent."
POLICY = "A policy is the rule by which the verdicts of the claims become one confidence."
AGREEMENT_COUNTS = (
    "A label here is a status that a reviewer gave after reading the claim: “wrong” without a right status is none, "
    "nor is what was called right with the rest."
)
HISTORY_COUNTS = "Decided: every claim that has a label or whose fix was taken, “the rest is right” included."
TUNING_COUNTS = "A label here says of a claim that was read, in an answer of the queue, whether it is supported."
SETTINGS_PROFILE = "settings"
STRICTNESS_WORDS = {"lenient": "only high", "moderate": "high and medium", "strict": "all"}
STRICTNESS = "Strictness is how severe an issue must be to be shown; it changes no verdict."
