"""Club nights: announced, answered, opened in the hall."""
