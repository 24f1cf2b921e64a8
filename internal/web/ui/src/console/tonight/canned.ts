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

const proposals = (): Proposal[] => [
  one("mitchell", said("Mitchell", "Mitchell", "Митчелл"), said("9 rounds of 3 boards. North-South stay, East-West go up one table, boards go down one.", "9 Runden zu 3 Boards. Nord-Süd bleibt sitzen, Ost-West geht einen Tisch weiter, die Boards gehen einen zurück.", "9 туров по 3 сдачи. Север-Юг остаются на месте, Восток-Запад переходят на следующий стол, сдачи – на предыдущий."), {}),
  one("switched", said("Mitchell, last round switched", "Mitchell, letzte Runde mit Richtungswechsel", "Митчелл, последний тур со сменой линии"), said("The same; in round 9 North-South and East-West change places.", "Ebenso; in Runde 9 tauschen Nord-Süd und Ost-West die Plätze.", "То же; в туре 9 линии меняются местами."), { winners: 1, balance: "93", map: { pairs: up, boards: down, rounds: 9, of: 9, switched: [9] } }),
  one("howell", said("Three-quarter Howell", "Dreiviertel-Howell", "Трёхчетвертной Хоуэлл"), said("13 rounds of 2 boards. Almost everybody moves every round.", "13 Runden zu 2 Boards. Fast alle wechseln in jeder Runde.", "13 туров по 2 сдачи. Почти все переходят в каждом туре."), { winners: 1, balance: "89", rounds: 13, per_round: 2, boards: 26, laid_out: 26, ends: "22:43", map: { pairs: howell, boards: [], rounds: 13, of: 13 } }),
  one("short", said("Mitchell, 8 of 9 rounds", "Mitchell, 8 von 9 Runden", "Митчелл, 8 туров из 9"), said("8 rounds of 3 boards. Each pair misses one opponent and one set.", "8 Runden zu 3 Boards. Jedem Paar fehlen ein Gegner und ein Boardsatz.", "8 туров по 3 сдачи. Каждая пара не встречает одних противников и не играет один комплект."), { rounds: 8, boards: 24, same_boards: false, ends: "22:19", map: { pairs: up, boards: down, rounds: 8, of: 9 } }),
];

const last = () => ({ title: title(), club: said("Riverside Bridge Club", "Bridgeclub Riverside", "Бридж-клуб «Риверсайд»"), day: said("Tuesday", "Dienstag", "вторник"), method: "mp", config: { feedback: 1, leads: true } });

export const now = new Date(2026, 2, 3, 19, 12);

export const asks: TonightAsks = {
  recommend: async (w) => w.until === "21:30"
    ? { pairs: 18, proposals: [], why: said("27 boards until 21:30 do not fit; 15 do.", "27 Boards bis 21:30 gehen nicht; 15 gehen.", "27 сдач до 21:30 не сыграть; 15 можно."), fits: 15, last: last() }
    : { pairs: 18, proposals: proposals(), last: last() },
  begin: async () => ({ id: "open" }),
  recent: async () => [],
};
