#!/usr/bin/env node
// A bot that takes part in an event: it is given seats as matches begin, and plays them at random.
//
//     node enter.js ADDRESS --token-file FILE [--referee ADDRESS] [--tls | --ca FILE]
//
// ADDRESS is that of the arena, which names the referee; --referee replaces its address. The exit status is 0 when the
// event is over, with the standings on stdout; 2 if the bot could not take part; and 3 if something that the referee
// signed does not match what it sent. The reason is on stderr.

import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";

import { Mismatch, sha256 } from "./proof.js";
import { CLIENT, Bot, Failure, PATIENCE_MS, TEMPORARY, api, credentials, pause } from "./seat.js";

const OPTIONS = {
  ca: { type: "string" },
  referee: { type: "string" },
  tls: { type: "boolean" },
  "token-file": { type: "string" },
};
const USAGE = "usage: node enter.js ADDRESS --token-file FILE [--referee ADDRESS] [--tls | --ca FILE]";
const UNAVAILABLE = 14; // the code of gRPC

/** An entrant. Only its token, its entropy and the seats that it plays must survive a lost connection. */
class Entrant {
  constructor(arena, token, refereeAt) {
    this.arena = arena;
    this.refereeAt = refereeAt;
    this.entropy = randomBytes(32);
    this.hello = { token, client: CLIENT, entropyCommitment: sha256("referee entropy 1\n", this.entropy) };
    this.referee = null;
    this.isOurCommitment = false;
    this.bots = new Map(); // the seats that were given, by match
    this.playing = [];
    this.aliveAt = Date.now();
    this.isOver = false;
    this.standings = [];
  }

  /** Take part to the end of the event, and return its standings. */
  async play() {
    try {
      for (let wait = 50; !this.isOver; wait = Math.min(2 * wait, 3000)) {
        const before = this.aliveAt;
        try {
          await this.oneStream();
        } catch (failure) {
          if (!TEMPORARY.includes(failure.code) || Date.now() - this.aliveAt > PATIENCE_MS) throw failure;
          if (this.aliveAt > before) wait = 50;
          await pause(wait * (0.5 + Math.random() / 2));
        }
      }
      await Promise.all(this.playing);
      return this.standings;
    } finally {
      this.referee?.close();
    }
  }

  /** Take part until the event is over or the stream breaks. */
  oneStream() {
    return new Promise((resolve, reject) => {
      const stream = this.arena.enter();
      const finish = (settle, value) => {
        stream.removeAllListeners("data");
        stream.on("error", () => {}); // cancelling is also reported as an error
        stream.cancel();
        settle(value);
      };
      stream.on("data", (response) => {
        this.aliveAt = Date.now();
        this.take(response, stream, (failure) => finish(reject, failure));
        if (this.isOver) finish(resolve);
      });
      stream.on("error", reject);
      stream.on("end", () => reject(new Failure(UNAVAILABLE, "the arena ended the stream")));
      stream.write({ hello: this.hello });
    });
  }

  /** Process a message of the stream. */
  take({ kind, entered, seat, closed, standings, state }, stream, fail) {
    switch (kind) {
      case "entered":
        this.referee ??= this.refereeAt(entered.referee);
        this.isOurCommitment = this.hello.entropyCommitment.equals(entered.entropyCommitment);
        break;
      case "seat":
        stream.write({ received: { matchId: seat.matchId } });
        if (!this.bots.has(seat.matchId)) this.playing.push(this.playSeat(seat).catch(fail));
        break;
      case "closed":
        // A match that is over ends by itself; any other seat was taken away.
        if (closed.reason !== "SEAT_CLOSING_OVER") {
          console.error(`match ${closed.matchId}: ${closed.sentence}`);
          this.bots.get(closed.matchId)?.leave();
        }
        break;
      case "entropyAwaited":
        // After a restart of this program, the commitment that counts is another one.
        if (this.isOurCommitment) stream.write({ reveal: { entropy: this.entropy } });
        break;
      case "standings":
        this.standings = standings.lines;
        break;
      case "state":
        this.isOver = state.phase === "EVENT_PHASE_FINISHED";
        break;
    }
  }

  /** Play a seat to the end of its match. */
  async playSeat({ matchId, seat, token }) {
    const bot = new Bot(this.referee, { match: { id: matchId }, seat, token, entropy: Buffer.alloc(0) });
    this.bots.set(matchId, bot);
    console.log(await bot.play());
  }
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
  const [address, ...rest] = positionals;
  if (!address || rest.length || !options["token-file"]) throw new Error(USAGE);
  const token = readFileSync(options["token-file"], "utf8").trim().split(" ")[0];
  const arena = new api.Arena(address, credentials(options));
  try {
    const refereeAt = (named) => new api.Referee(options.referee ?? named, credentials(options));
    for (const line of await new Entrant(arena, token, refereeAt).play()) {
      console.log(`${line.rank} ${line.name} ${line.points}`);
    }
  } finally {
    arena.close();
  }
}

main(process.argv.slice(2)).catch((failure) => {
  console.error(failure.details ?? failure.message);
  process.exitCode = failure instanceof Mismatch ? 3 : 2;
});
