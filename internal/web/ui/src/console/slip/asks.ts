// What the traveller page asks of the server.

import { get, post } from "../../kit/api";
import { lang } from "../../kit/texts";
import type { Vul } from "../../kit/bridge";

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

export interface SlipAnswer {
  ok: boolean;
  kind?: string;
  words?: string;
  entry?: string;
  result?: string;
  score?: number;
  ditto?: boolean;
  checked?: boolean;
  unusual?: boolean;
  to?: number;
  dealer?: string;
  vul?: Vul;
  ns?: string;
  ew?: string;
  command?: string;
  body?: unknown;
  first?: { command: string; body: unknown };
  error?: { text: string; key: string; from: number; to: number };
}

/** Sheet is a board with its matchpoints. */
export interface Sheet {
  lines: { round?: number; table?: number; points?: { ns?: string; ew?: string } }[];
}

export interface SlipAsks {
  slip(line: SlipAsk): Promise<SlipAnswer>;
  send(command: string, body: unknown): Promise<unknown>;
  sheet(session: number, board: number): Promise<Sheet>;
}

export function slipAsks(event: string): SlipAsks {
  const at = `/api/events/${encodeURIComponent(event)}`;
  return {
    slip: (line) => post(`${at}/slip`, line, { lang: lang() }),
    send: (command, body) => post(`${at}/${command}`, body, { lang: lang() }),
    sheet: (session, board) => get(`${at}/boards/${board}${session ? `?session=${session}` : ""}`, { lang: lang() }),
  };
}
