// The entry form: what is chosen, what is still open, what a key does. Nothing here
// knows of a screen or of time.

import { possible, type Doubled, type Level, type Rank, type Result, type Seat, type Strain, type Suit } from "../kit/bridge";

export interface Draft {
  level?: Level;
  strain?: Strain;
  declarer?: Seat;
  doubled: Doubled;
  suit?: Suit; // of the lead
  rank?: Rank;
  noLead?: boolean; // the lead is left out
  over?: number;
  passed?: boolean;
}

export type Group = "level" | "strain" | "declarer" | "lead" | "result";

export type Key =
  | { level: Level } | { strain: Strain } | { declarer: Seat } | { doubled: Doubled }
  | { suit: Suit } | { rank: Rank } | { noLead: true } | { over: number } | { passed: true };

/** usual are the results that have a key of their own; the others are behind "more". */
export const usual = [0, 1, 2, 3, -1, -2, -3];

export const blank: Draft = { doubled: "" };

/** isBlank: nobody has chosen anything. */
export const isBlank = (d: Draft): boolean =>
  !d.level && !d.strain && !d.declarer && !d.suit && d.over === undefined && !d.passed && d.doubled === "";

/** tap is the draft after a key. Any key may be tapped at any time; one that cannot be
 * changes nothing. A change takes back what it makes impossible. */
export function tap(d: Draft, k: Key): Draft {
  if ("passed" in k) return d.passed ? blank : { ...blank, passed: true };
  const base = d.passed ? blank : d;
  if ("over" in k && !possible(base.level, k.over)) return d;
  const next: Draft = { ...base, ...k };
  if ("level" in k && next.over !== undefined && !possible(k.level, next.over)) delete next.over;
  if ("suit" in k) {
    delete next.noLead;
    if (k.suit !== base.suit) delete next.rank;
  }
  if ("rank" in k) delete next.noLead;
  if ("noLead" in k) { delete next.suit; delete next.rank; }
  return next;
}

const leadOpen = (d: Draft): boolean => !d.noLead && (!d.suit || !d.rank);

/** open are the groups that are still empty, in their order. */
export function open(d: Draft, leads: boolean): Group[] {
  if (d.passed) return [];
  const out: Group[] = [];
  if (!d.level) out.push("level");
  if (!d.strain) out.push("strain");
  if (!d.declarer) out.push("declarer");
  if (leads && leadOpen(d)) out.push("lead");
  if (d.over === undefined) out.push("result");
  return out;
}

/** next is the group that the guide shows; undefined: all is there. */
export const next = (d: Draft, leads: boolean): Group | undefined => open(d, leads)[0];

/** resultOf is what the draft says; undefined: something is missing. */
export function resultOf(d: Draft, leads: boolean): Result | undefined {
  if (d.passed) return null;
  if (open(d, leads).length > 0) return undefined;
  return played(d);
}

/** played is the result without looking for the lead: what the score needs. */
export function played(d: Draft): Result | undefined {
  if (d.passed) return null;
  if (!d.level || !d.strain || !d.declarer || d.over === undefined) return undefined;
  return {
    level: d.level, strain: d.strain, doubled: d.doubled, declarer: d.declarer, over: d.over,
    ...(d.suit && d.rank ? { lead: { suit: d.suit, rank: d.rank } } : {}),
  };
}

/** draftOf is the draft that says a result: for a change of it. */
export function draftOf(r: Result): Draft {
  if (!r) return { ...blank, passed: true };
  return {
    level: r.level, strain: r.strain, doubled: r.doubled, declarer: r.declarer, over: r.over,
    ...(r.lead ? { suit: r.lead.suit, rank: r.lead.rank } : { noLead: true }),
  };
}

/** What a key of a keyboard means here: a key of the form, an order, or that a number is
 * being typed (its sign is kept until the digit comes). */
export type Pressed = { key: Key } | { order: "check" | "back" } | { sign: "+" | "-" } | undefined;

/** press reads a key of a keyboard. S and N are a strain until there is one, and a seat
 * after it; sign is what was typed just before. */
export function press(d: Draft, key: string, leads: boolean, sign?: "+" | "-"): Pressed {
  const k = key.length === 1 ? key.toLowerCase() : key;
  if (k === "Enter") return { order: "check" };
  if (k === "Escape") return { order: "back" };
  if (k === "=") return { key: { over: 0 } };
  if (k === "+" || k === "-" || k === "−") return { sign: k === "+" ? "+" : "-" };
  if (k === "p") return { key: { passed: true } };
  if (/^[0-9]$/.test(k)) {
    const value = Number(k);
    if (sign) return value === 0 ? undefined : { key: { over: sign === "+" ? value : -value } };
    if (leads && d.suit && !d.rank && value > 1) return { key: { rank: k as Rank } };
    if (value >= 1 && value <= 7) return { key: { level: value as Level } };
    return undefined;
  }
  if (k === "x") {
    const turn: Record<Doubled, Doubled> = { "": "X", X: "XX", XX: "" };
    return { key: { doubled: turn[d.doubled] } };
  }
  if (d.strain && !d.declarer && "nesw".includes(k)) return { key: { declarer: k.toUpperCase() as Seat } };
  if (leads && d.strain && d.declarer && leadOpen(d)) {
    if (d.suit && "akqjt".includes(k)) return { key: { rank: k.toUpperCase() as Rank } };
    if ("shdc".includes(k)) return { key: { suit: k.toUpperCase() as Suit } };
  }
  if ("shdc".includes(k)) return { key: { strain: k.toUpperCase() as Strain } };
  if (k === "n") return { key: d.strain && d.declarer ? { declarer: "N" } : { strain: "NT" } };
  if (k === "e" || k === "w") return { key: { declarer: k.toUpperCase() as Seat } };
  return undefined;
}
