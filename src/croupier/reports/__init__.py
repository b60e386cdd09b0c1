"""The floor's work: rounds recalled, what happened, and what the tables brought, to the unit."""
