// What a director rules, as bodies of commands. Contracts are read by the server:
// here are weights, percentages and the shapes of the commands.

import { words } from "../kit/texts";
import type { Assigned, Award, Fouled, Penalty, PlaceView, Spot } from "./types";

export type Kind = "average" | "assigned" | "weighted" | "not_played" | "fouled";

export interface Part { weight: string, line: string }

/** gcd of whole numbers. */
function gcd(a: bigint, b: bigint): bigint { return b === 0n ? a : gcd(b, a % b) }

/** share writes a percentage ("60", "33.3") or a fraction ("1/3") as a fraction of one; "" if it is none. */
export function share(text: string): string {
  const fraction = /^(\d{1,6})\/([1-9]\d{0,5})$/.exec(text);
  if (fraction) return reduce(BigInt(fraction[1]!), BigInt(fraction[2]!));
  const percent = /^(\d{1,3})(?:[.,](\d{1,4}))?$/.exec(text);
  if (!percent) return "";
  const digits = percent[2] || "";
  return reduce(BigInt(percent[1]! + digits), 100n * 10n ** BigInt(digits.length));
}

function reduce(n: bigint, d: bigint): string {
  const g = gcd(n, d);
  return d / g === 1n ? String(n / g) : `${n / g}/${d / g}`;
}

/** plus adds two shares. */
export function plus(a: string, b: string): string {
  const [an, ad] = split(a), [bn, bd] = split(b);
  return reduce(an * bd + bn * ad, ad * bd);
}

function split(s: string): [bigint, bigint] {
  const [n, d] = s.split("/");
  return [BigInt(n || "0"), BigInt(d || "1")];
}

/** parts reads "60% 3ss+1; 40% 4ss": weights and lines, or what is wrong: "weight" or "sum". */
export function parts(text: string): { parts: Part[], wrong?: "weight" | "sum" } {
  const out: Part[] = [];
  let sum = "0";
  for (const piece of text.split(";")) {
    if (piece.trim() === "") continue;
    const m = /^\s*(\d+(?:[.,]\d+)?|\d+\/\d+)\s*%?\s+(\S.*?)\s*$/.exec(piece) || /^\s*(\d+(?:[.,]\d+)?|\d+\/\d+)\s*%\s*(\S.*?)\s*$/.exec(piece);
    const weight = m ? share(m[1]!) : "";
    if (!m || !weight) return { parts: out, wrong: "weight" };
    out.push({ weight, line: m[2]! });
    sum = plus(sum, weight);
  }
  if (sum !== "1") return { parts: out, wrong: "sum" };
  return { parts: out };
}

/** award reads what a side gets: "60", "100/3", "A+", "A", "A-", "3 imp"; null if it is nothing of the kind. */
export function award(text: string): Award | null {
  const t = text.trim().toUpperCase().replace(/[\u2212\u2013]/g, "-").replace(/\s+/g, "");
  if (t === "") return null;
  if (/^(A|AV|AVE)(\+|-|=)?$/.test(t)) {
    const sign = t.replace(/[^+-]/g, "");
    return { kind: "A" + sign };
  }
  const imps = /^([+-]?\d+(?:[.,]\d+|\/[1-9]\d*)?)IMPS?$/.exec(t);
  if (imps) return { kind: "imps", imps: imps[1]!.replace(",", ".").replace("+", "") };
  const fraction = /^(\d{1,6})\/([1-9]\d{0,5})%?$/.exec(t);
  if (fraction) return Number(fraction[1]) > 100 * Number(fraction[2]) ? null : { kind: "percent", percent: `${fraction[1]}/${fraction[2]}` };
  const percent = /^(\d{1,3})(?:[.,](\d{1,4}))?%?$/.exec(t);
  if (!percent || Number(percent[1]) > 100) return null;
  return { kind: "percent", percent: percent[2] ? `${percent[1]}.${percent[2]}` : percent[1]! };
}

/** awarded reads an award among results, where a bare number would be a score: "60%", "A+", "3 imp". */
export function awarded(text: string): Award | null { return /%\s*$|^\s*a|imp/i.test(text) ? award(text) : null }

export function spotOf(p: Spot): Spot {
  const s: Spot = { round: p.round, table: p.table, board: p.board };
  if (p.session) s.session = p.session;
  if (p.section) s.section = p.section;
  return s;
}

/** rule is the body of the command. What a side does not have is left out. */
export function rule(p: Spot, r: { ns?: Award | null, ew?: Award | null, nsList?: Assigned[], ewList?: Assigned[] }): Record<string, unknown> {
  const body: Record<string, unknown> = { ...spotOf(p) };
  if (r.ns || r.ew) body.award = { ...(r.ns ? { ns: r.ns } : {}), ...(r.ew ? { ew: r.ew } : {}) };
  if (r.nsList?.length || r.ewList?.length) body.assigned = { ...(r.nsList?.length ? { ns: r.nsList } : {}), ...(r.ewList?.length ? { ew: r.ewList } : {}) };
  return body;
}

/** foul is the body of the command for some tables; null where they are none. The version "" is the board as it was set. */
export function foul({ session, section, board }: Spot, tables: string, version: string): Fouled["foul"] | null {
  const list = tables.split(/[\s,;]+/).filter(Boolean).map(Number);
  if (list.length === 0 || list.some((x) => !Number.isInteger(x) || x < 1)) return null;
  return { ...(session ? { session } : {}), ...(section ? { section } : {}), board, tables: list, version: version.trim() };
}

/** cleared is the command for the tables that were said to have another board and are not any more; null: there are none. */
export function cleared(was: Fouled | undefined, is: Fouled["foul"]): Fouled["foul"] | null {
  const tables = was?.foul.tables?.filter((x) => !is.tables?.includes(x)) ?? [];
  return was && tables.length > 0 ? { ...was.foul, tables, version: "" } : null;
}

/** penalty reads "10%", "0.5 mp", "3 imp", "1 vp" or "standard"; null if it is none of them. */
export function penalty(text: string): { amount: string, unit: string } | null {
  const t = text.trim().toLowerCase().replace(",", ".");
  if (t === "") return null;
  const m = /^(\d+(?:\.\d+)?|\d+\/\d+)\s*(%|mp|imps?|vp|standard|s)?$/.exec(t);
  if (!m) return null;
  const unit = { "%": "%", mp: "mp", imp: "imp", imps: "imp", vp: "vp", standard: "standard", s: "standard" }[m[2] || "%"]!;
  return { amount: m[1]!, unit };
}

/** decimals writes a fraction as a decimal number; "" if it has no short one. */
function decimals(fraction: string, times = 1n): string {
  if (fraction.startsWith("-")) return decimals(fraction.slice(1), times).replace(/^(?=.)/, "-");
  const [n, d] = split(fraction);
  const scaled = n * times * 10_000n;
  if (scaled % d !== 0n) return "";
  const digits = String(scaled / d).padStart(5, "0");
  return `${digits.slice(0, -4)}.${digits.slice(-4)}`.replace(/\.?0+$/, "");
}

/** awardText is what would be typed for an award: a fraction where no decimal number says it. */
function awardText(a: Award | undefined): string {
  const number = (x = "0") => decimals(x) || x;
  switch (a?.kind) {
    case "percent": return number(a.percent);
    case "imps": return `${number(a.imps)} imp`;
  }
  return a?.kind ?? "";
}

/** line is what would be typed for an outcome. */
const line = (a: Assigned): string => (a.result ? typed(a.result) : String(a.score ?? 0));

/** lines are what would be typed for the outcomes of a side. */
function lines(list: Assigned[] | undefined): string {
  if (list?.length === 1) return line(list[0]!);
  return (list ?? []).map((a) => {
    const percent = decimals(a.weight, 100n);
    return `${percent ? `${percent}%` : a.weight} ${line(a)}`;
  }).join("; ");
}

/** Filled is what stands in the form. */
export interface Filled { kind: Kind, ns: string, ew: string, lines: string, other: string | null, late: boolean, tables: string, version: string }

/** filled is the form with what was ruled at a place, or with what is usual where nothing was. */
export function filled(p: PlaceView): Filled {
  const { tables = [p.table], version = "B" } = p.fouled?.foul ?? {};
  const form: Filled = { kind: p.fouled ? "fouled" : "average", ns: "60", ew: "40", lines: "", other: null, late: false, tables: tables.join(" "), version };
  if (!p.ruling) return p.state === "not_played" || p.state === "late" ? { ...form, kind: "not_played", late: p.state === "late" } : form;
  const { award: a, assigned } = p.ruling.rule;
  if (!assigned?.ns?.length && !assigned?.ew?.length) return { ...form, kind: "average", ns: awardText(a?.ns), ew: awardText(a?.ew) };
  const many = (assigned?.ns?.length ?? 0) > 1 || (assigned?.ew?.length ?? 0) > 1;
  const side = (list: Assigned[] | undefined, beside: Award | undefined) => {
    if (!list?.length) return awardText(beside) + (beside?.kind === "percent" ? "%" : "");
    return (many && list.length === 1 ? "100% " : "") + lines(list);
  };
  const ns = side(assigned?.ns, a?.ns), ew = side(assigned?.ew, a?.ew);
  return { ...form, kind: many ? "weighted" : "assigned", lines: ns, other: ns === ew ? null : ew };
}

/** reasonOf takes a reason apart: the Law, as the form writes it before the reason itself, and that. law is the text of "Law {1}". */
export function reasonOf(why: string | undefined, law: (number: string) => string): { law: string, why: string } {
  const text = why ?? "";
  const [before = "", behind = ""] = law("\u0000").split("\u0000");
  const end = text.indexOf(": ");
  const first = end < 0 ? text : text.slice(0, end);
  const inside = first.slice(before.length, first.length - behind.length);
  if (!first.startsWith(before) || !first.endsWith(behind) || !/^\d/.test(inside)) return { law: "", why: text };
  return { law: inside, why: end < 0 ? "" : text.slice(end + 2) };
}

/** Form is all that stands in the form of a ruling, the penalty apart. */
export interface Form extends Filled { law: string, why: string }

/** formOf is the form with what stands at a place. law is the text of "Law {1}". */
export function formOf(p: PlaceView, law: (number: string) => string): Form { return { ...filled(p), ...reasonOf((p.ruling ?? p.fouled)?.why, law) } }

/** same says whether two forms say the same. */
export function same(a: Form, b: Form): boolean { return (Object.keys(a) as (keyof Form)[]).every((k) => a[k] === b[k]) }

/** meanwhile is what becomes of a form, as it was opened and as it is, when something else stands at its place now:
 * it is filled anew where nothing was typed, else whoever typed is asked. */
export function meanwhile(opened: Form, form: Form, stands: Form): "" | "fill" | "ask" {
  if (same(opened, stands) || same(form, stands)) return "";
  return same(form, opened) ? "fill" : "ask";
}

/** ownReason is a reason that was typed, for taking a ruling back: that of the ruling itself is none. */
export function ownReason(form: Form, stands: Form): string | undefined { return form.why.trim() === stands.why.trim() ? undefined : form.why }

/** penaltiesAt are the penalties in force of those who sit at a place, in its round, the first first. */
export function penaltiesAt(list: Penalty[] = [], p: Spot, seated: string[]): Penalty[] {
  const at = list.filter(({ penalise: x }) => x.kind === "procedural" && (x.session || 0) === (p.session || 0) && x.round === p.round && seated.includes(x.contestant));
  return at.sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
}

/** penaltyOf is the one that was given with what was ruled at a place: the form sends the two one after the other. */
export function penaltyOf(list: Penalty[], p: PlaceView): Penalty | undefined {
  const given = p.ruling ?? p.fouled;
  if (!given && p.state !== "not_played" && p.state !== "late") return undefined;
  const ruled = Date.parse(given?.at ?? "");
  return list.find((x) => Date.parse(x.at) >= ruled && Date.parse(x.at) < ruled + 60_000);
}

/** fine is the command that makes a penalty what is typed: the one in force that is changed, or one more, under a ref
 * of its own; of nothing it takes the one in force back. null: it is so already. */
export function fine(typed: string, changes: Penalty | undefined, more: { ref: string, contestant: string, spot: Spot }): Penalty["penalise"] | null {
  const what = penalty(typed);
  const { amount, unit } = what ?? { amount: "0", unit: "" };
  const is = changes && penalty(penaltyText(changes));
  if (changes) return is?.amount === amount && is.unit === unit ? null : { ...changes.penalise, amount, ...(unit ? { unit } : {}) };
  if (!what || !more.contestant) return null;
  const { session, round } = more.spot;
  return { ref: more.ref, contestant: more.contestant, ...(session ? { session } : {}), round, kind: "procedural", amount, unit };
}

/** penaltyText is what would be typed for it. */
export function penaltyText(p: Penalty | undefined): string {
  if (!p) return "";
  const { amount = "0", unit = "%" } = p.penalise;
  return `${decimals(amount) || amount}${unit === "%" ? "%" : ` ${unit}`}`;
}

/** contract reads a canonical result: "4SX+1 S", with a lead or without. */
export function contract(result: string | undefined): { level: string, strain: string, x: string, over: string, by: string, lead: string } | null {
  const m = /^([1-7])(S|H|D|C|NT)(X{0,2})(=|[+-]\d+) ([NESW])(?: ([SHDC][AKQJT2-9]))?$/.exec(result || "");
  return m ? { level: m[1]!, strain: m[2]!, x: m[3]!, over: m[4]!, by: m[5]!, lead: m[6] || "" } : null;
}

/** club is the letter for clubs that can be read in one way: German C could be Coeur as well, and T is Treff. */
function club(): string {
  const own = (words().strain_letters.C ?? "").slice(0, 1).toLowerCase();
  return /^[a-z]$/.test(own) ? own : "c";
}

/** typed is how a result would be typed: "4sxs+1". */
export function typed(result: string | undefined): string {
  const c = contract(result);
  if (!c) return result === "Pass" ? "p" : "";
  return (c.level + (c.strain === "C" ? club() : c.strain[0]) + c.x + c.by).toLowerCase() + (c.over === "=" ? "" : c.over);
}

/**
 * complete makes a whole line of a short one: a seat alone is another declarer of the
 * same contract, x alone doubles it, and a result alone stays what it is, for the server
 * takes it as one of the contract above. seats are the letters of this language.
 */
export function complete(line: string, result: string | undefined, seats: Record<string, string>): string {
  const c = contract(result);
  const t = line.trim().toLowerCase();
  if (!c || t === "") return line;
  if (/^x{1,2}$/.test(t)) return typed(`${c.level}${c.strain}${t.toUpperCase()}${c.over} ${c.by}`);
  let seat = "";
  for (const s of ["N", "E", "S", "W"]) {
    if (t === s.toLowerCase()) seat ||= s;
    if (t === (seats[s] || "").toLowerCase()) seat = s;
  }
  if (!seat) return line;
  return typed(`${c.level}${c.strain}${c.x}${c.over} ${seat}`);
}

/** swapped is the same result by declarer's partner or by the other side's: for the classic error. */
export function swapped(result: string | undefined, to: string): string {
  const c = contract(result);
  return c ? typed(`${c.level}${c.strain}${c.x}${c.over} ${to}`) : "";
}

/**
 * goto reads "9/7 4ss" or "9/7e": a board, a table (with its section, "9/A7") and perhaps the line that is right.
 * In "97e" both stand together: that is read if the digits can be parted in one way alone, by what was played.
 */
export function goto(text: string, played: (board: number, table: number) => boolean = () => false): { board: number, section: string, table: number, line: string } | null {
  const m = /^\s*(\d{1,3})\s*[\s./,-]\s*([A-Za-z]{0,2})(\d{1,3})(?:\s+(\S.*)|([^\d\s].*))?\s*$/.exec(text);
  if (m) return { board: Number(m[1]), section: m[2]!.toUpperCase(), table: Number(m[3]), line: (m[4] || m[5] || "").trim() };
  const both = /^\s*(\d{2,6})([^\d\s].*)?\s*$/.exec(text);
  if (!both) return null;
  const digits = both[1]!;
  const ways = Array.from({ length: digits.length - 1 }, (_, i) => ({ board: Number(digits.slice(0, i + 1)), section: "", table: Number(digits.slice(i + 1)), line: (both[2] || "").trim() }))
    .filter((w, i) => digits[i + 1] !== "0" && played(w.board, w.table));
  return ways.length === 1 ? ways[0]! : null;
}
