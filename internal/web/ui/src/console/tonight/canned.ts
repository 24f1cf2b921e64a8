// The evening that was drawn, before it begins.

import type { Proposal, TonightAsks } from "./asks";

const up = Array.from({ length: 9 }, (_, i) => ({ from: i + 1, to: ((i + 1) % 9) + 1, side: "EW" }));
const down = Array.from({ length: 9 }, (_, i) => ({ from: i + 1, to: ((i + 8) % 9) + 1 }));
const howell = [[1, 3], [3, 7], [7, 9], [9, 6], [6, 4], [4, 1]].map(([from, to]) => ({ from: from!, to: to! }));

const one = (id: string, title: string, words: string, more: Partial<Proposal>): Proposal => ({
  id, title, words, tables: 9, rounds: 9, per_round: 3, boards: 27, laid_out: 27, winners: 2, ends: "22:42", same_boards: true, sitout: false,
  map: { pairs: up, boards: down, rounds: 9, of: 9 }, movement: {}, ...more,
});

const proposals = [
  one("mitchell", "Mitchell", "9 rounds of 3 boards. North-South stay, East-West go up one table, boards go down one.", {}),
  one("switched", "Mitchell, last round switched", "The same; in round 9 North-South and East-West change places.", { winners: 1, balance: "93", map: { pairs: up, boards: down, rounds: 9, of: 9, switched: [9] } }),
  one("howell", "Three-quarter Howell", "13 rounds of 2 boards. Almost everybody moves every round.", { winners: 1, balance: "89", rounds: 13, per_round: 2, boards: 26, laid_out: 26, ends: "22:43", map: { pairs: howell, boards: [], rounds: 13, of: 13 } }),
  one("short", "Mitchell, 8 of 9 rounds", "8 rounds of 3 boards. Each pair misses one opponent and one set.", { rounds: 8, boards: 24, same_boards: false, ends: "22:19", map: { pairs: up, boards: down, rounds: 8, of: 9 } }),
];

const last = { title: "Open pairs", club: "Riverside Bridge Club", day: "Tuesday", method: "mp", config: { feedback: 1, leads: true } };

export const now = new Date(2026, 2, 3, 19, 12);

export const asks: TonightAsks = {
  recommend: async (w) => w.until === "21:30"
    ? { pairs: 18, proposals: [], why: "27 boards until 21:30 do not fit; 15 do.", fits: 15, last }
    : { pairs: 18, proposals, last },
  begin: async () => ({ id: "open" }),
  recent: async () => [],
};
