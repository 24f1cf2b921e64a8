// A movement as a small drawing: tables in a row, arrows for pairs, a dotted line for
// boards.

import type { Proposal } from "./asks";

export const width = 208;
export const height = 64;

export interface Drawing {
  tables: { x: number; w: number }[];
  pairs: string[]; // paths of arcs
  heads: string[]; // of their arrows
  boards?: { line: string; head: string };
  switched: { line: string; heads: [string, string] }[];
  rounds: { x: number; played: boolean }[];
}

const f = (x: number) => x.toFixed(1);

/** head is an arrowhead at a point, in the direction of a vector. */
function head(x: number, y: number, dx: number, dy: number, size = 5.6): string {
  const l = Math.hypot(dx, dy) || 1;
  const [ux, uy] = [dx / l, dy / l];
  const [bx, by] = [x - ux * size, y - uy * size];
  return `M${f(x)} ${f(y)}L${f(bx - uy * size * 0.55)} ${f(by + ux * size * 0.55)}L${f(bx + uy * size * 0.55)} ${f(by - ux * size * 0.55)}z`;
}

export function draw(p: Pick<Proposal, "tables" | "map">): Drawing {
  const n = p.tables;
  const step = Math.min(40, (width - 10) / Math.max(n, 1));
  const w = Math.max(3, Math.min(15, step - 4));
  const left = (width - step * n) / 2;
  const at = (table: number) => left + step * (table - 0.5);
  const out: Drawing = { tables: [], pairs: [], heads: [], switched: [], rounds: [] };
  for (let t = 1; t <= n; t++) out.tables.push({ x: at(t) - w / 2, w });

  const moves = new Map(p.map.pairs.map((a) => [`${a.from} ${a.to}`, a]));
  const ahead = [...moves.values()].filter((a) => a.to === a.from + 1).length;
  const round = ahead >= n - 1; // they all go up one: the way back to the first table goes without saying
  let below = false;
  for (const a of moves.values()) {
    if (round && a.to < a.from) continue;
    const up = a.to > a.from;
    below ||= !up;
    const d = Math.abs(a.to - a.from);
    const y = up ? 24 : 44;
    const bend = Math.min(22, 11 + 3 * d) * (up ? -1 : 1);
    const [x1, x2] = [at(a.from) + (up ? 2.5 : -2.5), at(a.to) + (up ? -2.5 : 2.5)];
    const cx = (x1 + x2) / 2;
    const [dx, dy] = [x2 - cx, -bend];
    const l = Math.hypot(dx, dy);
    out.pairs.push(`M${f(x1)} ${y}Q${f(cx)} ${f(y + bend)} ${f(x2 - (dx / l) * 4)} ${f(y - (dy / l) * 4)}`);
    out.heads.push(head(x2, y, dx, dy));
  }
  const down = p.map.boards.filter((a) => a.to === a.from - 1).length;
  if (!below && n > 1 && down >= n - 1) {
    out.boards = { line: `M${f(at(n))} 45V52H${f(at(1))}V49.5`, head: head(at(1), 44, 0, -1, 5.2) };
  }
  if (p.map.switched?.length) {
    for (const t of out.tables) {
      const x = t.x + t.w / 2;
      const r = Math.min(5.6, t.w / 2 - 1);
      out.switched.push({ line: `M${f(x - r + 2)} 34H${f(x + r - 2)}`, heads: [head(x - r, 34, -1, 0, 3), head(x + r, 34, 1, 0, 3)] });
    }
  }
  if (p.map.of > p.map.rounds && p.map.of <= 40) {
    const gap = Math.min(step, (width - 10) / p.map.of);
    const from = (width - gap * p.map.of) / 2;
    for (let r = 1; r <= p.map.of; r++) out.rounds.push({ x: from + gap * (r - 0.5), played: r <= p.map.rounds });
  }
  return out;
}
