// What GET /api/events/{id}/console and its like answer: docs/api.md says it in words.

export type Seat = "N" | "E" | "S" | "W";
export type Side = "NS" | "EW";

/** Spot names a board at a table in a round, as the server does. */
export interface Spot {
  session?: number;
  section?: string;
  round: number;
  table: number;
  board: number;
}

export type PlaceState =
  | "empty" | "proposed" | "returned" | "saved" | "conflict" | "ruled" | "not_played" | "late" | "sat_out";

export interface Entry {
  id: string;
  revision: number;
  state: string;
  result?: string; // canonical, "4SX+1 S"
  text?: string; // in the viewer's language
  score?: number;
  by?: string;
  at?: string;
  returned?: boolean;
}

export interface PlaceView extends Spot {
  state: PlaceState;
  result?: string;
  text?: string;
  score?: number; // North-South's view
  entries?: Entry[];
  asked?: boolean;
  played?: string; // beside a ruling: what the table played
  ruling?: Ruled; // that is in force
  fouled?: Fouled; // that the board was another one here
  wanted?: string; // when the director asked the table for it last
}

export interface Award { kind?: string; percent?: string; imps?: string }
export interface Assigned { result?: string; score?: number; weight: string }

/** Ruled is a ruling as it was given: rule is the body of the command. */
export interface Ruled {
  rule: { award?: { ns?: Award, ew?: Award }, assigned?: { ns?: Assigned[], ew?: Assigned[] } };
  why?: string;
  by: string;
  at: string;
}

/** Fouled is what was said of the version that was played: foul is the body of the command. */
export interface Fouled {
  foul: { session?: number, section?: string, board: number, tables?: number[], version: string };
  why?: string;
  by: string;
  at: string;
}

/** Penalty is one that is in force: penalise is the body of the command. */
export interface Penalty {
  penalise: { ref: string, contestant: string, session?: number, round?: number, kind: string, amount?: string, unit?: string };
  text: string;
  why?: string;
  by: string;
  at: string;
}

export interface Sitting {
  session?: number;
  section?: string;
  round: number;
  table: number;
  ns?: string;
  ew?: string;
  south?: string;
  west?: string;
  boards?: number[];
  switched?: boolean;
  changed?: boolean;
}

export interface Person { id: string, name: string, number?: string }

export interface Contestant { contestant: string, persons?: Person[], withdrawn?: boolean }

export interface Section {
  session?: number;
  section?: string;
  tables: number;
  rounds: number;
  per_round: number;
  first?: number;
  round?: number; // that half of the tables have come to
  family?: string;
  title: string; // Mitchell, 9 tables
}

export interface Device { hash: string; label?: string; closed?: boolean }

/** Seen is a table: when it was heard of last, and what may write for it. */
export interface Seen { section?: string; table: number; label?: string; seen?: string; closed?: boolean; devices?: Device[] }

export interface LaneAction {
  id: string;
  text: string;
  default?: boolean;
  command?: string; // none: the console opens something
  body?: unknown;
}

export interface LaneItem {
  id: string;
  kind: string;
  urgency: number;
  session?: number;
  section?: string;
  table?: number;
  round?: number;
  board?: number;
  text: string;
  detail?: string;
  at?: string;
  actions?: LaneAction[];
}

export interface Version { version: number; position: number; at: string; why?: string }

export interface Clock { session?: number; round: number; ends?: string; paused?: boolean; left?: number }

export interface Config {
  feedback?: number;
  leads?: boolean;
  input?: string;
  recap?: boolean;
  quiet?: boolean;
  names_until_round?: number;
  [other: string]: unknown;
}

export interface State {
  position: number;
  now: string;
  event: { id: string, title: string, club?: string, date?: string, day?: string, method?: string, kind?: string, winners?: number };
  config: Config;
  joining?: boolean;
  clock?: Clock | null;
  phase: { state: string; version?: number; until?: string; versions?: Version[] };
  names: Record<string, string[]>
  contestants: Contestant[];
  sections: Section[];
  sittings: Sitting[];
  places: PlaceView[];
  penalties?: Penalty[];
  tables?: Seen[];
  lane: LaneItem[];
  counts: { missing: number, check: number, calls: number };
  ready: boolean;
}

export interface Sides { ns?: string; ew?: string }
export interface Change<T> { before: T; after: T }

/** TryLine is a line of a board as it would be. */
export interface TryLine {
  round?: number;
  table?: number;
  ns: string;
  ew: string;
  text: string;
  was?: string; // the text before, where it differs
  score?: number;
  before: Sides;
  after: Sides;
  concerned?: boolean; // the command speaks of it
}

export interface Try {
  session?: number;
  board: number;
  top: Change<string>;
  results: number;
  of: number;
  lines: TryLine[];
}

/** Row is how somebody stood, and stands. Place 0 is none. */
export interface MovedRow {
  list: string; // all, NS or EW
  contestant: string;
  names: string[];
  rank: Change<number>;
  tied: Change<boolean>;
  total: Change<string>;
  percent: Change<string>;
  gain: string;
  concerned?: boolean;
}

export interface Preview {
  says?: string;
  board?: Try;
  more?: Try[];
  rows: MovedRow[];
}

export interface SlipAnswer {
  ok: boolean;
  kind?: string; // played, scored, awarded, not_played, fouled, or a move
  entry?: string; // the line in short, for above
  ditto?: boolean;
  checked?: boolean;
  to?: number;
  dealer?: string;
  vul?: string;
  first?: { command: string; body: unknown }; // to be sent before
  ns?: string; // of the line
  ew?: string;
  words?: string;
  result?: string;
  score?: number;
  command?: string;
  body?: Record<string, unknown>
  unusual?: boolean | string;
  error?: { text: string, from?: number, to?: number };
}

export interface LogLine {
  position: number;
  at: string;
  who: string;
  what: string;
  was?: string;
  is?: string;
  why?: string;
  place?: Spot; // board 0: a table in a round
  restores?: boolean; // it can be made to stand again
}

/** RepairPlan is a way to go on, with the commands that make it so, one after the other. */
export interface RepairPlan {
  title: string;
  words: string[];
  lost: string[]; // empty: nothing
  best?: boolean;
  late?: string[];
  commands: { command: string; body: unknown }[];
}

export interface Standing {
  name: string; // all, NS or EW, with its section and stratum
  section?: string;
  stratum?: string;
  handicap?: boolean;
  rows: {
    rank?: number
    tied?: boolean
    contestant: string
    names: string[]
    boards: number
    total: string
    percent?: string
  }[];
}
export interface Standings {
  position: number;
  info: { title?: string, method: string, winners: number, open: number, results: number, boards: number };
  correction_until?: string;
  lists: Standing[];
  further?: Standing[]; // the same contestants by section, by stratum, with handicaps
}

export interface Moved {
  from: number;
  to: number;
  at: Change<string>;
  versions?: Version[];
  lines: LogLine[];
  lists: { name: string; rows: MovedRow[] }[];
}
