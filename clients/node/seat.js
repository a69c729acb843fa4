// A seat that is played at random to the end of its match, through lost connections and in matches that continue it.

import { randomUUID } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import grpc from "@grpc/grpc-js";
import protoLoader from "@grpc/proto-loader";

import { answer } from "./answers.js";
import { checkReplay } from "./check_replay.js";
import { leafReader } from "./leaves.js";
import { describeAward, describeOutcome } from "./outcomes.js";
import { Mismatch } from "./proof.js";
import { Receipts } from "./receipts.js";

const PROTOS = fileURLToPath(new URL("../../proto", import.meta.url));
const definition = protoLoader.loadSync(["referee/api/v1/referee.proto", "referee/api/v1/arena.proto"], {
  includeDirs: [PROTOS],
  defaults: true,
  enums: String,
  longs: Number,
  oneofs: true,
});
// Receipts sign bytes, so the signed bytes of each frame are kept along with the parsed message.
const leavesIn = leafReader(definition);
const { Play } = definition["referee.api.v1.Referee"];
const readResponse = Play.responseDeserialize;
Play.responseDeserialize = (bytes) => ({ ...readResponse(bytes), leaves: leavesIn(bytes) });
export const api = grpc.loadPackageDefinition(definition).referee.api.v1;

const { name, version } = JSON.parse(readFileSync(new URL("package.json", import.meta.url), "utf8"));
/** This program, as it describes itself. */
export const CLIENT = { name, version, language: `Node ${process.versions.node}` };
const HANDLE = 1; // handle of our only seat on the stream
export const PATIENCE_MS = 60_000; // how long to retry without an answer
const CALL_MS = 20_000; // the same for a single call
const NOT_YET = ["REFUSAL_MATCH_FROZEN", "REFUSAL_MATCH_PAUSED"];
const NOT_YET_MS = 500; // wait before answering again when the match is frozen or paused
const ANSWERS_PER_RECEIPT = 16; // a receipt is requested with one in this many answers
const { status } = grpc;
export const TEMPORARY = [
  status.UNAVAILABLE,
  status.ABORTED,
  status.DEADLINE_EXCEEDED,
  status.RESOURCE_EXHAUSTED,
  status.CANCELLED,
  status.UNKNOWN,
];
// Refusals of an answer that came too late: the default was used, the question is closed, or the match has ended.
const TOO_LATE = [
  "REFUSAL_STALE_QUESTION",
  "REFUSAL_NOT_ASKED",
  "REFUSAL_MATCH_OVER",
  "REFUSAL_MATCH_SUPERSEDED",
];

export class Failure extends Error {
  constructor(code, text) {
    super(text);
    this.code = code;
  }
}

/** Another match continues the one that was played. */
class Superseded extends Error {}

/** One seat: its progress, and the answer without a reply. This is what must survive a lost connection. */
export class Bot {
  constructor(client, { match, seat, token, entropy }) {
    this.client = client;
    this.seat = seat;
    this.token = token;
    this.entropy = entropy;
    this.aliveAt = Date.now();
    this.enter(match.id);
    this.checkCommitment(match.commitment ?? Buffer.alloc(0));
  }

  /** Start to play a match from its first frame. */
  enter(match) {
    this.match = match;
    this.commitment = "";
    this.frame = 0;
    this.outcome = null;
    this.intent = null;
    this.successor = "";
    this.award = null;
    this.receipts = null;
  }

  /** Play to the end, through lost connections and in matches that continue this one. Return the result as a line. */
  async play() {
    for (let wait = 50; ; wait = Math.min(2 * wait, 3000)) {
      const before = this.frame;
      try {
        this.receipts ??= new Receipts(this.match, this.seat, await this.keys());
        const ended = await this.oneStream();
        await this.settle();
        return ended;
      } catch (failure) {
        if (this.hasLeft) return `seat ${this.seat} was taken away`;
        if (failure instanceof Superseded) {
          await this.settle();
          console.log(`${this.describeReceipts()}\nmatch ${this.match} continues as ${this.successor}`);
          this.enter(this.successor);
          continue;
        }
        if (!TEMPORARY.includes(failure.code)) throw failure;
        if (Date.now() - this.aliveAt > PATIENCE_MS) throw failure;
      }
      if (this.frame > before) wait = 50;
      await pause(wait * (0.5 + Math.random() / 2));
    }
  }

  /** Stop playing, because the seat was taken away. */
  leave() {
    this.hasLeft = true;
    this.cut?.();
  }

  /** Play until the match is over or the stream breaks. */
  oneStream() {
    return new Promise((resolve, reject) => {
      const stream = this.client.play();
      const finish = (settle, value) => {
        stream.removeAllListeners("data");
        stream.on("error", () => {}); // cancelling is also reported as an error
        stream.cancel();
        settle(value);
      };
      this.cut = () => finish(reject, new Failure(status.CANCELLED, "the seat was left"));
      if (this.hasLeft) this.cut();
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
          // If a ruling has ended the match, no frame says so. A receipt shows how many frames are still to come.
          this.call("getReceipt").then(
            ({ receipt }) => attempt(() => this.receipts.take(receipt)),
            (failure) => finish(reject, failure),
          );
        }
      });
      stream.on("error", reject);
      stream.on("end", () => reject(new Failure(status.UNAVAILABLE, "the referee ended the stream")));
      // Ask for the frames after our last one, and repeat an answer without a reply with the same request id: it counts once.
      stream.write({
        attach: [{ handle: HANDLE, matchId: this.match, token: this.token, after: this.frame }],
        intents: this.intent ? [this.intent] : [],
      });
    });
  }

  /** Process a message of the stream. */
  take({ attached, standings, replies, frames, troubles, leaves }, stream) {
    for (const { match } of attached) {
      this.checkCommitment(match.commitment);
      this.takeStanding(match.standing);
    }
    for (const { standing } of standings) this.takeStanding(standing);
    for (const reply of replies) this.takeReply(reply, stream);
    frames.forEach(({ frame }, place) => {
      if (frame.number !== this.frame + 1) throw new Failure(status.DATA_LOSS, `frame ${frame.number} after ${this.frame}`);
      this.frame = frame.number;
      this.intent = null; // a frame closes the previous question
      this.outcome = frame.outcome;
      this.receipts.addFrame(leaves[place]);
      this.receipts.take(frame.receipt, { frames: frame.number });
    });
    for (const trouble of troubles) {
      // This comes after the last frame of a match that is continued by another.
      if (this.successor && !trouble.about) throw new Superseded();
      throw new Failure(trouble.status.code, trouble.status.message);
    }
    // If a message has several frames, only the last can have a question that is still open.
    const last = frames.at(-1)?.frame;
    if (last?.question && !last.isAnswered) this.answer(last.question, stream);
  }

  answer(question, stream) {
    this.intent = {
      handle: HANDLE,
      question: question.number,
      answer: { picks: answer(question) },
      requestId: randomUUID(),
      withReceipt: question.number % ANSWERS_PER_RECEIPT === 1,
    };
    stream.write({ intents: [this.intent] });
  }

  /** Process the reply to an answer. An answer that the rules do not allow is a bug in this bot. */
  takeReply({ requestId, question, refused, receipt }, stream) {
    this.receipts.take(receipt, { answer: question });
    if (requestId !== this.intent?.requestId) return;
    const { intent } = this;
    if (NOT_YET.includes(refused?.refusal)) {
      setTimeout(() => {
        if (this.intent === intent && !stream.destroyed) stream.write({ intents: [intent] });
      }, NOT_YET_MS);
      return;
    }
    this.intent = null;
    if (refused && !TOO_LATE.includes(refused.refusal)) {
      throw new Failure(status.INVALID_ARGUMENT, `${refused.refusal} (${refused.rule}): ${refused.sentence}`);
    }
  }

  /** Process the standing of the match. */
  takeStanding({ successor, award, revealsAwaited }) {
    this.successor = successor;
    this.award = award;
    if (revealsAwaited.includes(this.seat)) {
      this.call("revealEntropy", { entropy: this.entropy }).catch((failure) =>
        console.error(`our entropy was not accepted: ${failure.details ?? failure.message}`),
      );
    }
  }

  /** Check that the referee's commitment has not changed since the seat was taken. */
  checkCommitment(bytes) {
    const commitment = bytes.toString("hex");
    this.commitment ||= commitment;
    if (commitment !== this.commitment) {
      throw new Mismatch(`the referee's commitment was ${this.commitment} and is now ${commitment}`);
    }
  }

  /** Return the result of the match as a line, or null while it is being played. */
  ending() {
    if (this.outcome) return describeOutcome(this.seat, this.outcome);
    return this.award && this.receipts.areComplete ? describeAward(this.seat, this.award) : null;
  }

  /** Check, after the last frame, that receipts cover all frames. The referee's key may have changed by now. */
  async settle() {
    const { receipts } = this;
    if (receipts.signedFor < receipts.leaves.length) receipts.take((await this.call("getReceipt")).receipt);
    if (receipts.waiting.length) receipts.follow(await this.keys());
    receipts.close();
  }

  describeReceipts() {
    const { size } = this.receipts.stored;
    return `${size} valid ${size === 1 ? "receipt" : "receipts"}`;
  }

  /** Return the command that checks the match against what we kept, once the replay is stored. */
  describeCheck() {
    const { file, keysFile } = this.receipts;
    const match = `--match ${this.match} --commitment ${this.commitment}`;
    return `check with: referee verify ${this.replayFile()} ${match} --keys ${keysFile} --receipt ${file}`;
  }

  replayFile() {
    return `${this.match}.seat-${this.seat}.replay`;
  }

  /** Download the replay, store it, and check it against the commitment and our entropy. Return what was checked. */
  async checkReplay() {
    const replay = await download(this.client, "getReplay", { matchId: this.match, token: this.token });
    const file = this.replayFile();
    writeFileSync(file, replay);
    const { entropy, draws } = checkReplay(replay, { commitment: this.commitment });
    const ours = entropy[this.seat] ?? Buffer.alloc(0);
    if (!ours.equals(this.entropy)) {
      throw new Mismatch(`the replay has ${ours.length ? "other" : "no"} entropy of seat ${this.seat}`);
    }
    return `${file} fits the commitment and our entropy: ${draws} draws\n${this.describeCheck()}`;
  }

  async keys() {
    return (await call(this.client, "getKeys", {})).keys;
  }

  call(method, request = {}) {
    return call(this.client, method, { matchId: this.match, token: this.token, ...request });
  }
}

export function pause(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

export function call(client, method, request) {
  return retried(
    (deadline) =>
      new Promise((resolve, reject) =>
        client[method](request, { deadline }, (failure, response) => (failure ? reject(failure) : resolve(response))),
      ),
  );
}

function download(client, method, request) {
  return retried(async (deadline) => {
    const chunks = [];
    for await (const { chunk } of client[method](request, { deadline })) chunks.push(chunk);
    return Buffer.concat(chunks);
  });
}

/** Make a call, and retry it if it fails temporarily: all calls made here are idempotent. */
async function retried(attempt) {
  const deadline = Date.now() + CALL_MS;
  for (let wait = 50; ; wait *= 2) {
    try {
      return await attempt(deadline);
    } catch (failure) {
      if (!TEMPORARY.includes(failure.code) || Date.now() + wait > deadline) throw failure;
    }
    await pause(wait);
  }
}

/** Return the credentials that the options ask for. */
export function credentials({ ca, tls }) {
  if (ca) return grpc.credentials.createSsl(readFileSync(ca));
  return tls ? grpc.credentials.createSsl() : grpc.credentials.createInsecure();
}
