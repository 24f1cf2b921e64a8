// Where in the console somebody is: it stands behind the # of the address, so that a
// reload comes back to it, and the browser's own Back goes back.

import type { Spot } from "./types";

export const views = ["tables", "boards", "ranking", "names", "movement", "log"] as const;
export type View = (typeof views)[number];

export type Page =
  | { name: Exclude<View, "movement"> }
  | { name: "movement"; late?: boolean } // late: a pair that comes late
  | { name: "cell"; spot: Spot } // board 0: the first that misses a result
  | { name: "rule"; spot: Spot }
  | { name: "slip"; session: number; section: string; board: number }
  | { name: "moved"; from: number; to: number }
  | { name: "publish" | "settings" | "help" | "big" };

const whole = (text: string | undefined) => (/^\d{1,9}$/.test(text ?? "") ? Number(text) : 0);

function spot(f: string[]): Spot | null {
  const s: Spot = { round: whole(f[2]), table: whole(f[3]), board: whole(f[4]) };
  if (whole(f[0])) s.session = whole(f[0]);
  if (f[1]) s.section = f[1];
  return s.round && s.table ? s : null;
}

/** read reads a fragment; what it does not know is the grid. */
export function read(fragment: string): Page {
  const [name = "", ...rest] = fragment.replace(/^#/, "").split("/").map(decode);
  const s = spot(rest);
  switch (name) {
    case "cell": if (s) return { name, spot: s }; break;
    case "rule": if (s && s.board) return { name, spot: s }; break;
    case "slip": if (whole(rest[2])) return { name, session: whole(rest[0]), section: rest[1] ?? "", board: whole(rest[2]) }; break;
    case "moved": return { name, from: whole(rest[0]), to: whole(rest[1]) };
    case "publish": case "settings": case "help": case "big": return { name };
  }
  const view = views.find((v) => v === name) ?? "tables";
  return view === "movement" && rest[0] === "late" ? { name: view, late: true } : { name: view };
}

function decode(text: string): string {
  try { return decodeURIComponent(text); } catch { return ""; }
}

/** print is the fragment of a page. */
export function print(p: Page): string {
  const fields = (s: Spot) => `${s.session ?? 0}/${encodeURIComponent(s.section ?? "")}/${s.round}/${s.table}/${s.board}`;
  switch (p.name) {
    case "cell": case "rule": return `#${p.name}/${fields(p.spot)}`;
    case "slip": return `#slip/${p.session}/${encodeURIComponent(p.section)}/${p.board}`;
    case "movement": return p.late ? "#movement/late" : "#movement";
    case "moved": return `#moved/${p.from}/${p.to}`;
  }
  return `#${p.name}`;
}
