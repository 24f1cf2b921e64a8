// The traveller page as it was drawn, in its states.

import type { JSX } from "preact";
import { asks, evening } from "./canned";
import { SlipPage } from "./slip";

const page = (line: string, shout: boolean, board = 8): JSX.Element =>
  <SlipPage evening={evening()} session={0} section="" board={board} asks={asks} go={() => undefined} leave={() => undefined} line={line} shout={shout} />;

export const stories: Record<string, () => JSX.Element> = {
  "slip": () => page("2nw-1", false),
  "slip-refused": () => page("650", true),
  "slip-unusual": () => page("5cxn+1", false),
  "slip-complete": () => page("", false, 7),
};
