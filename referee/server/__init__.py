"""The live matches of one process: sessions, answers, seats, standing orders, clocks, subscriptions, audit entries."""
