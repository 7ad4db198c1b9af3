"""The pages of a league: founding it, its home, chronicle, rules, desk and settings."""
