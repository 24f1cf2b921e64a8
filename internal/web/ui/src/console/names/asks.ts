// What the names page asks of the server.

import { get, post } from "../../kit/api";
import { lang } from "../../kit/texts";

export interface Found { id: string; name: string; number?: string; hint?: string; last?: string; plays?: string }

/** Sitter is who takes a seat: somebody known, somebody new, or nobody. */
export interface Sitter { person?: string; guest?: string }

export interface SitAsk { session?: number; section?: string; round: number; table: number; seats: Record<string, Sitter> }

export interface NamesAsks {
  people(text: string): Promise<Found[]>;
  sit(ask: SitAsk): Promise<unknown>;
}

export function namesAsks(event: string): NamesAsks {
  const at = encodeURIComponent(event);
  return {
    people: async (text) => (await get<{ people: Found[] }>(`/api/people?q=${encodeURIComponent(text)}&event=${at}`, { lang: lang() })).people,
    sit: (body) => post(`/api/events/${at}/sit`, body, { lang: lang() }),
  };
}
