"""The live matches of one process, on a store: sessions, answers, seats, standing orders, clocks, subscriptions."""
