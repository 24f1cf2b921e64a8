// What GET /api/table says, and what the page sends.

/** Number of a pair, or of a player in an individual event, as the plan has it. */
export type Contestant = string;

export interface Sitting {
  round: number;
  table: number;
  ns?: Contestant;
  ew?: Contestant;
  south?: Contestant; // of an individual event: ns is North, ew is East
  west?: Contestant;
  boards?: number[]; // none: they sit out
  switched?: boolean;
}

/** A revision of an entry, as the server keeps it. */
export interface Revision {
  id: string;
  revision: number;
  state?: "proposed" | "agreed" | "asked";
  result?: string;
  score?: number;
  by?: string;
  at?: string;
  mine?: boolean;
  agreed?: boolean;
  returned?: boolean;
}

export type Doubt =
  | { kind: "lead"; card: string; holder: string; leader: string; suggest?: string }
  | { kind: "unusual" };

export type PlaceState = "empty" | "proposed" | "returned" | "saved" | "conflict" | "ruled" | "not_played" | "late" | "sat_out";

export interface Place {
  session?: number;
  section?: string;
  round: number;
  table: number;
  board: number;
  state: PlaceState;
  result?: string;
  score?: number;
  entries?: Revision[];
  asked?: boolean;
  doubts?: Doubt[];
  wanted?: string; // when the director asked for the result that is owed
  hidden?: boolean; // there is more, and somebody here may still play the board
}

export interface Clock {
  round: number;
  ends?: string; // absent while it is paused
  paused?: boolean;
  left?: number; // seconds, while it is paused
}

export interface Config {
  feedback: number; // 0 nothing, 1 own per cent, 2 frequencies, 3 the deal
  leads?: boolean;
  input?: "result" | "tricks" | "made";
  recap?: boolean;
  names_until_round?: number;
}

export interface Evening {
  position: number;
  now: string;
  event: { id: string; title?: string; club?: string; date?: string };
  session?: number;
  section?: string;
  table: number;
  version: number;
  plan?: string; // names what event, config, names, sittings and boards hold
  config: Config;
  names: Record<Contestant, string[]>;
  sittings: Sitting[];
  boards: { board: number; dealer: string; vul: string }[];
  places: Place[];
  round: number;
  clock?: Clock | null;
  called?: { at: string; ref: string } | null;
  over?: boolean;
}

/** What the server says of it to a device that has some of it already. */
type Kept = "plan" | "session" | "section" | "table" | "version" | "event" | "config" | "names" | "sittings" | "boards" | "places";
export type Heard = Omit<Evening, Kept> & Partial<Pick<Evening, Kept>>;

/** What the event tells of a board, as far as it does. Per cents are finished decimals. */
export interface Feedback {
  percent?: string; // of North-South
  percent_ew?: string;
  points?: { ns?: string; ew?: string }; // in the unit of the event
  tables?: number;
  lines?: { score: number; text: string; result?: string; count: number; percent?: string; mine?: boolean }[];
  deal?: string;
  dd?: string;
  par?: { score: number; text?: string };
}

export interface PutAnswer {
  status: "applied" | "already_there" | "conflict";
  says: string;
  position: number;
  event_position?: number;
  beside?: number;
  round?: number;
  playing?: number; // the round that the table plays; absent: it is through
  clock?: Evening["clock"]; // of that round, where the entry began it or took the table there
  version?: number;
  place?: Place;
  doubts?: Doubt[];
  feedback?: Feedback;
}
