"""Server reflection, for tools that call the service without its .proto files: version v1, and v1alpha for older tools.

grpcio-reflection has v1alpha only. The two differ only in the name of their package, so one servicer serves both.
"""

from __future__ import annotations

from collections.abc import Sequence

import grpc
from google.protobuf import descriptor_pb2, descriptor_pool
from grpc_reflection.v1alpha import reflection, reflection_pb2

V1 = "grpc.reflection.v1.ServerReflection"
_V1ALPHA_PACKAGE = reflection_pb2.DESCRIPTOR.package
_V1_PACKAGE = "grpc.reflection.v1"


def add_reflection(server: grpc.aio.Server, services: Sequence[str]) -> None:
    """Let clients ask which services there are, and for their descriptors."""
    names = (*services, V1, reflection.SERVICE_NAME)
    _describe_v1()
    reflection.enable_server_reflection(names, server)
    servicer = reflection.aio.ReflectionServicer(names)
    handler = grpc.stream_stream_rpc_method_handler(
        servicer.ServerReflectionInfo,
        reflection_pb2.ServerReflectionRequest.FromString,
        reflection_pb2.ServerReflectionResponse.SerializeToString,
    )
    server.add_generic_rpc_handlers(
        (grpc.method_handlers_generic_handler(V1, {"ServerReflectionInfo": handler}),)
    )


def _describe_v1() -> None:
    """Add the descriptor of v1 to the pool, so that the service can describe itself, unless it is there already."""
    pool = descriptor_pool.Default()
    try:
        pool.FindServiceByName(V1)
    except KeyError:
        pool.AddSerializedFile(_v1_file().SerializeToString())


def _v1_file() -> descriptor_pb2.FileDescriptorProto:
    file = descriptor_pb2.FileDescriptorProto()
    reflection_pb2.DESCRIPTOR.CopyToProto(file)
    file.name = "grpc/reflection/v1/reflection.proto"
    file.package = _V1_PACKAGE
    for message in file.message_type:
        for field in [field for field in message.field if field.type_name]:
            field.type_name = field.type_name.replace(f".{_V1ALPHA_PACKAGE}.", f".{_V1_PACKAGE}.")
    for method in file.service[0].method:
        method.input_type = method.input_type.replace(_V1ALPHA_PACKAGE, _V1_PACKAGE)
        method.output_type = method.output_type.replace(_V1ALPHA_PACKAGE, _V1_PACKAGE)
    return file
