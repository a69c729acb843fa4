// Choosing the options of a question, and what is wrong with the choice so far. The referee checks the answer again.

/**
 * @typedef {{sentence: string, keys?: string[], weight?: number, group?: string}} Option
 * @typedef {{kind: string, sentence: string, amount?: number, group?: string}} Limit
 * @typedef {{number: number, name: string, text: string, about: string, rule: string, how_many: string, kind: "one" | "some" | "in_order",
 *   least: number, most: number, options: Option[], limits: Limit[], default: number[], passing: number[] | null,
 *   path: string, concerns_you: boolean}} Question
 */

/**
 * Return what is wrong with these options as an answer, as a sentence; empty if nothing is.
 * @param {Question} question @param {number[]} picks
 */
export function faultIn(question, picks) {
  if (picks.length < question.least || picks.length > question.most) return `${count(picks.length)} chosen. ${question.how_many}`;
  const broken = question.limits.find((limit) => !holds(limit, question, picks));
  if (broken === undefined) return "";
  const isTotal = broken.kind === "total_at_least" || broken.kind === "none_spare";
  return isTotal ? `${broken.sentence} You chose ${total(question, picks)}.` : broken.sentence;
}

/** @param {Limit} limit @param {Question} question @param {number[]} picks */
function holds(limit, question, picks) {
  const { amount = 0 } = limit;
  const groups = picks.map((pick) => question.options[pick].group ?? "");
  if (limit.kind === "total_at_least") return total(question, picks) >= amount;
  if (limit.kind === "groups_exactly") return new Set(groups).size === amount;
  if (limit.kind === "groups_at_most") return new Set(groups).size <= amount;
  if (limit.kind === "group_required") return groups.includes(limit.group ?? "");
  if (limit.kind === "none_spare") {
    const surplus = total(question, picks) - amount;
    return !picks.some((pick, nth) => {
      const members = groups.filter((group) => group === groups[nth]).length;
      return members > 1 && (question.options[pick].weight ?? 0) <= surplus;
    });
  }
  // A limit that this page does not know is left to the referee.
  return true;
}

/** @param {Question} question @param {number[]} picks */
const total = (question, picks) => picks.reduce((sum, pick) => sum + (question.options[pick].weight ?? 0), 0);

/** @param {number} number */
const count = (number) => (number === 1 ? "1 option" : `${number} options`);

/** What a person has chosen so far. */
export class Choosing {
  /** @param {Question} question */
  constructor(question) {
    this.question = question;
    /** @type {number[]} */
    this.picks = [];
  }

  /** Choose an option, or take it back; a question for one option has one at a time. @param {number} pick */
  toggle(pick) {
    if (this.picks.includes(pick)) this.picks = this.picks.filter((each) => each !== pick);
    else this.picks = this.question.kind === "one" ? [pick] : [...this.picks, pick];
  }

  get fault() {
    return faultIn(this.question, this.picks);
  }
}
