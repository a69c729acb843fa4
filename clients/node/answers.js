// Random valid answers for every game: a question contains everything needed to choose among its options.

/** Return a random valid answer to a question: option numbers, from 0. */
export function answer(question) {
  const all = shuffled([...Array(question.optionCount).keys()]);
  if (question.kind === "QUESTION_KIND_ONE") return all.slice(0, 1);
  if (question.kind === "QUESTION_KIND_IN_ORDER") return all;
  for (let tries = 0; tries < 16; tries++) {
    const picks = some(question, shuffled(all));
    if (isValid(question, picks)) return picks;
  }
  // The default answer is always valid.
  return question.defaultPicks;
}

/** Return whether option numbers are a valid answer to a question of the kind SOME. */
export function isValid(question, picks) {
  return (
    new Set(picks).size === picks.length &&
    picks.every((pick) => pick >= 0 && pick < question.optionCount) &&
    picks.length >= question.least &&
    picks.length <= question.most &&
    question.limits.every((limit) => holds(limit, question, picks))
  );
}

/** Return whether the chosen options satisfy a limit. Limits refer to weights and groups, not to the game. */
function holds(limit, { weights, groups }, picks) {
  const chosen = picks.map((pick) => groups[pick]);
  switch (limit.kind) {
    case "totalAtLeast":
      return sum(picks, weights) >= limit.totalAtLeast.total;
    case "groupsExactly":
      return new Set(chosen).size === limit.groupsExactly.count;
    case "groupsAtMost":
      return new Set(chosen).size <= limit.groupsAtMost.count;
    case "groupRequired":
      return chosen.includes(limit.groupRequired.group);
    case "noneSpare":
      return !picks.some((pick) => isSpare(pick, { weights, groups }, picks, limit.noneSpare.total));
    default:
      return false; // a kind of limit that this bot does not know
  }
}

/** Choose options in this order: one of each required group, then more until the total is reached. */
function some(question, order) {
  const { limits, weights, groups } = question;
  const find = (kind) => limits.find((limit) => limit.kind === kind)?.[kind];
  const exactly = find("groupsExactly")?.count;
  const count = exactly ?? find("groupsAtMost")?.count;
  const required = limits.filter((limit) => limit.kind === "groupRequired").map((limit) => limit.groupRequired.group);
  const inOrder = [...new Set([...required, ...order.map((place) => groups[place])])];
  const allowedGroups = count === undefined ? inOrder : inOrder.slice(0, Math.max(count, required.length));
  const allowed = order.filter((place) => allowedGroups.includes(groups[place]));

  const wantedGroups = exactly === undefined ? required : allowedGroups;
  const firsts = wantedGroups.map((group) => allowed.find((place) => groups[place] === group));
  const picks = firsts.filter((place) => place !== undefined);
  const total = find("totalAtLeast")?.total;
  const wanted = question.least + Math.floor(Math.random() * (question.most - question.least + 1));
  for (const place of allowed) {
    const reached = total === undefined ? picks.length >= wanted : sum(picks, weights) >= total;
    if (reached && picks.length >= question.least) break;
    if (!picks.includes(place)) picks.push(place);
  }
  return withoutSpares(question, picks, find("noneSpare")?.total);
}

/** Drop the options that a `noneSpare` limit forbids, the last chosen first. */
function withoutSpares(question, picks, total) {
  if (total === undefined) return picks;
  return [...picks].reverse().reduce(
    (kept, pick) => (isSpare(pick, question, kept, total) ? kept.filter((other) => other !== pick) : kept),
    picks,
  );
}

function isSpare(pick, { weights, groups }, picks, total) {
  const isAlone = picks.filter((other) => groups[other] === groups[pick]).length === 1;
  return !isAlone && weights[pick] <= sum(picks, weights) - total;
}

function sum(picks, weights) {
  return picks.reduce((total, pick) => total + weights[pick], 0);
}

function shuffled(list) {
  const result = [...list];
  for (let last = result.length - 1; last > 0; last--) {
    const other = Math.floor(Math.random() * (last + 1));
    [result[last], result[other]] = [result[other], result[last]];
  }
  return result;
}
