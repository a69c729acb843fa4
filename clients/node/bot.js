#!/usr/bin/env node
// A bot that takes a seat and plays it at random to the end. It needs only the .proto files.
//
//     node bot.js ADDRESS MATCH [SEAT] [--invite CODE] [--tls | --ca FILE] [--check-replay]
//
// --tls connects to a server whose certificate comes from a known authority, --ca to one whose authority is in FILE.
// The exit status is 0 when the match is over, with the result on stdout; 2 if the bot could not play; and 3 if
// something that the referee signed or committed to does not match what it sent. The reason is on stderr. Receipts
// and keys are stored in the working directory. With --check-replay, the replay is stored there too, and checked.

import { randomBytes } from "node:crypto";
import { parseArgs } from "node:util";

import { Mismatch, sha256 } from "./proof.js";
import { CLIENT, Bot, api, call, credentials } from "./seat.js";

const OPTIONS = {
  "check-replay": { type: "boolean" },
  ca: { type: "string" },
  invite: { type: "string" },
  tls: { type: "boolean" },
};
const USAGE = "usage: node bot.js ADDRESS MATCH [SEAT] [--invite CODE] [--tls | --ca FILE] [--check-replay]";

/** Take a seat, with a token of our own, so that the call is idempotent, and with entropy for the seed. */
async function join(client, match, seat, invite) {
  const entropy = randomBytes(32);
  const joined = await call(client, "joinSeat", {
    matchId: match,
    name: "a bot in Node",
    token: randomBytes(32).toString("hex"),
    entropyCommitment: sha256("referee entropy 1\n", entropy),
    inviteCode: invite,
    client: CLIENT,
    ...(seat === undefined ? {} : { seat }),
  });
  return { ...joined, entropy };
}

function parse(given) {
  try {
    return parseArgs({ args: given, options: OPTIONS, allowPositionals: true });
  } catch (wrong) {
    throw new Error(`${wrong.message}\n${USAGE}`);
  }
}

async function main(given) {
  const { values: options, positionals } = parse(given);
  const [address, match, seat, ...rest] = positionals;
  if (!match || rest.length || !/^\d*$/.test(seat ?? "")) throw new Error(USAGE);
  const client = new api.Referee(address, credentials(options));
  try {
    const wanted = seat === undefined ? undefined : Number(seat);
    const bot = new Bot(client, await join(client, match, wanted, options.invite));
    console.log(await bot.play());
    console.log(bot.describeReceipts());
    if (options["check-replay"]) console.log(await bot.checkReplay());
  } finally {
    client.close();
  }
}

main(process.argv.slice(2)).catch((failure) => {
  console.error(failure.details ?? failure.message);
  process.exitCode = failure instanceof Mismatch ? 3 : 2;
});
