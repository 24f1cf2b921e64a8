// The three answers as people type them.

/** Size is how many come. */
export interface Size { tables: number; half: boolean; pairs: number }

/** size reads tables, "9", "9½", "9.5", "9,5", or pairs, "19p". */
export function size(text: string): Size | undefined {
  const m = /^\s*(\d{1,3})\s*(½|[.,]5|1\/2)?\s*(p|п)?[a-zа-я]*\s*$/i.exec(text.trim());
  if (!m) return undefined;
  const count = Number(m[1]);
  if (m[3] && !m[2]) return count < 2 ? undefined : { tables: Math.floor(count / 2), half: count % 2 === 1, pairs: count };
  if (m[3] || count < 1) return undefined;
  return { tables: count, half: !!m[2], pairs: 2 * count + (m[2] ? 1 : 0) };
}

/** sections are the ways to split the tables: two sections of three tables or more, or as many as eight tables are
 * there for, five at most. Each is the tables of A, of B and so on, the odd ones first. */
export function sections(s: Size): number[][] {
  const all = s.tables + (s.half ? 1 : 0);
  return [2, 3, 4, 5].filter((n) => all >= (n === 2 ? 6 : 8 * n)).map((n) => Array.from({ length: n }, (_, i) => Math.floor((all + n - 1 - i) / n)));
}

/** boards reads a number of boards; 0 for nothing: as many as there is time for. */
export function boards(text: string): number | undefined {
  if (!text.trim()) return 0;
  return /^\s*\d{1,3}\s*$/.test(text) ? Number(text) : undefined;
}

/** time reads 22:45, 22.45, 2245 or 22, as the server has it; "" for nothing. */
export function time(text: string): string | undefined {
  const s = text.trim();
  if (!s) return "";
  const m = /^(\d{1,2})(?:[:.,h ]?([0-5]\d))?$/.exec(s);
  if (!m || Number(m[1]) > 23) return undefined;
  return `${m[1]!.padStart(2, "0")}:${m[2] ?? "00"}`;
}

const minutes = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));

/** span is how long it is from one time to another, over midnight too. */
export function span(from: string, to: string): { hours: number; minutes: number } {
  const all = (minutes(to) - minutes(from) + 24 * 60) % (24 * 60);
  return { hours: Math.floor(all / 60), minutes: all % 60 };
}

/** quarter is the next quarter of an hour: play seldom begins before. */
export function quarter(now: Date): string {
  const all = (Math.ceil((now.getHours() * 60 + now.getMinutes()) / 15) * 15) % (24 * 60);
  return `${String(Math.floor(all / 60)).padStart(2, "0")}:${String(all % 60).padStart(2, "0")}`;
}
