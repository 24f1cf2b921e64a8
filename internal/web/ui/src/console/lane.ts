// The list of what is to do.

import type { LaneAction, LaneItem } from "./types";

/** sorted is the lane with the most urgent first; items as urgent stand as the server has them. */
export function sorted(lane: LaneItem[]): LaneItem[] {
  return lane.map((item, n) => ({ item, n }))
    .sort((a, b) => b.item.urgency - a.item.urgency || a.n - b.n)
    .map(x => x.item);
}

/** next is the item after the one with this id, round and round. Where that one is gone, it is what stands in its place now. */
export function next(lane: LaneItem[], id: string | null, by = 1, was = 0): LaneItem | undefined {
  if (lane.length === 0) return undefined;
  const at = lane.findIndex((i) => i.id === id);
  if (at < 0) return lane[by > 0 ? was % lane.length : (was + lane.length - 1) % lane.length];
  return lane[(at + by + lane.length) % lane.length];
}

/** defaultAction is what Enter does. */
export function defaultAction(item: LaneItem): LaneAction | undefined {
  return item.actions?.find(a => a.default) || item.actions?.[0];
}

/** keyOf is the key of the nth action of an item: Enter for the default one, then letters that nothing else has. */
export function keyOf(item: LaneItem, a: LaneAction): string {
  if (a === defaultAction(item)) return "Enter";
  const others = (item.actions || []).filter(x => x !== defaultAction(item));
  return ["a", "d", "e", "i", "k"][others.indexOf(a)] || "";
}

export type Mark = "call" | "miss" | "look" | "clock" | "name";

/** markOf is the shape before an item. */
export function markOf(kind: string): Mark {
  switch (kind) {
    case "call": return "call";
    case "missing": return "miss";
    case "slow": return "clock";
    case "no_name": return "name";
  }
  return "look";
}
