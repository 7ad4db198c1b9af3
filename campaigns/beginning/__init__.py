"""A club's beginning: five questions on one page, and the way there from the demo club."""
