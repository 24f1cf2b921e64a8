// The table page in its states.

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { App } from "../table/app";
import { modelOf, states, type Set } from "./states";

/** Phone shows a page that has begun, after what was pressed there. */
function Phone({ set }: { set: Set }): JSX.Element {
  const [m] = useState(() => modelOf(set));
  useEffect(() => { void m.begin().then(() => set.steps?.(m)); }, [m]);
  return <App m={m} />;
}

export const stories: Record<string, () => JSX.Element> = Object.fromEntries(
  Object.entries(states).map(([name, set]) => [name, () => <Phone set={set} />]),
);
