"""What a run reports and keeps: progress, the ledger of model costs, the cache of answers."""
