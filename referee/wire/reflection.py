"""Server reflection, for tools that call the service without its .proto files: version v1, and v1alpha for older tools.

grpcio-reflection has v1alpha only. The two differ only in the name of their package, so one servicer serves both.
It has no guard of its own, so its calls get the same as every other.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from typing import Any

import grpc
from google.protobuf import descriptor_pb2, descriptor_pool
from grpc_reflection.v1alpha import reflection, reflection_pb2

from referee.wire import guard
from referee.wire.callers import Callers
from referee.wire.open_streams import OpenStreams
from referee.wire.statuses import Refuse
from referee.wire.structs import Malformed

V1 = "grpc.reflection.v1.ServerReflection"
_V1ALPHA_PACKAGE = reflection_pb2.DESCRIPTOR.package
_V1_PACKAGE = "grpc.reflection.v1"
_CALL = "ServerReflectionInfo"


def reflection_handlers(
    services: Sequence[str], callers: Callers, streams: OpenStreams
) -> list[grpc.GenericRpcHandler]:
    """Return the services by which clients ask which services there are, and for their descriptors."""
    names = (V1, reflection.SERVICE_NAME)
    _describe_v1()
    servicer: Any = reflection.aio.ReflectionServicer((*services, *names))

    async def reflect(requests: AsyncIterator[Any], context: guard.Context) -> None:
        with callers.holding_stream(), streams.open(context.write) as stream:

            async def answer() -> None:
                async for response in servicer.ServerReflectionInfo(_admitted(requests, callers), context):
                    await stream.send(response.SerializeToString())

            answering = asyncio.create_task(answer())
            answering.add_done_callback(lambda _: stream.wake())
            try:
                while not answering.done() and stream.status is None:
                    await stream.wait()
                if stream.status is not None:
                    raise Refuse(stream.status)
                await answering
            finally:
                answering.cancel()

    handler: grpc.RpcMethodHandler[Any, Any] = grpc.stream_stream_rpc_method_handler(
        guard.stream(_CALL, reflect, callers), guard.parser_of(reflection_pb2.ServerReflectionRequest)
    )
    return [grpc.method_handlers_generic_handler(name, {_CALL: handler}) for name in names]


async def _admitted(requests: AsyncIterator[Any], callers: Callers) -> AsyncIterator[Any]:
    """Yield requests that could be parsed, and count each, because the responses are large."""
    async for request in requests:
        if request is None:
            raise Malformed
        callers.count_anonymous()
        yield request


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
