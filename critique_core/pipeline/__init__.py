"""The order of the stages: a request becomes a critique here and nowhere else."""
