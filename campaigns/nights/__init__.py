"""Club nights: when a club meets, who comes, and what is played at which table."""
