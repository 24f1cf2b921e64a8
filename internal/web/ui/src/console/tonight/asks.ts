// What the page of tonight asks of the server.

import { get, post } from "../../kit/api";
import { lang } from "../../kit/texts";

export interface Want {
  pairs?: number;
  tables?: number;
  half?: boolean;
  boards?: number;
  start?: string;
  until?: string;
  sections?: number;
  board_minutes?: number;
}

export interface Arrow { from: number; to: number; side?: string }

export interface Proposal {
  id: string;
  title: string;
  words: string;
  tables: number;
  rounds: number;
  per_round: number;
  boards: number;
  laid_out: number;
  winners: number;
  ends?: string;
  same_boards: boolean;
  balance?: string;
  sitout: boolean;
  map: { pairs: Arrow[]; boards: Arrow[]; switched?: number[]; rounds: number; of: number };
  movement: unknown;
  sections?: { section: string; movement: unknown; tables: number }[];
}

export interface Config { feedback?: number; leads?: boolean; [other: string]: unknown }

export interface Last {
  title?: string;
  club?: string;
  day?: string;
  method: string;
  regulation?: string;
  config: Config;
}

export interface Recommended { pairs: number; proposals: Proposal[]; why?: string; fits?: number; last?: Last }

export interface EveningAsk {
  title?: string;
  club?: string;
  date?: string;
  method?: string;
  regulation?: string;
  movement?: unknown;
  sections?: Proposal["sections"];
  per_round: number;
  config: Config;
}

export interface Listed { id: string; title: string; date?: string }

export interface TonightAsks {
  recommend(want: Want): Promise<Recommended>;
  /** begin opens an evening; the same key is the same evening */
  begin(evening: EveningAsk, key: string): Promise<{ id: string }>;
  /** recent are the newest events that the director may go on with */
  recent(): Promise<Listed[]>;
}

export const tonightAsks: TonightAsks = {
  recommend: (want) => post("/api/recommend", want, { lang: lang() }),
  begin: (evening, key) => post("/api/evenings", evening, { lang: lang(), key, timeout: 30_000 }),
  recent: async () => {
    const [me, list] = await Promise.all([
      get<{ owner?: boolean; director?: boolean; events?: string[] }>("/api/me"),
      get<{ events: { id: string; title?: string; date?: string; opened?: { title?: string; date?: string } }[] }>("/api/events"),
    ]);
    return list.events.filter((e) => me.owner || me.director || me.events?.includes(e.id)).slice(0, 4)
      .map((e) => ({ id: e.id, title: e.title ?? e.opened?.title ?? e.id, date: e.date ?? e.opened?.date }));
  },
};
