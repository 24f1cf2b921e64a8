// Keeps the shell of the table page, its script and its style, so that a reload brings
// the page back while the server is away: with the draft, with what waits to be sent, and
// with the plan, which the page keeps itself. Nothing else passes here: no result, and no
// other page. Browsers have it on https and on their own machine alone.

/** What the server writes before this program: the addresses of the files, each with its
 * version, under which nothing else is ever sent; and the name of them all. */
declare const shell: { name: string; page: string; files: string[] };

interface Waits extends Event { waitUntil(p: Promise<unknown>): void }
interface Asks extends Event { request: Request; respondWith(p: Promise<Response>): void }
interface Worker {
  caches: CacheStorage;
  clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(on: "install" | "activate", f: (e: Waits) => void): void;
  addEventListener(on: "fetch", f: (e: Asks) => void): void;
}
const worker = self as unknown as Worker;

const prefix = "overtrick.table.";
const cache = (): Promise<Cache> => worker.caches.open(prefix + shell.name);

/** PATIENCE is how long the page is waited for. A network that is there and answers
 * nothing is as good as none. */
const PATIENCE = 8000;

const ours = async (page: Response): Promise<boolean> => {
  const text = await page.text();
  return shell.files.every((f) => text.includes(f));
};

// A shell is complete and of one program, or not there at all.
worker.addEventListener("install", (e) => {
  e.waitUntil((async () => {
    const page = await fetch(shell.page);
    if (!page.ok || !(await ours(page.clone()))) throw new Error("another program");
    const c = await cache();
    await c.addAll(shell.files);
    await c.put(shell.page, page);
    await worker.skipWaiting();
  })());
});

// With a new program the shell of the old one goes.
worker.addEventListener("activate", (e) => {
  e.waitUntil(worker.caches.keys()
    .then((names) => Promise.all(names.filter((n) => n.startsWith(prefix) && n !== prefix + shell.name).map((n) => worker.caches.delete(n))))
    .then(() => worker.clients.claim()));
});

worker.addEventListener("fetch", (e) => {
  const url = new URL(e.request.url);
  if (e.request.method !== "GET" || url.origin !== location.origin) return;
  if (url.pathname === shell.page && e.request.mode === "navigate") e.respondWith(page(e.request));
  else if (shell.files.includes(url.pathname + url.search)) e.respondWith(file(e.request));
});

// The server's page if it answers: whoever reaches it never sees an old one.
async function page(request: Request): Promise<Response> {
  const c = await cache();
  const kept = await c.match(shell.page);
  if (!kept) return fetch(request);
  const late = new Promise<never>((_, no) => { setTimeout(() => no(new Error("late")), PATIENCE); });
  try {
    const answer = await Promise.race([fetch(request), late]);
    // In another language it is another page of the same files; one of others is kept by
    // the next worker, with these.
    if (answer.status >= 500) return kept; // a proxy says that the server is away
    if (answer.ok && await ours(answer.clone())) await c.put(shell.page, answer.clone());
    return answer;
  } catch {
    return kept;
  }
}

async function file(request: Request): Promise<Response> {
  return (await (await cache()).match(request)) ?? fetch(request);
}
