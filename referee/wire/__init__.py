"""The referee over gRPC: the protos, the conversion of Structs, and the service.

- `shapes`: what a Struct looks like from outside, read from its annotations;
- `protos`: the writer of the game messages (`python -m referee.wire.protos`);
- `codec`: Structs to protobuf bytes and back;
- `server`: the service, its limits, its shutdown.
"""
