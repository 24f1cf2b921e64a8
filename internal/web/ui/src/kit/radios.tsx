// A group of which one is chosen, as the keyboard knows it: one stop of Tab, and arrows inside.

import type { ComponentChildren, JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

/** step is where a key goes from the one at a place: round the ends, past those that
 * cannot be chosen; undefined: the key goes nowhere. */
export function step(key: string, at: number, off: boolean[]): number | undefined {
  const all = off.length;
  const go = (from: number, by: number) => {
    for (let i = 0; i < all; i++) {
      const k = (from + i * by + all * all) % all;
      if (!off[k]) return k;
    }
    return undefined;
  };
  switch (key) {
    case "ArrowRight": case "ArrowDown": return go(at + 1, 1);
    case "ArrowLeft": case "ArrowUp": return go(at - 1, -1);
    case "Home": return go(0, 1);
    case "End": return go(all - 1, -1);
  }
  return undefined;
}

const disabled = (x: HTMLElement): boolean => x.getAttribute("aria-disabled") === "true";

/** stop is the one that Tab comes to: the chosen one, else the first that can be. */
function stop(all: HTMLElement[]): HTMLElement | undefined {
  return all.find((x) => x.getAttribute("aria-checked") === "true" && !disabled(x)) ?? all.find((x) => !disabled(x)) ?? all[0];
}

interface RadiosProps {
  label: string;
  class?: string;
  /** look: arrows go through the group, and only Space or Enter chooses; for a choice that does something at once */
  look?: boolean;
  children: ComponentChildren;
}

/** Radios is the group; what else stands between its radios is left alone. */
export function Radios({ label, class: cls, look, children }: RadiosProps): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  const radios = () => [...(box.current?.querySelectorAll<HTMLElement>('[role="radio"]') ?? [])];
  const roving = (to: HTMLElement | undefined) => { for (const x of radios()) x.tabIndex = x === to ? 0 : -1; };
  useLayoutEffect(() => {
    const all = radios();
    roving(all.find((x) => x === document.activeElement) ?? stop(all));
  });
  const keys = (e: KeyboardEvent) => {
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    const all = radios();
    const at = all.indexOf(e.target as HTMLElement);
    if (at < 0) return;
    if (e.key === " " && all[at]!.tagName !== "BUTTON") { // a button does so by itself
      e.preventDefault();
      all[at]!.click();
      return;
    }
    const to = step(e.key, at, all.map(disabled));
    if (to === undefined) return;
    e.preventDefault();
    e.stopPropagation();
    roving(all[to]);
    all[to]!.focus();
    if (!look && to !== at) all[to]!.click();
  };
  return (
    <div class={cls} role="radiogroup" aria-label={label} ref={box} onKeyDown={keys}
      onFocusIn={(e) => { if (radios().includes(e.target as HTMLElement)) roving(e.target as HTMLElement); }}
      onFocusOut={(e) => { if (!box.current?.contains(e.relatedTarget as Node | null)) roving(stop(radios())); }}>
      {children}
    </div>
  );
}

interface RadioProps {
  on: boolean;
  choose(mouse: boolean): void;
  off?: boolean; // impossible: it keeps its place
  label?: string;
  class?: string;
  children: ComponentChildren;
}

/** Radio is one of a group. choose hears whether it was a pointer that chose. */
export function Radio({ on, choose, off, label, class: cls, children }: RadioProps): JSX.Element {
  return (
    <button type="button" role="radio" class={cls} aria-checked={on} aria-disabled={off || undefined} aria-label={label}
      onClick={(e) => { if (!off) choose(e.detail > 0); }}>{children}</button>
  );
}
