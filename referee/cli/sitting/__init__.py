"""A person in a seat: what `referee sit` keeps, shows and reads."""
