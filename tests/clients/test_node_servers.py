"""The Node bot with servers as strangers meet them: TLS, API keys and invite codes; and bursts of calls from Node."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

from referee.log.memory import MemoryStore
from referee.server.access_control import AccessControl
from referee.server.api_keys import ApiKeys, KeyRegister
from referee.wire.grpc_server import Tls, serving
from referee_client import aio
from referee_client.bots.random import RandomBot
from tests.clients.node import needs_node, run
from tests.wire.certificates import Authority

pytestmark = needs_node

BURST = """
import grpc from "@grpc/grpc-js";
import protoLoader from "@grpc/proto-loader";
const [address, count] = process.argv.slice(2);
const options = { includeDirs: ["../../proto"], defaults: true, enums: String };
const { Referee } = grpc.loadPackageDefinition(
  protoLoader.loadSync("referee/api/v1/referee.proto", options),
).referee.api.v1;
const client = new Referee(address, grpc.credentials.createInsecure());
const failures = {};
const unary = (method, request) =>
  new Promise((resolve) =>
    client[method](request, (failure, response) => {
      if (failure) failures[failure.details] = (failures[failure.details] ?? 0) + 1;
      resolve(response);
    }),
  );
const many = (call) => Promise.all(Array.from({ length: Number(count) }, call));
const created = await many(() =>
  unary("createMatch", { game: "abyss", seatCount: 2, spectators: true, unrefereed: true }),
);
const matches = created.filter(Boolean).map((each) => each.match.id);
// Half of the concurrent calls of a connection are open streams, while the others join, look and answer.
const first = (stream) =>
  new Promise((resolve) => {
    stream.once("data", (response) => resolve(response));
    stream.once("error", (failure) => {
      failures[failure.details] = (failures[failure.details] ?? 0) + 1;
      resolve(null);
    });
  });
const streams = matches.slice(0, Number(count) / 2).map((matchId, number) => {
  if (number % 2) return client.watch({ matchId });
  const play = client.play();
  play.write({ attach: [{ handle: 1, matchId }] });
  return play;
});
const opened = (await Promise.all(streams.map(first))).filter(Boolean).length;
const some = matches.slice(0, Number(count) / 2 - 50);
const joined = (await Promise.all(some.map((matchId) => unary("joinSeat", { matchId })))).filter(Boolean).length;
for (const stream of streams) {
  stream.on("error", () => {});
  stream.cancel();
}
client.close();
console.log(JSON.stringify({ failures, matches: new Set(matches).size, opened, joined }));
"""


async def test_it_plays_over_tls_with_an_invite_code(bot: Path, tmp_path: Path, seed: str) -> None:
    authority = Authority(tmp_path, "authority")
    key = KeyRegister(tmp_path).issue("organiser", "club", by="test").text
    tls = Tls(*authority.issue("server"))
    access = AccessControl("keys", ApiKeys(tmp_path))
    async with (
        serving(MemoryStore(), tls=tls, access=access, grace=0) as server,
        aio.connect(server.address, ca_file=authority.file, api_key=key) as referee,
    ):
        created = await referee.create_match("abyss", 2, seed=seed, with_invite=True)
        match, code = created.match.id, created.invite_code
        # Node warns of a certificate for an address.
        address = f"localhost:{server.port}"
        with_ca = ("--ca", str(authority.file))
        for arguments, complaint in (
            ((*with_ca,), "needs its invite code"),
            ((*with_ca, "--invite", "guess"), "needs its invite code"),
        ):
            refused = await run(bot, tmp_path, address, match, *arguments)
            assert refused.code == 2
            assert complaint in refused.complaints
        ours = await referee.join_seat(match, invite_code=code)
        played, theirs = await asyncio.gather(
            referee.play({ours: RandomBot(seed)}),
            run(bot, tmp_path, address, match, "--invite", code, *with_ca),
        )
        assert (theirs.code, theirs.complaints) == (0, "")
        assert played[ours].scores


async def test_a_burst_of_calls_from_node_succeeds(bot: Path) -> None:
    count = 1_000
    script = bot.parent / "burst.mjs"
    script.write_text(BURST)
    async with serving(MemoryStore(), grace=0) as server:
        ran = await run(script, bot.parent, server.address, str(count))
        assert (ran.code, ran.complaints) == (0, "")
        found = json.loads(ran.out)
        expected = {"failures": {}, "matches": count, "opened": count // 2, "joined": count // 2 - 50}
        assert found == expected
