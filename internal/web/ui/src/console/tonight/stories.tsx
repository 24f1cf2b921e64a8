// Tonight as it was drawn, and when nothing fits.

import type { JSX } from "preact";
import { asks, now } from "./canned";
import { TonightPage } from "./tonight";

const drawn = { tables: "9", boards: "27", until: "22:45" };

export const stories: Record<string, () => JSX.Element> = {
  "tonight": () => <TonightPage asks={asks} now={now} preset={drawn} />,
  "tonight-nothing": () => <TonightPage asks={asks} now={now} preset={{ ...drawn, until: "21:30" }} />,
  "tonight-change": () => <TonightPage asks={asks} now={now} preset={drawn} change />,
  "tonight-begun": () => <TonightPage asks={asks} now={now} preset={drawn} begun="open" />,
};
