// Shows a ranking anew when its event changes. The page is whole without it: then the
// link "refresh" does the same.
(() => {
  "use strict";
  const watch = document.currentScript && document.currentScript.dataset.watch;
  if (!watch || !window.EventSource) return;
  const pause = 1000; // ms between two looks, so that many readers do not come at once
  let waiting = false, last = 0;

  async function show() {
    waiting = false;
    last = Date.now();
    try {
      const answer = await fetch(location.pathname + location.search, { headers: { Accept: "text/html" } });
      if (!answer.ok) return;
      const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("main");
      const old = document.querySelector("main");
      if (!fresh || !old) return;
      const focused = document.activeElement && old.contains(document.activeElement) && document.activeElement.getAttribute("href");
      const open = [...old.querySelectorAll("details")].map((d) => d.open);
      old.replaceWith(fresh);
      fresh.querySelectorAll("details").forEach((d, i) => { d.open = !!open[i]; });
      tick();
      if (focused) {
        const again = [...fresh.querySelectorAll("a")].find((a) => a.getAttribute("href") === focused);
        if (again) again.focus({ preventScroll: true });
      }
    } catch (e) {
      // The network is away; the stream comes back by itself, and with it a message.
    }
  }

  // The clock of a round, by the clock of the server.
  let off = 0;
  function tick() {
    const clock = document.querySelector("[data-ends]");
    if (!clock) return;
    if (clock.dataset.now) {
      off = Date.parse(clock.dataset.now) - Date.now();
      delete clock.dataset.now;
    }
    const left = Math.max(0, Math.round((Date.parse(clock.dataset.ends) - Date.now() - off) / 1000));
    const two = (n) => String(n).padStart(2, "0");
    const minutes = Math.floor(left / 60);
    const text = (left < 3600 ? minutes : Math.floor(minutes / 60) + ":" + two(minutes % 60)) + ":" + two(left % 60);
    if (clock.textContent !== text) clock.textContent = text;
    clock.classList.toggle("over", left === 0);
    clock.classList.toggle("long", left >= 3600);
  }
  setInterval(tick, 250);
  if (document.querySelector(".wall")) setInterval(changed, 20000); // readers are not told of each result
  tick();

  function changed() {
    if (waiting) return;
    waiting = true;
    setTimeout(show, Math.max(0, last + pause - Date.now()) + Math.random() * 500);
  }

  let stream, lost = false;
  function begin() {
    stream = new EventSource(watch);
    stream.onmessage = changed;
    stream.addEventListener("change", changed);
    stream.onerror = () => { lost = true; };
    stream.onopen = () => { if (lost) { lost = false; changed(); } };
  }
  // A page that the browser keeps for the Back button gives its stream back: a browser
  // opens only a few to one server.
  addEventListener("pagehide", () => stream.close());
  addEventListener("pageshow", (e) => { if (e.persisted) { lost = true; begin(); } });
  begin();
})();
