"""Events on a server: the arena is a client of the referee, and a server for the entrants that dial in.

The arena creates the matches of an event at a referee, as any organiser would, hands out their seats, and reads the
results. It serves `Arena.Enter` itself, because everything that an entrant asks it for is in the event's log, which the
referee does not have: so the referee knows nothing about events, one arena can move to another referee between two
rounds, and either of the two can be killed and started again without the other.

`server_arena` runs an event, `server_match` plays a match of it, `entrances` knows who is connected, `enter_stream` is
the stream of an entrant, `event_calls` has the calls of organisers and readers, and `arena_server` the port.
"""
