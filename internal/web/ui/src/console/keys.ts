// Which key does what. The line at the bottom, the help and the keyboard read the same
// table, so that no key is there that is not shown.

export type Where =
  | "any" | "tables" | "cell" | "boards" | "ranking" | "names" | "players" | "movement" | "log"
  | "ruling" | "correct" | "publish" | "settings" | "help" | "big" | "moved" | "lane";

export interface Key {
  keys: string[]; // as KeyboardEvent.key has them, with Ctrl+ before
  does: string; // the action, and the end of its text's key
  where: Where[];
  foot?: boolean; // it stands in the line at the bottom
  typing?: boolean; // also while somebody types in a field
}

export const table: Key[] = [
  { keys: ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"], does: "move", where: ["tables", "boards"], foot: true },
  { keys: ["ArrowUp", "ArrowDown"], does: "line", where: ["cell", "log"], foot: true },
  { keys: ["Enter"], does: "open", where: ["tables", "boards", "log"], foot: true },
  { keys: ["Enter"], does: "save", where: ["cell"], foot: true },
  { keys: [" "], does: "peek", where: ["tables"], foot: true },
  { keys: ["n"], does: "next", where: ["any"], foot: true },
  { keys: ["N"], does: "before", where: ["any"] },
  { keys: ["c"], does: "correct", where: ["tables", "boards", "log"], foot: true },
  { keys: ["r"], does: "rule", where: ["tables", "cell", "boards", "log"], foot: true },
  { keys: ["g"], does: "goto", where: ["any"] },
  { keys: ["u"], does: "undo", where: ["any"], foot: true },
  { keys: ["w"], does: "moved", where: ["log"], foot: true },
  { keys: ["b"], does: "restore", where: ["log"], foot: true },
  { keys: ["/"], does: "search", where: ["log"] },
  { keys: ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"], does: "move", where: ["names", "players"], foot: true },
  { keys: ["Enter"], does: "name", where: ["names", "players"], foot: true },
  { keys: ["Escape"], does: "leave", where: ["names", "players"], typing: true },
  { keys: ["s"], does: "swap", where: ["names"], foot: true },
  { keys: ["S"], does: "swap_pairs", where: ["names"], foot: true },
  { keys: ["s", "S"], does: "swap_players", where: ["players"], foot: true },
  { keys: ["g"], does: "guest", where: ["names", "players"], foot: true },
  { keys: ["l"], does: "late", where: ["names"], foot: true },
  { keys: ["Delete"], does: "clear", where: ["names", "players"] },
  { keys: ["l"], does: "late", where: ["movement"], foot: true },
  { keys: ["o"], does: "gone", where: ["movement"] },
  { keys: ["d"], does: "direction", where: ["movement"], foot: true },
  { keys: ["q"], does: "others_sat", where: ["movement"] },
  { keys: ["b"], does: "boards", where: ["movement"], foot: true },
  { keys: ["x"], does: "spoiled", where: ["movement"] },
  { keys: ["r"], does: "replan", where: ["movement"] },
  { keys: ["j"], does: "joining", where: ["movement"], foot: true },
  { keys: ["1"], does: "view.tables", where: ["any"] },
  { keys: ["2"], does: "view.boards", where: ["any"] },
  { keys: ["3"], does: "view.ranking", where: ["any"] },
  { keys: ["4"], does: "view.names", where: ["any"] },
  { keys: ["5"], does: "view.movement", where: ["any"] },
  { keys: ["6"], does: "view.log", where: ["any"] },
  { keys: ["p"], does: "pause", where: ["any"] },
  { keys: ["+"], does: "add", where: ["any"] },
  { keys: [","], does: "settings", where: ["any"] },
  { keys: ["F"], does: "big", where: ["any"], foot: true },
  { keys: ["Enter"], does: "default", where: ["lane"] },
  { keys: ["a", "d", "e", "i", "k"], does: "others", where: ["lane"] },
  { keys: ["r"], does: "bigrank", where: ["big"], foot: true },
  { keys: ["s"], does: "split", where: ["ruling"] },
  { keys: ["Ctrl+Enter"], does: "publish", where: ["any"], typing: true },
  { keys: ["Ctrl+Enter"], does: "confirm", where: ["ruling", "correct", "movement", "publish"], typing: true },
  { keys: ["Escape"], does: "back", where: ["cell"], typing: true, foot: true },
  { keys: ["Escape"], does: "back", where: ["ruling", "correct", "publish", "settings", "help", "big", "moved", "movement"], typing: true },
  { keys: ["?"], does: "help", where: ["any"], foot: true },
];

export interface Stroke { key: string, ctrlKey?: boolean, metaKey?: boolean, altKey?: boolean }

/** nameOf is the name of a stroke in the table; "" for one that nothing of ours can be. */
export function nameOf(e: Stroke): string {
  if (e.altKey) return "";
  if (e.ctrlKey || e.metaKey) return "Ctrl+" + e.key;
  return e.key;
}

/** find says what a stroke does in a place; a key of the place itself goes before one that is everywhere. */
export function find(e: Stroke, where: Where, typing: boolean): string | undefined {
  const name = nameOf(e);
  if (!name) return undefined;
  const fits = (k: Key, w: Where) => k.keys.includes(name) && k.where.includes(w) && (!typing || !!k.typing);
  return (table.find(k => fits(k, where)) || table.find(k => fits(k, "any")))?.does;
}

/** where a field takes what is typed, and only these keys beside it while it is empty */
const fields: Partial<Record<Where, string[]>> = { cell: ["line", "save", "rule", "goto", "undo", "back", "help"] };

/** where a field may take every letter, and only these keys beside it */
const writes: Partial<Record<Where, string[]>> = { names: ["line", "name", "leave"], players: ["line", "name", "leave"] };

/** foot is what the line at the bottom shows in a place, and while somebody writes there:
 * at most eight, help last where there is one. */
export function foot(where: Where, writing = false): Key[] {
  const some = (writing ? writes[where] : undefined) ?? fields[where];
  if (some) return some.map(does => table.find(k => k.does === does && (k.where.includes(where) || k.where.includes("any"))) ?? table.find(k => k.does === does)!);
  const shown = table.filter(k => k.foot && k.does !== "help");
  const own = [...shown.filter(k => k.where.includes(where)), ...shown.filter(k => k.where.includes("any"))];
  const seen = new Set<string>();
  const free = own.filter(k => !k.keys.some(x => seen.has(x)) && k.keys.every(x => seen.add(x)));
  return [...free.slice(0, 7), table.find(k => k.does === "help")!];
}

/** caps are what stands on a key; words come from texts. */
export function cap(key: string): { sign?: string, word?: string } {
  const signs: Record<string, string> = {
    ArrowUp: "\u2191", ArrowDown: "\u2193", ArrowLeft: "\u2190", ArrowRight: "\u2192", Enter: "\u23ce",
  };
  if (signs[key]) return { sign: signs[key] };
  if (key === " ") return { word: "space" };
  if (key === "Delete") return { word: "delete" };
  if (key === "Escape") return { word: "esc" };
  if (key === "Ctrl") return { word: "ctrl" };
  return { sign: key };
}
