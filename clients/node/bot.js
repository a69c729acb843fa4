#!/usr/bin/env node
// A bot that takes a seat and plays it to the end at random, made from the .proto files alone.
//
//     node bot.js ADDRESS MATCH [SEAT]
//
// Exits 0 when the match is over, with the result on stdout; 2 when it could not play, with the reason on stderr.

import { randomUUID } from "node:crypto";
import { fileURLToPath } from "node:url";

import grpc from "@grpc/grpc-js";
import protoLoader from "@grpc/proto-loader";

import { answer } from "./answers.js";
import { tellOutcome } from "./outcomes.js";

const PROTOS = fileURLToPath(new URL("../../proto", import.meta.url));
const api = grpc.loadPackageDefinition(
  protoLoader.loadSync("referee/api/v1/referee.proto", {
    includeDirs: [PROTOS],
    defaults: true,
    enums: String,
    longs: Number,
    oneofs: true,
  }),
).referee.api.v1;

const HANDLE = 1; // our own number for the one seat we play on the stream
const PATIENCE_MS = 60_000; // for how long to try again without a sign of life
const { status } = grpc;
const PASSING = [
  status.UNAVAILABLE,
  status.ABORTED,
  status.DEADLINE_EXCEEDED,
  status.RESOURCE_EXHAUSTED,
  status.CANCELLED,
  status.UNKNOWN,
];
// Refusals of an answer that came too late: the clock was quicker, or the question was an old one.
const OVERTAKEN = ["REFUSAL_STALE_QUESTION", "REFUSAL_NOT_ASKED", "REFUSAL_MATCH_OVER"];

class Failure extends Error {
  constructor(code, text) {
    super(text);
    this.code = code;
  }
}

/** One seat: how far it has come, and the answer that is on its way. All that must survive a cut. */
class Bot {
  constructor(client, match, token) {
    this.client = client;
    this.match = match;
    this.token = token;
    this.frame = 0;
    this.intent = null;
    this.aliveAt = Date.now();
  }

  /** Play to the end, through any number of cuts. */
  async play() {
    for (let wait = 50; ; wait = Math.min(2 * wait, 3000)) {
      const before = this.frame;
      try {
        return await this.oneStream();
      } catch (failure) {
        if (!PASSING.includes(failure.code)) throw failure;
        if (Date.now() - this.aliveAt > PATIENCE_MS) throw failure;
      }
      if (this.frame > before) wait = 50;
      await new Promise((resolve) => setTimeout(resolve, wait * (0.5 + Math.random() / 2)));
    }
  }

  /** Play until the match is over or the stream is cut. */
  oneStream() {
    return new Promise((resolve, reject) => {
      const stream = this.client.play();
      const finish = (settle, value) => {
        stream.removeAllListeners("data");
        stream.on("error", () => {}); // cancelling is an error too
        stream.cancel();
        settle(value);
      };
      stream.on("data", (response) => {
        this.aliveAt = Date.now();
        try {
          const outcome = this.take(response, stream);
          if (outcome) finish(resolve, outcome);
        } catch (failure) {
          finish(reject, failure);
        }
      });
      stream.on("error", reject);
      stream.on("end", () => reject(new Failure(status.UNAVAILABLE, "the referee ended the stream")));
      // Frames after the last one we have; and, under its old key, the answer that may have been lost: it counts once.
      stream.write({
        attach: [{ handle: HANDLE, match: this.match, token: this.token, after: this.frame }],
        intents: this.intent ? [this.intent] : [],
      });
    });
  }

  /** Take a message of the stream; gives the outcome once there is one. */
  take({ troubles, replies, frames }, stream) {
    for (const trouble of troubles) throw new Failure(trouble.code, trouble.text);
    for (const reply of replies) this.hear(reply);
    for (const { frame } of frames) {
      if (frame.number !== this.frame + 1) throw new Failure(status.DATA_LOSS, `frame ${frame.number} after ${this.frame}`);
      this.frame = frame.number;
      this.intent = null; // a new frame closes the question before it
      if (frame.outcome) return frame.outcome;
    }
    // Of several frames at once only the last can hold a question that is still open.
    const last = frames.at(-1)?.frame;
    const question = last?.question;
    if (question && !last.isAnswered) {
      this.intent = {
        handle: HANDLE,
        question: question.number,
        answer: { picks: answer(question) },
        key: randomUUID(),
      };
      stream.write({ intents: [this.intent] });
    }
    return null;
  }

  /** Hear what became of an answer. One the rules do not allow is a mistake of this bot. */
  hear(reply) {
    if (reply.key !== this.intent?.key) return;
    this.intent = null;
    const { refused } = reply;
    if (refused && !OVERTAKEN.includes(refused.refusal)) {
      throw new Failure(status.INVALID_ARGUMENT, `${refused.refusal} (${refused.rule}): ${refused.sentence}`);
    }
  }
}

function join(client, match, seat) {
  return new Promise((resolve, reject) => {
    const request = { match, name: "a bot in Node", ...(seat === undefined ? {} : { seat }) };
    const deadline = Date.now() + 20_000;
    client.joinSeat(request, { deadline, waitForReady: true }, (failure, response) =>
      failure ? reject(failure) : resolve(response),
    );
  });
}

async function main([address, match, seat, ...rest]) {
  if (!match || rest.length || !/^\d*$/.test(seat ?? "")) {
    throw new Error("usage: node bot.js ADDRESS MATCH [SEAT]");
  }
  const client = new api.Referee(address, grpc.credentials.createInsecure());
  try {
    const joined = await join(client, match, seat === undefined ? undefined : Number(seat));
    console.log(tellOutcome(joined.seat, await new Bot(client, match, joined.token).play()));
  } finally {
    client.close();
  }
}

main(process.argv.slice(2)).catch((failure) => {
  console.error(failure.details ?? failure.message);
  process.exitCode = 2;
});
