// Where the focus goes when what had it is there no more: never to nowhere.

import { useEffect } from "preact/hooks";

const able = '[tabindex="0"], button:not([disabled]):not([tabindex="-1"]), a[href]:not([tabindex="-1"]), select, textarea, input:not([type="file"])';

const frame = "nav, header, footer"; // of a page: what it is about stands between

/** home is what takes the focus in a part of a page: what wants it first, else the
 * first that can have it and is no field, for on a telephone a field brings its keys. */
function home(part: Element, first: string): HTMLElement | undefined {
  const seen = (x: HTMLElement) => x.getClientRects().length > 0 && (!x.closest(frame) || !!part.closest(frame));
  const all = [...part.querySelectorAll<HTMLElement>(able)].filter(seen);
  return all.find((x) => x.closest(first)) ?? all.find((x) => !/^(INPUT|TEXTAREA|SELECT)$/.test(x.tagName)) ?? all[0];
}

/** useFocusKept gives the focus to what is nearest when what had it goes away: in the
 * whole page, or in a part of it. first is a selector of what goes before. */
export function useFocusKept(first: string, part?: { current: HTMLElement | null }): void {
  useEffect(() => {
    const box = part ? part.current : document.body;
    if (!box) return;
    let above: Element[] = []; // what had the focus, and all that it stood in
    const took = (e: FocusEvent) => {
      above = [];
      for (let x = e.target as Element | null; x; x = x.parentElement) above.push(x);
    };
    const look = () => {
      if (!above.length || above[0]!.isConnected || document.activeElement !== document.body) return;
      for (const x of above) {
        if (!x.isConnected) continue;
        const to = home(x, first);
        if (to) { to.focus(); return; }
        if (x === box) return;
      }
    };
    const watch = new MutationObserver(look);
    box.addEventListener("focusin", took);
    watch.observe(box, { childList: true, subtree: true });
    return () => { box.removeEventListener("focusin", took); watch.disconnect(); };
  }, []);
}
