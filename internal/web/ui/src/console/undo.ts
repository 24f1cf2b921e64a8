// What takes a command back: another command, for nothing is ever deleted.

import type { State } from "./types";

export interface Step { command: string; body: unknown }

/** what the log can make stand again as it was before a line */
const logged = new Set(["rule", "resolve", "enter", "not_played", "void", "penalise", "register", "withdraw", "seat", "confirm", "restore"]);

/** inverse is what brings back what was before a command; null: nothing can. position is where the log has it. */
export function inverse(before: State, command: string, body: unknown, position: number): Step | null {
  switch (command) {
    case "switch": return { command, body };
    case "publish": return before.phase.version ? null : { command: "reopen", body: {} };
    case "configure": return { command, body: before.config };
  }
  return position > 0 && logged.has(command) ? { command: "restore", body: { position, before: true } } : null;
}
