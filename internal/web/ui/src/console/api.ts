// What the console asks of the server.

import { get, post, Problem } from "../kit/api";
import { id } from "../kit/ids";
import { lang } from "../kit/texts";
import { watch, type Watch, type Watcher } from "../kit/watch";
import type { Found, NamesAsks } from "./names/asks";
import { slipAsks, type SlipAsks } from "./slip/asks";
import type { LogLine, Moved, Preview, RepairPlan, SlipAnswer, Standings, State } from "./types";

export interface Sent { position?: number; says?: string; [other: string]: unknown }

/** Loaded is what became of a file of deals. */
export interface Loaded { boards: number[]; unknown: number; warnings: { line?: number; text: string }[] }

export interface SlipAsk {
  session?: number;
  section?: string;
  round?: number;
  board: number;
  ns?: string;
  mode: "contract" | "short";
  line: string;
  above?: string;
}

export interface Api {
  state(): Promise<State>;
  preview(command: string, body: unknown): Promise<Preview>;
  /** send gives a command; key is made once for each, and the same when it is sent again */
  send(command: string, body: unknown, why?: string, key?: string): Promise<Sent>;
  log(filter: string, query: string): Promise<{ lines: LogLine[]; all: number }>;
  restore(position: number, why?: string): Promise<Sent>;
  standings(): Promise<Standings>;
  repair(accident: unknown): Promise<{ plans: RepairPlan[]; more?: number }>;
  slip(line: SlipAsk): Promise<SlipAnswer>;
  deals(pbn: Blob, session: number, replace: boolean): Promise<Loaded>;
  clock(body: { session?: number; round: number; action: string; seconds?: number }): Promise<Sent>;
  moved(from: number, to: number): Promise<Moved>;
  watch(position: () => number, w: Watcher): Watch;
  slips: SlipAsks;
  people: NamesAsks;
}

/** server is the API of an event. */
export function server(event: string): Api {
  const at = `/api/events/${encodeURIComponent(event)}`;
  const o = () => ({ lang: lang() });
  return {
    state: () => get(`${at}/console`, o()),
    preview: (command, body) => post(`${at}/preview/${command}`, body, o()),
    send: (command, body, why, key) => post(`${at}/${command}`, body, { ...o(), why, key: key ?? id() }),
    log: (filter, query) => get(`${at}/log?filter=${filter}&q=${encodeURIComponent(query)}`, o()),
    restore: (position, why) => post(`${at}/restore`, { position }, { ...o(), why }),
    standings: () => get(`${at}/standings`, o()),
    repair: (accident) => post(`${at}/repair`, accident, { ...o(), timeout: 60_000 }),
    slip: (line) => post(`${at}/slip`, line, o()),
    deals: (pbn, session, replace) => sendFile(`${at}/deals?session=${session}&replace=${replace}`, pbn),
    clock: (body) => post(`${at}/clock`, body, o()),
    moved: (from, to) => get(`${at}/moved?from=${from}&to=${to}`, o()),
    watch: (position, w) => watch(event, position, w),
    slips: slipAsks(event),
    people: {
      people: async (text) => (await get<{ people: Found[] }>(`/api/people?q=${encodeURIComponent(text)}&event=${encodeURIComponent(event)}`, o())).people,
      sit: (sitting) => post(`${at}/sit`, sitting, o()),
    },
  };
}

/** sendFile sends a PBN file as it is. */
async function sendFile<T>(path: string, file: Blob): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(path, {
      method: "POST", body: file, credentials: "same-origin",
      headers: { "Content-Type": "application/x-pbn", "Idempotency-Key": id(), "Accept-Language": lang() },
    });
  } catch {
    throw new Problem(0, "");
  }
  const value = (await answer.json().catch(() => ({}))) as { detail?: string; title?: string };
  if (!answer.ok) throw new Problem(answer.status, value.detail ?? value.title ?? "");
  return value as T;
}
