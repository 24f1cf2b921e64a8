// What became of a board: what the server says of it, and what this device has that the
// server does not know yet.

import { isBlank, type Draft } from "./entry";
import type { Place, Revision } from "./types";

/** What this device knows of a place. */
export interface Local {
  draft?: Draft;
  id?: string; // of the entry that this device makes
  revision?: number; // the last one that was made
  result?: string; // of that revision
  agreed?: boolean; // both sides have agreed it here
  agreedAt?: number;
  elsewhere?: boolean; // they agreed it on another device
  returned?: boolean; // that revision was not right: the next thing said is another one
  change?: boolean; // an agreed result is to be changed
  kept?: boolean; // the question about the lead was answered: it is asked once
  refused?: string; // the server's words
  answered?: string; // proposals of others that were answered here: id/revision
}

export type State =
  | "empty" | "draft" | "proposed" | "returned" | "agreed" | "saved" | "asked"
  | "conflict" | "ruled" | "not_played" | "late" | "sat_out" | "refused";

/** stateOf is the state of a board. waiting: the outbox has something about it. */
export function stateOf(place: Place | undefined, local: Local | undefined, waiting: boolean): State {
  const s = place?.state ?? "empty";
  if (s === "ruled" || s === "not_played" || s === "sat_out") return s;
  if (local?.change) return "draft";
  if (local?.refused) return "refused";
  if (waiting && local?.agreed) return "agreed";
  if (s === "conflict") return "conflict";
  if (s === "saved") return place?.asked ? "asked" : "saved";
  if (local?.agreed && local.result && s !== "returned") return "agreed"; // the answer is not here yet
  if (s === "late") return "late";
  if (s === "proposed" || s === "returned") {
    return s === "returned" && local?.draft && !isBlank(local.draft) ? "returned" : s;
  }
  return local?.draft && !isBlank(local.draft) ? "draft" : "empty";
}

/** done: the round need not wait for this board. */
export const done = (s: State): boolean =>
  s === "agreed" || s === "saved" || s === "asked" || s === "ruled" || s === "not_played" || s === "late" || s === "sat_out";

/** standing is the result that is shown for a board: the one here, if the server has not
 * got it yet. */
export function standing(place: Place | undefined, local: Local | undefined, waiting: boolean): string | undefined {
  if ((waiting || place?.state === "empty") && local?.agreed && local.result) return local.result;
  return place?.result ?? (local?.agreed ? local.result : undefined);
}

/** latest are the last revisions of each entry that still count. */
export function latest(place: Place | undefined): Revision[] {
  const by = new Map<string, Revision>();
  for (const r of place?.entries ?? []) {
    const known = by.get(r.id);
    if (!known || r.revision > known.revision) by.set(r.id, r);
  }
  return [...by.values()].filter((r) => !r.returned && (r.result !== undefined || r.score !== undefined));
}

/** proposalOf others: something that waits for this device's side to agree. */
export function proposal(place: Place | undefined, local: Local | undefined): Revision | undefined {
  if (place?.state !== "proposed") return undefined;
  return latest(place).find((r) => r.id !== local?.id && !r.agreed && r.state !== "agreed" && local?.answered !== `${r.id}/${r.revision}`);
}

/** nextRevision is what the next thing that is said of this place is numbered: higher
 * than all that is known of this entry. */
export function nextRevision(place: Place | undefined, id: string, local: Local | undefined): number {
  let most = local?.id === id ? local.revision ?? 0 : 0;
  for (const r of place?.entries ?? []) if (r.id === id) most = Math.max(most, r.revision);
  return most + 1;
}
