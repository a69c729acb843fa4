"""Open, try and rule on cases.

- `actions`: what a seat or the arbiter may ask, claim and rule on a running server;
- `remedies`: the match that continues after a ruling;
- `bundle_steps`: the same steps taken on a bundle, offline;
- `dispute_service` and `dispute_messages`: the `Disputes` service and its messages.
"""
