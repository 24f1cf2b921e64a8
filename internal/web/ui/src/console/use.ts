// What the views share while the console runs: the evening, who is asked, and the keys.

import { createContext } from "preact";
import { useContext, useEffect, useLayoutEffect, useRef } from "preact/hooks";
import type { Api } from "./api";
import type { Page } from "./route";
import type { State } from "./types";

export interface Console {
  api: Api;
  state: State;
  /** the session that the views show, and another one */
  session: number;
  show(session: number): void;
  lang: string;
  now(): number; // of this machine
  offset: number; // of the server's time from it
  go(p: Page): void;
  back(): void;
  /** send gives a command, says what became of it, and keeps how to take it back; false: it was refused or not sent */
  send(command: string, body: unknown, o?: { why?: string; says?: string }): Promise<boolean>;
  /** run does anything else that asks the server, and says what it refuses */
  run(what: () => Promise<unknown>, says?: string): Promise<boolean>;
  /** say shows a sentence at the foot, and tells it to who cannot see it */
  say(text: string): void;
  refresh(): void;
}

export const ConsoleContext = createContext<Console | null>(null);

export function useConsole(): Console {
  const c = useContext(ConsoleContext);
  if (!c) throw new Error("no console");
  return c;
}

export type Actions = Record<string, (e: KeyboardEvent) => void | boolean>;

/** layers are what keys do now: a view that opened later goes before one under it. */
export const layers: { current: Actions }[] = [];

/** useActions says what keys do while a view is there, from its first moment on: people type faster than screens
 * are painted. An action that gives false leaves the key to others. */
export function useActions(actions: Actions): void {
  const layer = useRef(actions);
  layer.current = actions;
  useLayoutEffect(() => {
    layers.push(layer);
    return () => { layers.splice(layers.indexOf(layer), 1); };
  }, []);
}

/** useDebounced calls f when a value has not changed for a while. */
export function useDebounced(f: () => void, ms: number, on: unknown[]): void {
  useEffect(() => {
    const timer = setTimeout(f, ms);
    return () => clearTimeout(timer);
  }, on);
}
