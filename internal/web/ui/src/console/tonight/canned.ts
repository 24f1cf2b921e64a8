// The evening that was drawn, before it begins.

import { said, title } from "../canned";
import type { Proposal, TonightAsks } from "./asks";

const up = Array.from({ length: 9 }, (_, i) => ({ from: i + 1, to: ((i + 1) % 9) + 1, side: "EW" }));
const down = Array.from({ length: 9 }, (_, i) => ({ from: i + 1, to: ((i + 8) % 9) + 1 }));
const howell = [[1, 3], [3, 7], [7, 9], [9, 6], [6, 4], [4, 1]].map(([from, to]) => ({ from: from!, to: to! }));

const one = (id: string, title: string, words: string, more: Partial<Proposal>): Proposal => ({
  id, title, words, tables: 9, rounds: 9, per_round: 3, boards: 27, laid_out: 27, winners: 2, ends: "22:42", same_boards: true, sitout: false,
  map: { pairs: up, boards: down, rounds: 9, of: 9 }, movement: {}, ...more,
});

/** mitchell says how everything moves, as the server does. */
const mitchell = (): string => said(
  "North-South stay at their tables for the whole session. East-West go up one table after every round, from table 9 to table 1. The boards go down one table after every round, from table 1 to table 9.",
  "Nord-Süd bleiben die ganze Zeit sitzen. Ost-West gehen nach jeder Runde einen Tisch höher, von Tisch 9 an Tisch 1. Die Boards gehen nach jeder Runde einen Tisch tiefer, von Tisch 1 an Tisch 9.",
  "Север-Юг всё время остаются на месте. Восток-Запад после каждого тура переходят на один стол вверх, со стола 9 за стол 1. Сдачи после каждого тура переходят на один стол вниз, со стола 1 на стол 9.");

const proposals = (): Proposal[] => [
  one("mitchell", said("Mitchell", "Mitchell", "Митчелл"), `${said("9 rounds of 3 boards.", "9 Runden zu 3 Boards.", "9 туров по 3 сдачи.")} ${mitchell()}`, {}),
  one("switched", said("Mitchell, last round switched", "Mitchell, letzte Runde getauscht", "Митчелл, последний тур со сменой линии"), `${said("9 rounds of 3 boards.", "9 Runden zu 3 Boards.", "9 туров по 3 сдачи.")} ${mitchell()} ${said("Arrow switch in round 9: North-South and East-West change seats at all tables.", "Richtungswechsel in Runde 9: Nord-Süd und Ost-West tauschen an allen Tischen die Plätze.", "Смена линии в туре 9: Север-Юг и Восток-Запад меняются местами за всеми столами.")}`, { winners: 1, balance: "93", map: { pairs: up, boards: down, rounds: 9, of: 9, switched: [9] } }),
  one("howell", said("Three-quarter Howell", "Dreiviertel-Howell", "Трёхчетвертной Хоуэлл"), said("13 rounds of 2 boards. The table cards say where everybody goes.", "13 Runden zu 2 Boards. Wohin jeder geht, steht auf den Tischkarten.", "13 туров по 2 сдачи. Кто куда идёт, указано на карточках столов."), { winners: 1, balance: "89", rounds: 13, per_round: 2, boards: 26, laid_out: 26, ends: "22:43", map: { pairs: howell, boards: [], rounds: 13, of: 13 } }),
  one("short", said("Mitchell, 8 of 9 rounds", "Mitchell, 8 von 9 Runden", "Митчелл, туров: 8 из 9"), `${said("8 rounds of 3 boards.", "8 Runden zu 3 Boards.", "8 туров по 3 сдачи.")} ${mitchell()}`, { rounds: 8, boards: 24, same_boards: false, ends: "22:19", map: { pairs: up, boards: down, rounds: 8, of: 9 } }),
];

const last = () => ({ title: title(), club: said("Riverside Bridge Club", "Bridgeclub Riverside", "Бридж-клуб «Риверсайд»"), day: said("Tuesday", "Dienstag", "вторник"), method: "mp", config: { feedback: 1, leads: true } });

export const now = new Date(2026, 2, 3, 19, 12);

export const asks: TonightAsks = {
  recommend: async (w) => w.until === "21:30"
    ? { pairs: 18, proposals: [], why: said("27 boards until 21:30 do not fit; 15 do.", "27 Boards bis 21:30 gehen nicht; 15 gehen.", "27 сдач до 21:30 не успеть, а 15 успеть можно."), fits: 15, last: last() }
    : { pairs: 18, proposals: proposals(), last: last() },
  begin: async () => ({ id: "open" }),
  recent: async () => [],
};
