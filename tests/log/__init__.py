"""What the log promises, and the faults that each promise is tested against."""
