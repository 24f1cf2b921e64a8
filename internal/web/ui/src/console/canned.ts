// An evening that nobody played, for the stories and the tests: the one that was drawn,
// nine tables in round 6 of 9. It follows from nothing but this file.

import { over, parse, type Vul } from "../kit/bridge";
import { score } from "../kit/scores";
import { lang, n, t, words } from "../kit/texts";
import type { Entry, LaneItem, LogLine, Moved, MovedRow, PlaceView, Preview, RepairPlan, Sitting, Standings, State, TryLine } from "./types";

const northSouth = ["Anna Bert", "Edith Falk", "Greta Henri", "Ines Jakob", "Katja Leo", "Marie-Luise Norbert", "Olga Pavel", "Rosa Simon", "Thea Ulrich"];
const eastWest = ["Birgit Caspar", "Clara Dieter", "Dora Emil", "Vera Walter", "Xenia Yuri", "Frieda Gustav", "Hanna Igor", "Zoë Adrian", "Konstantin Maximiliane"];

/** said is what people have typed, in the language of the page. */
export const said = (en: string, de: string, ru: string): string => ({ de, ru })[lang()] ?? en;

/** outcome is a result and its score, as the server writes them. */
export function outcome(result: string, points?: number): string {
  const r = parse(result)!;
  const strain = { S: "♠", H: "♥", D: "♦", C: "♣", NT: words().strain_letters.NT ?? "NT" }[r.strain];
  const text = `${r.level}${strain}${r.doubled ? "×" : ""} ${letter(r.declarer)} ${over(r.over)}`;
  return points ? `${text}, ${line(points > 0 ? "NS" : "EW", Math.abs(points))}` : text;
}

const letter = (s: string): string => words().seats[s]?.letter ?? s;

const line = (side: "NS" | "EW", what: string | number): string => `${words().sides[side]?.letters ?? side} ${what}`;

/** weighted is a ruling of two results. */
const weighted = (): string => `60\u00a0% ${outcome("3S+1 S")}, 40\u00a0% ${outcome("4S= S")}`;

/** title is what the evening is called. */
export const title = (): string => said("Open pairs", "Paarturnier", "Парный турнир");

/** now is when the evening stands still. */
export const now = Date.parse("2026-03-03T21:24:00Z");

const mod = (a: number, b: number) => ((a % b) + b) % b;

const vuls: Vul[] = ["none", "ns", "ew", "all", "ns", "ew", "all", "none", "ew", "all", "none", "ns", "all", "none", "ns", "ew"];

const usual = ["4S= S", "4S+1 S", "3NT= N", "3NT-1 N", "2H+1 E", "4H-1 W", "3S+1 S", "1NT+1 E", "5D-2 W", "2NT-1 E", "3C= N", "4HX-2 E", "6S= N", "2S+2 S"];

/** Some results stand in the drawings. */
const drawn: Record<string, string> = {
  "22/4": "2NT-1 E", "24/4": "2S+2 S", "9/7": "4S= N", "1/5": "4S= N CQ", "19/2": "4S= S", "19/1": "4S+1 S",
};

const pad = (n: number) => String(n).padStart(2, "0");

function place(session: number, section: string, round: number, table: number, board: number, result: string | undefined): PlaceView {
  const p: PlaceView = { session, section, round, table, board, state: result ? "saved" : "empty" };
  if (!result) return p;
  p.result = result;
  p.text = result;
  p.score = score(parse(result)!, vuls[(board - 1) % 16]!);
  p.entries = [entry(board, table, result, p.score)];
  return p;
}

function entry(board: number, table: number, result: string, points: number | undefined, revision = 1): Entry {
  return { id: `e${board}t${table}`, revision, state: "agreed", result, text: result, score: points, by: t("console.table", table), at: `2026-03-03T20:${pad((board * 2) % 60)}:00Z` };
}

interface Options { tables: number, rounds: number, perRound: number, played: (round: number, table: number, nth: number) => boolean, session?: number, section?: string }

function mitchell(o: Options): { sittings: Sitting[], places: PlaceView[] } {
  const sittings: Sitting[] = [];
  const places: PlaceView[] = [];
  const session = o.session || 0;
  const section = o.section || "";
  for (let round = 1; round <= o.rounds; round++) {
    for (let table = 1; table <= o.tables; table++) {
      const set = mod(table + round - 2, o.tables);
      const boards = Array.from({ length: o.perRound }, (_, i) => set * o.perRound + i + 1);
      sittings.push({ session, section, round, table, ns: `${section}${table}NS`, ew: `${section}${mod(table - round, o.tables) + 1}EW`, boards });
      boards.forEach((board, nth) => {
        const result = o.played(round, table, nth) ? drawn[`${board}/${table}`] || usual[mod(board * 5 + (table + board) % 3, usual.length)] : undefined;
        places.push(place(session, section, round, table, board, result));
      });
    }
  }
  return { sittings, places };
}

const sixth: Record<number, number> = { 1: 2, 2: 1, 3: 2, 4: 1, 5: 2, 6: 3, 7: 3, 8: 2, 9: 3 };

function names(section = "", tables = 9): Record<string, string[]> {
  const out: Record<string, string[]> = {};
  for (let i = 0; i < tables; i++) {
    out[`${section}${i + 1}NS`] = northSouth[i % 9]!.split(" ");
    out[`${section}${i + 1}EW`] = eastWest[i % 9]!.split(" ");
  }
  return out;
}

function contestants(all: Record<string, string[]>): State["contestants"] {
  return Object.entries(all).map(([contestant, two], i) => ({ contestant, persons: two.map((name, k) => ({ id: `p${i}${k}`, name, number: String(1000 + 2 * i + k) })) }));
}

const seen: Record<number, number> = { 1: 2, 2: 482, 3: 40, 4: 370, 5: 135, 6: 20, 7: 65, 8: 210, 9: 50 };

const iso = (t: number) => new Date(t).toISOString();

const seat = (s: string): string => words().seats[s]?.name ?? s;

/** lane is what the server would say, in the words that it says it in. */
function lane(): LaneItem[] {
  const against = t("console.against", "Ines – Jakob", "Konstantin – Maximiliane");
  return [
    { id: "call/c1", kind: "call", urgency: 90, table: 2, round: 6, board: 19, at: "2026-03-03T21:19:00Z", text: t("console.lane.call", 2), detail: said("Hesitation, board 19.", "Denkpause, Board 19.", "Задержка, сдача 19."), actions: [
      { id: "answer", text: t("console.deed.answer"), default: true, command: "answer", body: { ref: "c1" } }] },
    { id: "missing/5/4/23", kind: "missing", urgency: 80, table: 4, round: 5, board: 23, text: t("console.lane.missing", 4, 23), detail: t("console.lane.missing.who", 5, against), actions: [
      { id: "enter", text: t("console.deed.enter"), default: true }, { id: "ask", text: t("console.deed.ask"), command: "ask_table", body: { round: 5, table: 4, board: 23 } }] },
    { id: "lonely/6/7/9", kind: "lonely", urgency: 50, table: 7, round: 6, board: 9, text: t("console.lane.lonely.declarer", 9, 7, seat("N")), detail: n("console.lane.lonely.others", 5, outcome("4S= N", 420), 5), actions: [
      { id: "swap", text: t("console.deed.swap", seat("E")), default: true, command: "resolve", body: { round: 6, table: 7, board: 9, result: "4S= E" } },
      { id: "right", text: t("console.deed.right"), command: "seen", body: { item: "lonely/6/7/9" } }] },
    { id: "lead/6/5/1", kind: "lead", urgency: 49, table: 5, round: 6, board: 1, text: t("console.lane.lead", 1, 5), detail: t("console.lane.lead.holder", `♣${words().ranks.Q ?? "Q"}`, seat("W"), seat("N"), seat("E")), actions: [
      { id: "open", text: t("console.deed.open"), default: true }, { id: "right", text: t("console.deed.right"), command: "seen", body: { item: "lead/6/5/1" } }] },
    { id: "slow/4", kind: "slow", urgency: 20, table: 4, round: 6, text: t("console.lane.slow", 4), detail: n("console.lane.slow.left", 2, "4:10"), actions: [] },
  ];
}

const movement = (tables: number): string => t("console.movement", said("Mitchell", "Mitchell", "Митчелл"), n("ui.console.tables", tables));

/** evening is the one that was drawn. */
export function evening(): State {
  const all = names();
  const m = mitchell({ tables: 9, rounds: 9, perRound: 3, played: (round, table, nth) => round < 6 && !(round === 5 && table === 4 && nth === 1) || round === 6 && nth < sixth[table]! });
  for (const p of m.places) {
    if (p.table === 8 && p.round === 2 && p.board === 25) {
      p.state = "ruled";
      p.text = "A60/40";
    }
  }
  return {
    position: 231, now: iso(now), event: { id: "open-pairs", title: title(), club: "Demo", date: "2026-03-03", method: "mp", kind: "pairs", winners: 2 },
    config: { feedback: 2, leads: true, input: "result", recap: true, names_until_round: 1 }, joining: false,
    clock: { round: 6, ends: iso(now + 250_000), paused: false }, phase: { state: "in_play" },
    names: all, contestants: contestants(all), sections: [{ tables: 9, rounds: 9, per_round: 3, title: movement(9) }],
    sittings: m.sittings, places: m.places,
    tables: Array.from({ length: 9 }, (_, i) => ({ table: i + 1, label: "", closed: false, devices: [{ hash: `t${i + 1}`, label: "" }], seen: iso(now - seen[i + 1]! * 1000) })),
    lane: lane(), counts: { missing: 1, check: 2, calls: 1 }, ready: false,
  };
}

/** ready is the same evening when all is in. */
export function ready(): State {
  const s = evening();
  const m = mitchell({ tables: 9, rounds: 9, perRound: 3, played: () => true });
  for (const p of m.places) {
    if (p.table === 2 && p.board === 19) {
      p.state = "ruled";
      p.text = weighted();
    }
  }
  return { ...s, position: 264, places: m.places, lane: [], counts: { missing: 0, check: 0, calls: 0 }, ready: true, clock: null };
}

/** large is an evening of two sections with twelve tables each. */
export function large(): State {
  const s = evening();
  const a = mitchell({ tables: 12, rounds: 9, perRound: 3, section: "A", played: (round, table, nth) => round < 4 || round === 4 && nth < (table * 7) % 4 });
  const b = mitchell({ tables: 12, rounds: 9, perRound: 3, section: "B", played: (round, table, nth) => round < 4 || round === 4 && nth < (table * 5) % 4 });
  const all = { ...names("A", 12), ...names("B", 12) };
  return {
    ...s, names: all, contestants: contestants(all), clock: { round: 4, ends: iso(now + 610_000) },
    sections: [{ section: "A", tables: 12, rounds: 9, per_round: 3, title: movement(12) }, { section: "B", tables: 12, rounds: 9, per_round: 3, title: movement(12) }],
    sittings: [...a.sittings, ...b.sittings], places: [...a.places, ...b.places],
    tables: [...a.sittings, ...b.sittings].filter(x => x.round === 1).map(x => ({ section: x.section, table: x.table, seen: iso(now - ((x.table * 37) % 300) * 1000) })),
    lane: lane().slice(0, 1).map(i => ({ ...i, section: "A", round: 4 })),
  };
}

const moves = (contestant: string, rank: [number, number], percent: [string, string], gain = "0"): MovedRow => ({
  list: contestant.slice(-2), contestant, names: names()[contestant]!, rank: { before: rank[0], after: rank[1] }, tied: { before: false, after: false },
  total: { before: "", after: "" }, percent: { before: percent[0], after: percent[1] }, gain,
});

/** preview is board 19 with 60 % of 3♠ +1 and 40 % of 4♠ made. */
export function preview(): Preview {
  const scored = (table: number, ew: number, result: string, before: string, after: string): TryLine =>
    ({ round: 6, table, ns: `${table}NS`, ew: `${ew}EW`, text: outcome(result), before: { ns: before }, after: { ns: after } });
  return {
    board: { board: 19, top: { before: "10", after: "10" }, results: 6, of: 9, lines: [
      scored(3, 2, "4S+1 S", "8", "8"), scored(5, 4, "4S+1 S", "8", "8"), scored(7, 1, "4S+1 S", "8", "8"),
      { ...scored(2, 6, "4S= S", "3", "1.8"), text: weighted(), was: outcome("4S= S"), concerned: true }, scored(6, 3, "4S= S", "3", "3.6"), scored(4, 5, "3S+1 S", "0", "0.6")] },
    rows: [
      moves("8NS", [8, 7], ["37.60", "37.60"]), { ...moves("2NS", [7, 8], ["38.28", "37.53"]), concerned: true },
      { ...moves("6EW", [6, 5], ["50.31", "51.06"]), concerned: true }, moves("2EW", [5, 6], ["50.62", "50.62"]),
      moves("6NS", [6, 6], ["40.12", "40.49"]), moves("4NS", [5, 5], ["46.20", "46.57"])],
  };
}

/** log is the log of the evening, the last first. */
export function log(): LogLine[] {
  const l = (position: number, time: string, who: string, what: string, was: string, is: string, why: string, spot?: [number, number, number]): LogLine =>
    ({ position, at: `2026-03-03T${time}:00Z`, who, what, was, is, why, restores: !!spot, ...(spot ? { place: { round: spot[0], table: spot[1], board: spot[2] } } : {}) });
  const board = (board: number, table: number) => t("console.log.place", board, table);
  const director = t("console.director", "Nora");
  return [
    l(264, "22:58", director, board(7, 5), outcome("4S-1 S", -100), outcome("4S+1 S", 650), said("Plus read as a minus; both pairs agree", "Plus als Minus gelesen; beide Paare einig", "Плюс прочли как минус; обе пары согласны"), [8, 5, 7]),
    l(262, "22:45", director, t("console.log.do.publish"), "", t("console.log.version", 1), ""),
    l(240, "21:33", director, board(19, 2), outcome("4S= S", 420), weighted(), said("Law 16B, 12C1(c): slow 3♠ by North", "§ 16B, 12C1(c): langsames 3♠ von Nord", "Закон 16B, 12C1(c): медленные 3♠ у Севера"), [6, 2, 19]),
    l(238, "21:29", director, board(9, 7), outcome("4S= N", 420), outcome("4S= E", -620), said("Wrong declarer; both pairs agree", "Falscher Alleinspieler; beide Paare einig", "Не тот разыгрывающий; обе пары согласны"), [6, 7, 9]),
    l(237, "21:28", director, board(23, 4), t("console.log.nothing"), outcome("2NT-2 S", -200), said("Forgotten at the table", "Am Tisch vergessen", "За столом забыли"), [5, 4, 23]),
    l(231, "21:19", t("console.table", 2), t("console.log.do.call"), "", said("hesitation, board 19", "Denkpause, Board 19", "задержка, сдача 19"), ""),
    l(190, "20:41", t("console.table", 3), board(14, 3), outcome("1NT-3 S", -150), outcome("1NTX-3 S", -500), said("Double was missing; agreed again", "Kontra fehlte; neu bestätigt", "Не было контры; подтверждено заново"), [3, 3, 14]),
    l(170, "20:26", t("console.table", 3), t("console.log.sitting", 4, 3), line("EW", 8), line("EW", 9), said("Not us; seated again before play", "Nicht wir; vor dem Spiel umgesetzt", "Не мы; пересели до игры")),
    l(22, "19:24", t("console.table", 8), t("console.log.names", line("NS", 8)), "Rosa, Leo", "Rosa, Simon", said("Wrong line in the list", "Falsche Zeile in der Liste", "Не та строка в списке")),
  ];
}

const ranked = (name: string, rows: [string, string, string][], side: string) => ({
  name,
  rows: rows.map(([place, contestant, percent]) => ({
    rank: parseInt(place, 10), tied: place.endsWith("="), contestant: contestant + side, names: names()[contestant + side]!, boards: 24, total: (Number(percent) * 2.16).toFixed(1), percent,
  })),
});

/** standings are those after the evening. */
export function standings(): Standings {
  return {
    position: 264, info: { method: "mp", winners: 2, open: 0, results: 243, boards: 27 },
    lists: [
      ranked("NS", [["1", "1", "60.56"], ["2", "5", "56.94"], ["3", "9", "56.62"], ["4", "3", "54.86"], ["5", "7", "51.85"], ["6", "4", "46.44"], ["7", "2", "44.54"], ["8", "6", "40.65"], ["9", "8", "37.55"]], "NS"),
      ranked("EW", [["1", "5", "67.45"], ["2", "2", "57.87"], ["3", "4", "57.27"], ["4", "1", "50.56"], ["5", "7", "50.46"], ["6", "9", "46.25"], ["7", "8", "41.90"], ["8", "6", "39.95"], ["9", "3", "38.29"]], "EW"),
    ],
  };
}

/** moved is who moved between version 1 and version 2. */
export function moved(): Moved {
  const row = (contestant: string, before: number, after: number, percent: string, gain: string) => moves(contestant, [before, after], ["", percent], gain);
  return {
    from: 262, to: 264, at: { before: "2026-03-03T22:45:00Z", after: "2026-03-03T22:58:00Z" }, lines: [log()[0]!],
    lists: [
      { name: "NS", rows: [
        row("1NS", 1, 1, "60.56", "-1"), row("5NS", 4, 2, "56.94", "12"), row("9NS", 2, 3, "56.62", "-2"), row("3NS", 3, 4, "54.86", "-2"),
        row("7NS", 5, 5, "51.85", "-1"), row("4NS", 6, 6, "46.44", "-2"), row("2NS", 7, 7, "44.54", "-2"), row("6NS", 8, 8, "40.65", "-2"), row("8NS", 9, 9, "37.55", "0")] },
      { name: "EW", rows: [
        row("5EW", 1, 1, "67.45", "1"), row("2EW", 2, 2, "57.87", "1"), row("4EW", 3, 3, "57.27", "2"), row("1EW", 5, 4, "50.56", "0"),
        row("7EW", 4, 5, "50.46", "-12"), row("9EW", 6, 6, "46.25", "2"), row("8EW", 7, 7, "41.90", "2"), row("6EW", 8, 8, "39.95", "2"), row("3EW", 9, 9, "38.29", "2")] }],
  };
}

/** repairs are what a late pair may come to. */
export function repairs(): RepairPlan[] {
  const commands = [{ command: "late_pair", body: {} }];
  const who = t("console.repair.late", line("NS", 10));
  return [
    { title: said("A tenth table is put up.", "Ein zehnter Tisch wird aufgestellt.", "Ставится десятый стол."), words: [who], lost: [], best: true, late: ["10NS"], commands },
    { title: said("A rover among North-South", "Ein Springpaar auf Nord-Süd", "Кочующая пара на линии N-S"), words: [who],
      lost: [said("Eight pairs lose three boards each.", "Acht Paare verlieren je drei Boards.", "Восемь пар теряют по три сдачи.")], late: ["10NS"], commands },
  ];
}
