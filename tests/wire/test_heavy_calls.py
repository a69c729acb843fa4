"""Calls that run a match again count as such: a caller that has used up its quota of them is refused."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from referee.server.quotas import Quotas, QuotaSettings, Rate
from referee_api.v1 import disputes_pb2 as disputes
from referee_api.v1 import referee_pb2 as api
from referee_api.v1.disputes_pb2_grpc import DisputesStub
from tests.wire.serving import details_of, open_table, reason_of, referee

NONE_LEFT = QuotaSettings(heavy=Rate(per_second=0.001, burst=0))

HEAVY: dict[str, Callable[[Any, Any, dict[str, Any]], Awaitable[Any]]] = {
    "Verify": lambda match, _, about: match.Verify(api.VerifyRequest(**about)),
    "GetReplay": lambda match, _, about: match.GetReplay(api.GetReplayRequest(**about)),
    "Export": lambda _, case, about: case.Export(disputes.ExportRequest(**about)),
    "TryReading": lambda _, case, about: case.TryReading(
        disputes.TryReadingRequest(**about, rulings={"pearls.visibility": "cupped"})
    ),
    "Explain a fact": lambda _, case, about: case.Explain(
        disputes.ExplainRequest(**about, fact=disputes.FactPlace(fact=1))
    ),
    "Explain a refusal": lambda _, case, about: case.Explain(
        disputes.ExplainRequest(**about, refused=disputes.RefusedAnswer(question=1))
    ),
}


@pytest.mark.parametrize("name", HEAVY)
async def test_a_call_that_runs_a_match_again_is_counted(name: str) -> None:
    async with referee(quotas=Quotas(NONE_LEFT)) as (_, channel, stub):
        table = await open_table(stub)
        token = table.tokens[0] if name == "Explain a refusal" else table.arbiter
        case = DisputesStub(channel)  # type: ignore[no-untyped-call]
        call = HEAVY[name](stub, case, {"match_id": table.match, "token": token})
        assert reason_of(await details_of(call)) == "OVER_QUOTA"
