// Suits, icons and the logo, as drawings in the page: own shapes, no font. Each suit
// has its colour and its name; the settings may show letters instead.

import type { JSX } from "preact";
import type { Strain, Suit } from "./bridge";
import { words } from "./texts";
import { settings } from "./settings";

const shapes: Record<Suit, [box: string, path: string]> = {
  S: ["0 0 24 24", "M12 1.4C10.2 5.6 2.6 8.8 2.6 14.4c0 2.9 2.1 4.7 4.6 4.7 1.8 0 3.2-.9 4-2.2-.1 2.7-1 4.5-2.9 5.7h7.4c-1.9-1.2-2.8-3-2.9-5.7.8 1.3 2.2 2.2 4 2.2 2.5 0 4.6-1.8 4.6-4.7C21.4 8.8 13.8 5.6 12 1.4z"],
  H: ["0 0 24 24", "M12 22C9.6 17.9 2.2 13.9 2.2 7.9c0-3.1 2.3-5.3 5.1-5.3 2.2 0 3.9 1.3 4.7 3.4.8-2.1 2.5-3.4 4.7-3.4 2.8 0 5.1 2.2 5.1 5.3C21.8 13.9 14.4 17.9 12 22z"],
  D: ["4 0 16 24", "M12 1.2c1.7 4 4 7.6 6.5 10.8-2.5 3.2-4.8 6.8-6.5 10.8-1.7-4-4-7.6-6.5-10.8C8 8.8 10.3 5.2 12 1.2z"],
  C: ["0 0 24 24", "M12 1.5a4.7 4.7 0 0 0-4.7 4.7c0 1.4.6 2.6 1.5 3.5-.6-.3-1.3-.4-2-.4a4.6 4.6 0 0 0 0 9.2c1.7 0 3.2-.9 4-2.3-.1 1.9-.4 3.3-1.2 4.2H6.8v2.2h10.4v-2.2h-2.8c-.8-.9-1.1-2.3-1.2-4.2.8 1.4 2.3 2.3 4 2.3a4.6 4.6 0 0 0 0-9.2c-.7 0-1.4.1-2 .4.9-.9 1.5-2.1 1.5-3.5A4.7 4.7 0 0 0 12 1.5z"],
};

const logo = "M2 3h20v2H2zM2 7h20v2H2zM7 12h2v4h4v2H9v4H7v-4H3v-2h4zM18.3 12H20v10h-2v-7.5l-2.4 1v-2z";

const icons = {
  clock: "M3 12a9 9 0 1 1 18 0a9 9 0 1 1 -18 0zM12 7v5l3.5 2",
  check: "M4.5 12.5l5 5 10-11",
  cross: "M6 6l12 12M18 6L6 18",
  call: "M4 17a8 8 0 0 1 16 0zM3 20.5h18M12 9V6M10 5h4",
  next: "M9 5l7 7-7 7",
  prev: "M15 5l-7 7 7 7",
  down: "M5 9l7 7 7-7",
  up: "M5 15l7-7 7 7",
  undo: "M4 9h10a5.5 5.5 0 0 1 0 11H9M8 5L4 9l4 4",
  flip: "M5 10a7.5 7.5 0 0 1 13.5-2.5M19 14a7.5 7.5 0 0 1-13.5 2.5M19 3v5h-5M5 21v-5h5",
  lock: "M5 11h14v10H5zM8 11V8a4 4 0 0 1 8 0v3",
  share: "M12 15V3M8 6.5L12 3l4 3.5M6 11H4v10h16V11h-2",
  search: "M4 10.5a6.5 6.5 0 1 1 13 0a6.5 6.5 0 1 1 -13 0zM15.5 15.5L21 21",
  menu: "M4 7h16M4 12h16M4 17h16",
  board: "M3 5h18v14H3zM8 9h8M8 15h8M7 10v4M17 10v4",
  add: "M12 4v16M4 12h16",
};

export type IconName = keyof typeof icons;

/** Glyph is a suit without a name of its own: what is beside it says it. */
export function Glyph({ suit }: { suit: Suit }): JSX.Element {
  if (settings().suits === "letters") return <b class={`suitletter ${suit.toLowerCase()}`} aria-hidden="true">{words().strain_letters[suit]}</b>;
  const [box, path] = shapes[suit];
  return <svg class={`suit ${suit.toLowerCase()}`} viewBox={box} aria-hidden="true"><path fill="currentColor" d={path} /></svg>;
}

/** Denomination is a suit with its name for those who hear it, or no trump in letters. */
export function Denomination({ strain }: { strain: Strain }): JSX.Element {
  if (strain === "NT") return <>{words().strain_letters.NT}</>;
  return <><Glyph suit={strain} /><span class="sr">{words().strains[strain]}</span></>;
}

export function Icon({ name, class: extra }: { name: IconName; class?: string }): JSX.Element {
  return <svg class={`icon ${extra ?? ""}`} viewBox="0 0 24 24" aria-hidden="true"><path d={icons[name]} /></svg>;
}

export function Logo(): JSX.Element {
  return <svg class="logo" viewBox="0 0 24 24" role="img" aria-label="overtrick"><path fill="currentColor" d={logo} /></svg>;
}
