// A server that is none: it answers with canned data and changes nothing.

import type { Api } from "../console/api";
import * as canned from "../console/canned";
import { asks as people } from "../console/names/canned";
import { asks as slips } from "../console/slip/canned";
import type { State } from "../console/types";

const done = <T>(value: T): Promise<T> => Promise.resolve(value);

/** what is typed in the picture of the ruling; the server says them in truth */
const lines: Record<string, { result: string; score: number }> = {
  "3ss+1": { result: "3S+1 S", score: 170 },
  "4ss": { result: "4S= S", score: 420 },
  "4se": { result: "4S= E", score: -620 },
};

/** consoleApi answers for an evening. */
export function consoleApi(state: State): Api {
  return {
    state: () => done(state),
    preview: () => done(canned.preview()),
    send: () => done({ says: "done", position: state.position }),
    log: () => done({ lines: canned.log(), all: 264 }),
    restore: () => done({ says: "done" }),
    standings: () => done(canned.standings()),
    repair: () => done({ plans: canned.repairs() }),
    slip: (line) => {
      const l = lines[line.line.trim()];
      return done(l ? { ok: true, ...l, words: canned.outcome(l.result) } : { ok: false, error: { text: `? ${line.line}` } });
    },
    deals: () => done({ boards: Array.from({ length: 27 }, (_, i) => i + 1), unknown: 27, warnings: [] }),
    clock: () => done({ says: "done" }),
    moved: () => done(canned.moved()),
    watch: () => ({ close: () => undefined }),
    slips,
    people,
  };
}
