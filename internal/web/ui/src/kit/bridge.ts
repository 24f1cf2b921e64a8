// The words of the game as the server writes them: "4SX+1 S HK", "Pass".

export type Level = 1 | 2 | 3 | 4 | 5 | 6 | 7;
export type Strain = "S" | "H" | "D" | "C" | "NT";
export type Suit = "S" | "H" | "D" | "C";
export type Seat = "N" | "E" | "S" | "W";
export type Side = "NS" | "EW";
export type Doubled = "" | "X" | "XX";
export type Rank = "A" | "K" | "Q" | "J" | "T" | "9" | "8" | "7" | "6" | "5" | "4" | "3" | "2";
export type Vul = "none" | "ns" | "ew" | "all";

export const levels: Level[] = [1, 2, 3, 4, 5, 6, 7];
export const strains: Strain[] = ["S", "H", "D", "C", "NT"];
export const suits: Suit[] = ["S", "H", "D", "C"];
/** partners stand together */
export const seats: Seat[] = ["N", "S", "E", "W"];
export const ranks: Rank[] = ["A", "K", "Q", "J", "T", "9", "8", "7", "6", "5", "4", "3", "2"];

export interface Card { suit: Suit; rank: Rank }

export interface Played {
  level: Level;
  strain: Strain;
  doubled: Doubled;
  declarer: Seat;
  over: number;
  lead?: Card;
}

/** A result that was read; null: passed out. */
export type Result = Played | null;

const form = /^([1-7])(S|H|D|C|NT)(XX|X)?(=|[+-]\d+) ([NESW])(?: ([SHDC])([AKQJT2-9]))?$/;

/** parse reads a result; undefined: it is none. */
export function parse(text: string): Result | undefined {
  if (text === "Pass") return null;
  const m = form.exec(text);
  if (!m) return undefined;
  const out: Played = {
    level: Number(m[1]) as Level, strain: m[2] as Strain, doubled: (m[3] ?? "") as Doubled,
    declarer: m[5] as Seat, over: m[4] === "=" ? 0 : Number(m[4]),
  };
  if (m[6]) out.lead = { suit: m[6] as Suit, rank: m[7] as Rank };
  return out;
}

/** print writes a result as the server reads it. */
export function print(r: Result): string {
  if (!r) return "Pass";
  const lead = r.lead ? ` ${r.lead.suit}${r.lead.rank}` : "";
  return `${r.level}${r.strain}${r.doubled}${overText(r.over)} ${r.declarer}${lead}`;
}

/** overText is "=", "+1", "-1". */
export const overText = (over: number): string => (over === 0 ? "=" : over > 0 ? `+${over}` : String(over));

/** over is what people read: with a real minus sign. */
export const over = (value: number): string => overText(value).replace("-", "−");

export const sideOf = (s: Seat): Side => (s === "N" || s === "S" ? "NS" : "EW");
export const partner = (s: Seat): Seat => ({ N: "S", S: "N", E: "W", W: "E" }) [s] as Seat;
/** leader is the seat on declarer's left. */
export const leader = (declarer: Seat): Seat => ({ N: "E", E: "S", S: "W", W: "N" }) [declarer] as Seat;
/** rightOf is the declarer whom this seat leads to. */
export const declarerOf = (lead: Seat): Seat => ({ E: "N", S: "E", W: "S", N: "W" }) [lead] as Seat;

export const tricks = (r: Played): number => 6 + r.level + r.over;

/** possible are the overs that a level has: -13…+6 at most. */
export const possible = (level: Level | undefined, value: number): boolean =>
  level === undefined || (6 + level + value >= 0 && 6 + level + value <= 13);

/** vulnerable reports whether a side is. */
export const vulnerable = (vul: Vul, side: Side): boolean => vul === "all" || vul === side.toLowerCase();
