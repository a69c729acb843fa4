// Results of matches as text. Possibly nobody has won, and not every game has scores.

/** Return the result of a match for a seat, as a line. */
export function describeOutcome(seat, { ending, winners, scores }) {
  const parts = [ending, winners.length ? `winners ${winners.join(" ")}` : "nobody won"];
  if (scores.length) parts.push(`scores ${scores.join(" ")}`);
  return `seat ${seat} ${winners.includes(seat) ? "won" : "lost"}: ${parts.join(", ")}`;
}

/** Return the result that a ruling has set, as a line. */
export function describeAward(seat, { isVoid, winners }) {
  if (isVoid) return `seat ${seat}: a ruling has declared the match void`;
  return describeOutcome(seat, { ending: "by a ruling", winners, scores: [] });
}
