// The names that were drawn: one missing, one twice.

import { said } from "../canned";
import type { Found, NamesAsks } from "./asks";
import type { Evening } from "./rows";

const ns = "Anna 419 Bert 269|Edith 299 Falk 379|Greta 367 Henri 929|Ines 759 Jakob 951|Katja 126 Leo 320|Marie-Luise 369 Norbert|Olga 949 Pavel 277|Rosa 901 Leo 320|Thea 470 Ulrich 651";
const ew = "Vera 634 Walter 328|Xenia 160 Yuri 886|Zoë 922 Adrian 397|Birgit 665 Caspar 513|Dora 120 Emil 168|Frieda 192 Gustav 259|Hanna 592|Clara 841 Dieter 205|Konstantin 411 Maximiliane";

const contestants = (text: string, side: string) => text.split("|").map((pair, i) => ({
  contestant: `${i + 1}${side}`, persons: [...pair.matchAll(/(\p{L}[\p{L}-]*)(?: (\d+))?/gu)].map((m) => ({ id: `p-${m[1]}`, name: m[1]!, number: m[2], guest: m[1] === "Norbert" })),
}));

export const evening: Evening = {
  sittings: Array.from({ length: 9 }, (_, i) => ({ round: 1, table: i + 1, ns: `${i + 1}NS`, ew: `${((i + 8) % 9) + 1}EW` })),
  contestants: [...contestants(ns, "NS"), ...contestants(ew, "EW")],
};

const people = (): Found[] => [
  { id: "igor", name: "Igor", number: "412", hint: said("played with Hanna", "spielte mit Hanna", "играл с Hanna") }, { id: "ingrid", name: "Ingrid", number: "207" }, { id: "irina", name: "Irina", number: "655", hint: said("at table 3 last week", "letzte Woche an Tisch 3", "неделю назад за столом 3") },
];

export const asks: NamesAsks = {
  people: async (text) => people().filter((p) => p.name.toLowerCase().startsWith(text.trim().toLowerCase())),
  sit: async () => undefined,
};
