// A text with something else than text in its places.

import type { ComponentChild, JSX } from "preact";
import { parts } from "./texts";

/** Phrase shows a text; its places {1}, {2} … take what is given in order, {n} the count.
 * What is text itself can be wrapped. */
export function Phrase({ k, count, args = [], text }: {
  k: string;
  count?: number;
  args?: ComponentChild[];
  text?: (s: string) => ComponentChild;
}): JSX.Element {
  return <>{parts(k, count).map((p) => (typeof p === "string" ? (text ? text(p) : p) : p.place === "n" ? count : args[Number(p.place) - 1]))}</>;
}
