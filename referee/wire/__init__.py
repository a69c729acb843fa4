"""The referee over gRPC: services, streams, conversion, errors, and the writer of the protos.

- `grpc_server`: listens on a port, serves the services, and shuts down in order;
- `service`: the unary calls; `streams`: Watch and Play, with `outbox` and `open_streams`;
- `guard`: maps exceptions to status codes; `deadlines`: limits the duration of calls;
- `codec`: Structs to protobuf bytes and back; `shapes`: the fields of a Struct, read from its annotations;
- `protos`: writes the messages of the games (`python -m referee.wire.protos`).
"""
