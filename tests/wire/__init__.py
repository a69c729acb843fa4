"""Tests of the gRPC service: protos, conversion, calls and streams."""
