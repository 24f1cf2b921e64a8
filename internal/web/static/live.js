// Shows a ranking anew when its event changes. The page is whole without it: then the
// link "refresh" does the same.
(() => {
  "use strict";
  const watch = document.currentScript && document.currentScript.dataset.watch;
  if (!watch || !window.EventSource) return;
  const pause = 2000; // ms between two looks, so that many readers do not come at once
  let waiting = false, last = 0;

  async function show() {
    waiting = false;
    last = Date.now();
    try {
      const answer = await fetch(location.pathname, { headers: { Accept: "text/html" } });
      if (!answer.ok) return;
      const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("main");
      const old = document.querySelector("main");
      if (!fresh || !old) return;
      const focused = document.activeElement && old.contains(document.activeElement) && document.activeElement.getAttribute("href");
      const open = old.querySelector("details[open]");
      old.replaceWith(fresh);
      if (open && fresh.querySelector("details")) fresh.querySelector("details").open = true;
      if (focused) {
        const again = [...fresh.querySelectorAll("a")].find((a) => a.getAttribute("href") === focused);
        if (again) again.focus({ preventScroll: true });
      }
    } catch (e) {
      // The network is away; the stream comes back by itself, and with it a message.
    }
  }

  function changed() {
    if (waiting) return;
    waiting = true;
    setTimeout(show, Math.max(0, last + pause - Date.now()) + Math.random() * 500);
  }

  const stream = new EventSource(watch);
  stream.onmessage = changed;
  stream.addEventListener("change", changed);
  let lost = false;
  stream.onerror = () => { lost = true; };
  stream.onopen = () => { if (lost) { lost = false; changed(); } };
})();
