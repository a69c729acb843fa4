#!/usr/bin/env node
// A bot that takes a seat and plays it to the end at random, made from the .proto files alone.
//
//     node bot.js ADDRESS MATCH [SEAT]
//
// Exits 0 when the match is over, with the result on stdout; 2 when it could not play, and 3 when something the referee has
// signed does not fit what it told, with the reason on stderr. Receipts and keys are kept in the working directory.

import { randomBytes, randomUUID } from "node:crypto";
import { fileURLToPath } from "node:url";

import grpc from "@grpc/grpc-js";
import protoLoader from "@grpc/proto-loader";

import { answer } from "./answers.js";
import { leafReader } from "./leaves.js";
import { tellAward, tellOutcome } from "./outcomes.js";
import { Unfit, sha256 } from "./proof.js";
import { Receipts } from "./receipts.js";

const PROTOS = fileURLToPath(new URL("../../proto", import.meta.url));
const definition = protoLoader.loadSync("referee/api/v1/referee.proto", {
  includeDirs: [PROTOS],
  defaults: true,
  enums: String,
  longs: Number,
  oneofs: true,
});
// Receipts sign bytes, so the bytes of the frames are kept beside what they say.
const leavesIn = leafReader(definition);
const { Play } = definition["referee.api.v1.Referee"];
const readResponse = Play.responseDeserialize;
Play.responseDeserialize = (bytes) => ({ ...readResponse(bytes), leaves: leavesIn(bytes) });
const api = grpc.loadPackageDefinition(definition).referee.api.v1;

const HANDLE = 1; // our own number for the one seat we play on the stream
const PATIENCE_MS = 60_000; // for how long to try again without a sign of life
const CALL_MS = 20_000; // the same for a single call
const THAW_MS = 500; // after which to answer again when a case has frozen the match
const ANSWERS_A_RECEIPT = 16; // one of so many answers is to be acknowledged with a receipt
const { status } = grpc;
const PASSING = [
  status.UNAVAILABLE,
  status.ABORTED,
  status.DEADLINE_EXCEEDED,
  status.RESOURCE_EXHAUSTED,
  status.CANCELLED,
  status.UNKNOWN,
];
// Refusals of an answer that came too late: the clock was quicker, the question was an old one, or the match is left.
const OVERTAKEN = [
  "REFUSAL_STALE_QUESTION",
  "REFUSAL_NOT_ASKED",
  "REFUSAL_MATCH_OVER",
  "REFUSAL_MATCH_SUPERSEDED",
];

class Failure extends Error {
  constructor(code, text) {
    super(text);
    this.code = code;
  }
}

/** Another match goes on in the place of the one that was played. */
class Superseded extends Error {}

/** One seat: how far it has come, and the answer that is on its way. All that must survive a cut. */
class Bot {
  constructor(client, { match, seat, token, entropy }) {
    this.client = client;
    this.seat = seat;
    this.token = token;
    this.entropy = entropy;
    this.aliveAt = Date.now();
    this.sit(match.id);
    this.checkCommitment(match.commitment);
  }

  /** Begin a match from its first frame. */
  sit(match) {
    this.match = match;
    this.commitment = "";
    this.frame = 0;
    this.outcome = null;
    this.intent = null;
    this.successor = "";
    this.award = null;
    this.receipts = null;
  }

  /** Play to the end, through any number of cuts, and wherever the match goes on; gives how it ended, in a line. */
  async play() {
    for (let wait = 50; ; wait = Math.min(2 * wait, 3000)) {
      const before = this.frame;
      try {
        this.receipts ??= new Receipts(this.match, this.seat, await this.keys());
        const ended = await this.oneStream();
        await this.settle();
        return ended;
      } catch (failure) {
        if (failure instanceof Superseded) {
          await this.settle();
          console.log(`${this.tellReceipts()}\nmatch ${this.match} goes on as ${this.successor}`);
          this.sit(this.successor);
          continue;
        }
        if (!PASSING.includes(failure.code)) throw failure;
        if (Date.now() - this.aliveAt > PATIENCE_MS) throw failure;
      }
      if (this.frame > before) wait = 50;
      await pause(wait * (0.5 + Math.random() / 2));
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
      const attempt = (step) => {
        try {
          step();
          const ended = this.ending();
          if (ended) finish(resolve, ended);
        } catch (failure) {
          finish(reject, failure);
        }
      };
      stream.on("data", (response) => {
        this.aliveAt = Date.now();
        attempt(() => this.take(response, stream));
        if (this.award && !this.receipts.areComplete) {
          // No frame tells that a ruling has ended the match. A receipt tells how many frames there are to come.
          this.call("getReceipt").then(
            ({ receipt }) => attempt(() => this.receipts.take(receipt)),
            (failure) => finish(reject, failure),
          );
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

  /** Take a message of the stream. */
  take({ attached, standings, replies, frames, troubles, leaves }, stream) {
    for (const { match } of attached) {
      this.checkCommitment(match.commitment);
      this.mind(match.standing);
    }
    for (const { standing } of standings) this.mind(standing);
    for (const reply of replies) this.hear(reply, stream);
    frames.forEach(({ frame }, place) => {
      if (frame.number !== this.frame + 1) throw new Failure(status.DATA_LOSS, `frame ${frame.number} after ${this.frame}`);
      this.frame = frame.number;
      this.intent = null; // a new frame closes the question before it
      this.outcome = frame.outcome;
      this.receipts.told(leaves[place]);
      this.receipts.take(frame.receipt, { frames: frame.number });
    });
    for (const trouble of troubles) {
      // It comes after the last frame of a match that is left.
      if (this.successor && !trouble.question) throw new Superseded();
      throw new Failure(trouble.code, trouble.text);
    }
    // Of several frames at once only the last can hold a question that is still open.
    const last = frames.at(-1)?.frame;
    if (last?.question && !last.isAnswered) this.answer(last.question, stream);
  }

  answer(question, stream) {
    this.intent = {
      handle: HANDLE,
      question: question.number,
      answer: { picks: answer(question) },
      key: randomUUID(),
      withReceipt: question.number % ANSWERS_A_RECEIPT === 1,
    };
    stream.write({ intents: [this.intent] });
  }

  /** Hear what became of an answer. One the rules do not allow is a mistake of this bot. */
  hear({ key, question, refused, receipt }, stream) {
    this.receipts.take(receipt, { answer: question });
    if (key !== this.intent?.key) return;
    const { intent } = this;
    if (refused?.refusal === "REFUSAL_MATCH_FROZEN") {
      setTimeout(() => {
        if (this.intent === intent && !stream.destroyed) stream.write({ intents: [intent] });
      }, THAW_MS);
      return;
    }
    this.intent = null;
    if (refused && !OVERTAKEN.includes(refused.refusal)) {
      throw new Failure(status.INVALID_ARGUMENT, `${refused.refusal} (${refused.rule}): ${refused.sentence}`);
    }
  }

  /** Mind what stands beside the match. */
  mind({ successor, award, revealsAwaited }) {
    this.successor = successor;
    this.award = award;
    if (revealsAwaited.includes(this.seat)) {
      this.call("revealEntropy", { entropy: this.entropy }).catch((failure) =>
        console.error(`our entropy was not taken: ${failure.details ?? failure.message}`),
      );
    }
  }

  /** The seed must stay the one that was committed to before anybody sat down. */
  checkCommitment(bytes) {
    const commitment = bytes.toString("hex");
    this.commitment ||= commitment;
    if (commitment !== this.commitment) {
      throw new Unfit(`the referee was committed to ${this.commitment}, and now says ${commitment}`);
    }
  }

  /** How the match ended, in a line; null while it goes on. */
  ending() {
    if (this.outcome) return tellOutcome(this.seat, this.outcome);
    return this.award && this.receipts.areComplete ? tellAward(this.seat, this.award) : null;
  }

  /** See that all frames are signed for, now that there are no more. The key may have changed meanwhile. */
  async settle() {
    const { receipts } = this;
    if (receipts.signedFor < receipts.leaves.length) receipts.take((await this.call("getReceipt")).receipt);
    if (receipts.waiting.length) receipts.follow(await this.keys());
    receipts.close();
  }

  tellReceipts() {
    const { kept, file, keysFile } = this.receipts;
    const check = `referee verify REPLAY --match ${this.match} --commitment ${this.commitment}`;
    const fitting = kept.size === 1 ? "1 receipt, and it fits" : `${kept.size} receipts, all fit`;
    return `${fitting}\ncheck with: ${check} --keys ${keysFile} --receipt ${file}`;
  }

  async keys() {
    return (await call(this.client, "getKeys", {})).keys;
  }

  call(method, request = {}) {
    return call(this.client, method, { match: this.match, token: this.token, ...request });
  }
}

function pause(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Make a call, and make it again if it was lost: all that are made here may be repeated. */
async function call(client, method, request) {
  const deadline = Date.now() + CALL_MS;
  for (let wait = 50; ; wait *= 2) {
    try {
      return await new Promise((resolve, reject) =>
        client[method](request, { deadline }, (failure, response) => (failure ? reject(failure) : resolve(response))),
      );
    } catch (failure) {
      if (!PASSING.includes(failure.code) || Date.now() + wait > deadline) throw failure;
    }
    await pause(wait);
  }
}

/** Take a seat, with a token of our own so that the call may be repeated, and with our part of the luck. */
async function join(client, match, seat) {
  const entropy = randomBytes(32);
  const joined = await call(client, "joinSeat", {
    match,
    name: "a bot in Node",
    token: randomBytes(32).toString("hex"),
    entropyCommitment: sha256("referee entropy 1\n", entropy),
    ...(seat === undefined ? {} : { seat }),
  });
  return { ...joined, entropy };
}

async function main([address, match, seat, ...rest]) {
  if (!match || rest.length || !/^\d*$/.test(seat ?? "")) {
    throw new Error("usage: node bot.js ADDRESS MATCH [SEAT]");
  }
  const client = new api.Referee(address, grpc.credentials.createInsecure());
  try {
    const bot = new Bot(client, await join(client, match, seat === undefined ? undefined : Number(seat)));
    console.log(await bot.play());
    console.log(bot.tellReceipts());
  } finally {
    client.close();
  }
}

main(process.argv.slice(2)).catch((failure) => {
  console.error(failure.details ?? failure.message);
  process.exitCode = failure instanceof Unfit ? 3 : 2;
});
