// Server-sent events of an event, from a position on. The browser reconnects by itself
// while the server answers; where it gives up, we begin anew.

/** A change says where to look, and nothing of what is there. */
export interface Change {
  position: number;
  changed: { what: string; session?: number; section?: string; round?: number; table?: number; board?: number }[];
}

export interface Watcher {
  change(c: Change): void;
  /** everything has to be read anew */
  reset(): void;
  /** whether the stream is there */
  open(there: boolean): void;
}

export interface Watch { close(): void; }

/** watch follows an event; position gives where to begin again. For a table nothing comes of
 * what only others' results change. */
export function watch(event: string, position: () => number, w: Watcher, table = false): Watch {
  let stream: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wait = 1000;
  let closed = false;
  const again = () => {
    stream?.close();
    stream = undefined;
    w.open(false);
    if (closed) return;
    clearTimeout(timer);
    timer = setTimeout(begin, wait);
    wait = Math.min(wait * 2, 15_000);
  };
  const begin = () => {
    if (closed || typeof EventSource === "undefined") return;
    stream = new EventSource(`/api/events/${encodeURIComponent(event)}/watch?from=${position()}${table ? "&table" : ""}`);
    stream.onopen = () => { wait = 1000; w.open(true); };
    stream.addEventListener("change", (e) => w.change(JSON.parse((e as MessageEvent<string>).data) as Change));
    stream.addEventListener("reset", () => w.reset());
    stream.addEventListener("end", again);
    stream.onerror = () => {
      if (stream?.readyState === EventSource.CLOSED) again();
      else w.open(false);
    };
  };
  // A page that the browser keeps for the Back button must not keep one of the few streams
  // that it opens to a server: the seventh page would wait for ever.
  const hide = () => { clearTimeout(timer); stream?.close(); stream = undefined; };
  const show = (e: PageTransitionEvent) => { if (e.persisted && !stream) begin(); };
  if (typeof addEventListener === "function") {
    addEventListener("pagehide", hide);
    addEventListener("pageshow", show);
  }
  begin();
  return {
    close() {
      closed = true;
      hide();
      if (typeof removeEventListener === "function") {
        removeEventListener("pagehide", hide);
        removeEventListener("pageshow", show);
      }
    },
  };
}
