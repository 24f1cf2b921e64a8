// The traveller that was drawn, for the stories.

import { outcome, said, title } from "../canned";
import type { SlipAnswer, SlipAsks } from "./asks";
import type { Evening } from "./lines";

const drawn = ["3NT= W", "2NT+1 W", "2NT= W", "2NT+1 W", "2NT= W", "3NT= W"];
const scores = [-400, -150, -120, -150, -120, -400];
const points = [["1", "9"], ["5", "5"], ["9", "1"], ["5", "5"], ["9", "1"], ["1", "9"]];

const round = (table: number) => ((((10 - table) % 9) + 9) % 9) + 1;
const east = [8, 1, 3, 5, 7, 9, 2, 4, 6];

export const evening = (): Evening => ({
  event: { id: "open", title: title(), date: "2026-03-03" },
  sittings: east.flatMap((ew, i) => [
    { round: round(i + 1), table: i + 1, ns: `${i + 1}NS`, ew: `${ew}EW`, boards: [8] },
    { round: 10, table: i + 1, ns: `${i + 1}NS`, ew: `${ew}EW`, boards: Array.from({ length: 27 }, (_, k) => k + 1).filter((b) => b !== 8) },
  ]),
  places: [
    ...drawn.map((result, i) => ({ round: round(i + 1), table: i + 1, board: 8, state: "saved", result, score: scores[i] })),
    ...east.flatMap((_, i) => [1, 2, 3, 4, 5, 6, 7].map((board) => ({ round: 10, table: i + 1, board, state: "saved", result: "4S= S", score: 420 }))),
  ],
});

const known = (): Record<string, Omit<SlipAnswer, "ok">> => ({
  "2nw-1": { kind: "played", words: said("two no trump by West, one down. North-South score 50.", "zwei Sans Atout von West, einmal gefallen. 50 für Nord-Süd.", "два без козыря, разыгрывает Запад: без одной. 50 в пользу Севера-Юга."), entry: "2NT-1 W", result: "2NT-1 W", score: 50 },
  "5cxn+1": { kind: "played", words: said("five clubs doubled by North, made with one overtrick. North-South score 650.", "fünf Treff im Kontra von Nord, erfüllt mit einem Überstich. 650 für Nord-Süd.", "пять треф под контрой, разыгрывает Север: выполнен, один овер. 650 в пользу Севера-Юга."), entry: "5CX+1 N", result: "5CX+1 N", score: 650, unusual: true },
  "a60/40": { kind: "awarded", words: said("artificial score, N-S 60 %, E-W 40 %", "künstlicher Score, N-S 60 %, O-W 40 %", "искусственный результат, N-S 60 %, E-W 40 %"), entry: "A60/40" },
});

const freak = (line: string): string => said(
  `${line} would be ${outcome("5HX= N")} with nobody vulnerable. If it was: write the contract, or ${line}!`,
  `${line} wäre ${outcome("5HX= N")}, in Gefahr: niemand. Wenn es so war: den Kontrakt schreiben oder ${line}!`,
  `${line} – это был бы результат ${outcome("5HX= N")}, в зоне: никто. Если так и было, напишите контракт или ${line}!`);

/** asks answers what is drawn, and refuses the rest as the drawing has it. */
export const asks: SlipAsks = {
  slip: async (line) => {
    const about = { dealer: "W", vul: "none" as const };
    const a = known()[line.line.trim()];
    if (line.line === "?") return { ok: true, kind: "help", ...about };
    if (a) return { ok: true, command: "enter", body: {}, ...a, ...about };
    return { ok: false, ...about, error: { key: "slip.freak", from: 0, to: line.line.length, text: freak(line.line) } };
  },
  send: async () => undefined,
  sheet: async () => ({ lines: [
    ...points.map(([ns, ew], i) => ({ round: round(i + 1), table: i + 1, points: { ns, ew } })),
    ...east.map((_, i) => ({ round: 10, table: i + 1, points: { ns: "8", ew: "8" } })),
  ] }),
};
