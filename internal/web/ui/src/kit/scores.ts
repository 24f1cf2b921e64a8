// What contracts are worth: the server's table of Law 77, which stands there once.

import { fresh } from "./api";
import { sideOf, vulnerable, type Result, type Vul } from "./bridge";

/** Scores of declarer's side: by contract "4SX", for not vulnerable and vulnerable, each
 * for the tricks 0 to 13. */
export type Scores = Record<string, [number[], number[]]>;

let table: Scores = {};

export const useScores = (scores: Scores): void => { table = scores; };

/** score is in North-South's view; undefined: the table is not there yet. */
export function score(r: Result, vul: Vul): number | undefined {
  if (!r) return 0;
  const side = sideOf(r.declarer);
  const points = table[`${r.level}${r.strain}${r.doubled}`]?.[vulnerable(vul, side) ? 1 : 0]?.[6 + r.level + r.over];
  return points === undefined ? undefined : side === "NS" ? points : -points;
}

const kept = "overtrick.scores";

/** loadScores gets the table, or what this device kept of it. */
export async function loadScores(version: string): Promise<void> {
  useScores(await fresh<Scores>(`/api/scores?v=${version}`, kept));
}
