"""Numbers, measures, money, dates, times, versions and identifiers in text: read, compared, rewritten."""
