// How a match ended, in a line. Nobody may have won, and not every game has scores.

/** Say how a match ended for a seat. */
export function tellOutcome(seat, { ending, winners, scores }) {
  const parts = [ending, winners.length ? `winners ${winners.join(" ")}` : "nobody won"];
  if (scores.length) parts.push(`scores ${scores.join(" ")}`);
  return `seat ${seat} ${winners.includes(seat) ? "won" : "lost"}: ${parts.join(", ")}`;
}

/** Say what a ruling has made of the result. */
export function tellAward(seat, { isVoid, winners }) {
  if (isVoid) return `seat ${seat}: the match is void by a ruling`;
  return tellOutcome(seat, { ending: "by a ruling", winners, scores: [] });
}
