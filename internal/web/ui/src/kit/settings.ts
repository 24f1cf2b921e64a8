// What a viewer likes: light or dark, suits in two or four colours or as letters, the
// size of text. Kept on the device.

export interface Settings {
  theme: "auto" | "light" | "dark";
  suits: "four" | "two" | "letters";
  size: "s" | "m" | "l" | "xl";
}

/** how many letters wide a sheet is, at most */
const rooms = { middle: 68.75, narrow: 56.25, slim: 35 };

const kept = "overtrick.settings";
const preset: Settings = { theme: "auto", suits: "four", size: "m" };
let now: Settings = preset;

export const settings = (): Settings => now;

/** loadSettings reads what was kept, and shows the page so. */
export function loadSettings(): void {
  try {
    now = { ...preset, ...(JSON.parse(localStorage.getItem(kept) ?? "{}") as Partial<Settings>) };
  } catch { now = preset; }
  show();
  addEventListener("resize", show);
}

export function changeSettings(change: Partial<Settings>): void {
  now = { ...now, ...change };
  try { localStorage.setItem(kept, JSON.stringify(now)); } catch { /* private mode: for this page only */ }
  show();
}

function show(): void {
  const c = document.documentElement.classList;
  c.toggle("light", now.theme === "light");
  c.toggle("dark", now.theme === "dark");
  c.toggle("two-colour", now.suits === "two");
  for (const size of ["s", "m", "l", "xl"]) c.toggle(`size-${size}`, now.size === size);
  // A media query in em would not see the size that is set here.
  const em = parseFloat(getComputedStyle(document.documentElement).fontSize);
  c.toggle("large", innerWidth / em < 17);
  for (const [room, width] of Object.entries(rooms)) c.toggle(room, innerWidth / em <= width);
  c.toggle("low", innerHeight / em <= 45);
}
