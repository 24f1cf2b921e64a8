// The server's API: JSON, refusals as problem+json (RFC 9457).

import { id } from "./ids";

/** A refusal, with the server's words for it; or, with status 0, no answer at all. */
export class Problem extends Error {
  constructor(
    public status: number,
    public detail: string,
    public code = "",
    public key = "",
    public retry = 0, // seconds
    public body?: unknown,
  ) {
    super(detail);
    this.name = "Problem";
  }

  /** away: the server, or the way to it; the same request may be sent again. */
  get away(): boolean { return this.status === 0 || this.status === 429 || this.status >= 500; }
}

export interface Options {
  body?: unknown;
  key?: string; // Idempotency-Key of a command; made if it is missing
  why?: string;
  lang?: string;
  timeout?: number; // ms
  keepalive?: boolean;
}

/** ask sends a request and gives the answer, or throws a Problem. */
export async function ask<T>(method: string, path: string, o: Options = {}): Promise<T> {
  const headers: Record<string, string> = { Accept: "application/json" };
  if (o.lang) headers["Accept-Language"] = o.lang;
  if (method === "POST") headers["Idempotency-Key"] = o.key ?? id();
  if (o.why) headers.Why = encodeURIComponent(o.why);
  if (o.body !== undefined) headers["Content-Type"] = "application/json";
  const control = new AbortController();
  const timer = setTimeout(() => control.abort(), o.timeout ?? 10_000);
  try {
    let answer: Response;
    try {
      answer = await fetch(path, {
        method, headers, signal: control.signal, credentials: "same-origin", keepalive: o.keepalive,
        body: o.body === undefined ? undefined : JSON.stringify(o.body),
      });
    } catch {
      throw new Problem(0, "");
    }
    const text = await answer.text().catch(() => { throw new Problem(0, ""); });
    let value: unknown;
    try { value = text === "" ? undefined : JSON.parse(text); } catch { throw new Problem(answer.ok ? 0 : answer.status, ""); }
    if (answer.ok) return value as T;
    const p = (value ?? {}) as { detail?: string; title?: string; code?: string; key?: string };
    throw new Problem(answer.status, p.detail ?? p.title ?? "", p.code, p.key, Number(answer.headers.get("Retry-After") ?? 0), value);
  } finally {
    clearTimeout(timer);
  }
}

export const get = <T>(path: string, o?: Options): Promise<T> => ask<T>("GET", path, o);
export const post = <T>(path: string, body?: unknown, o?: Options): Promise<T> => ask<T>("POST", path, { ...o, body: body ?? {} });
export const put = <T>(path: string, body: unknown, o?: Options): Promise<T> => ask<T>("PUT", path, { ...o, body });

/** fresh is what the server says, which the device keeps under a name; if the server is
 * away, or the way to it takes all that is sent and gives nothing back, what it kept the
 * last time. Who has something to show waits less long. */
export async function fresh<T>(path: string, kept: string): Promise<T> {
  const read = () => { try { return localStorage.getItem(kept); } catch { return null; } }; // private mode
  const old = read();
  try {
    const value = await get<T>(path, { timeout: old ? 5000 : 30_000 });
    try { localStorage.setItem(kept, JSON.stringify(value)); } catch { /* private mode */ }
    return value;
  } catch (away) {
    if (!old) throw away;
    return JSON.parse(old) as T;
  }
}
