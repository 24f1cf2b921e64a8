// The texts of a page, in the language of who looks. They come from the server, which
// has all words of all languages; here is none.

import { fresh } from "./api";

/** A text, or its forms by plural category. */
export type Text = string | Partial<Record<Intl.LDMLPluralRule, string>>;

export interface Words {
  contracts: Record<string, string>; // "4S": "four spades"
  strains: Record<string, string>; // "S": "spades", "NT": "no trump"
  strain_letters: Record<string, string>; // "S": "S", "NT": "NT"
  seats: Record<string, { name: string; letter: string }>;
  sides: Record<string, { name: string; letters: string }>; // NS, EW
  over: Record<string, string>; // "-1": "one down", "0": "made", "1": "one overtrick"
  ranks: Record<string, string>; // "K": "К", "T": "10"
  cards: Record<string, string>; // "HK": "king of hearts"
  vul: Record<string, string>; // none, ns, ew, all
  decimal: string;
  minus: string;
}

export interface Texts {
  lang: string;
  texts: Record<string, Text>;
  words: Words;
}

let now: Texts = {
  lang: "en",
  texts: {},
  words: {
    contracts: {}, strains: {}, strain_letters: {}, seats: {}, sides: {}, over: {}, ranks: {}, cards: {}, vul: {}, decimal: ".", minus: "−",
  },
};
let rules = new Intl.PluralRules("en");

/** use makes these the texts of the page. */
export function use(texts: Texts): void {
  now = texts;
  rules = new Intl.PluralRules(texts.lang);
}

/** lang is the language of the page. */
export const lang = (): string => now.lang;

/** words are the words of the game. */
export const words = (): Words => now.words;

function fill(text: string, places: Record<string, string>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => places[name] ?? whole);
}

function numbered(args: (string | number)[]): Record<string, string> {
  const places: Record<string, string> = {};
  args.forEach((a, i) => { places[i + 1] = String(a); });
  return places;
}

/** t is the text of a key; its places {1}, {2} … take the arguments. */
export function t(key: string, ...args: (string | number)[]): string {
  const text = now.texts[key];
  if (text === undefined) return key;
  return fill(typeof text === "string" ? text : text.other ?? key, numbered(args));
}

/** bound keeps a number in one line with the word behind it. */
const bound = (form: string): string => form.replace("{n} ", "{n}\u00a0");

/** n is the text of a key in the form that goes with a number, which fills {n}. */
export function n(key: string, count: number, ...args: (string | number)[]): string {
  const text = now.texts[key];
  if (text === undefined) return key;
  const form = typeof text === "string" ? text : text[rules.select(count)] ?? text.other ?? key;
  return fill(bound(form), { ...numbered(args), n: String(count) });
}

/** parts cuts a text at its places, so that something else than text can stand there:
 * "a {1} b" is "a ", {place: "1"}, " b". With a count it is the form for it. */
export function parts(key: string, count?: number): (string | { place: string })[] {
  const text = now.texts[key];
  if (text === undefined) return [key];
  const form = typeof text === "string" ? text : text[rules.select(count ?? 0)] ?? text.other ?? key;
  return bound(form).split(/\{(\w+)\}/).map((s, i) => (i % 2 ? { place: s } : s)).filter((s) => s !== "");
}

const kept = (set: string, l: string) => `overtrick.texts.${set}.${l}`;

/** load gets the texts of a set and uses them; if the server is away, those that this
 * device kept the last time. version is that of the program, which has them by heart. */
export async function load(set: string, l: string, version: string): Promise<void> {
  use(await fresh<Texts>(`/api/texts/${set}?lang=${l}&v=${version}`, kept(set, l)));
}
