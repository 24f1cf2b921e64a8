// When the check panel opens, and which taps it takes: the answer to the OK that is
// pressed twice. Times are milliseconds of any clock that only goes forward.

/** The panel opens by itself so long after the last group was filled. */
export const OPENS = 600;
/** Its buttons are dead for so long, and take one tap within so long. */
export const DEAD = 700;

export type Phase =
  | { is: "entry" }
  | { is: "armed"; opens: number } // all is there
  | { is: "check"; since: number }
  | { is: "agreed"; since: number };

export type Event =
  | { on: "changed"; complete: boolean } // a tap on the form
  | { on: "bar" } // the bar below was tapped
  | { on: "time" }
  | { on: "agree" }
  | { on: "refuse" } // not right
  | { on: "show" } // somebody else's proposal came
  | { on: "left" }; // the next board

/** step is the phase after something happened. */
export function step(p: Phase, e: Event, now: number): Phase {
  switch (e.on) {
    case "changed":
      return e.complete ? { is: "armed", opens: now + OPENS } : { is: "entry" };
    case "bar":
      return p.is === "armed" ? { is: "check", since: now } : p;
    case "time":
      return p.is === "armed" && now >= p.opens ? { is: "check", since: now } : p;
    case "show":
      return p.is === "check" ? p : { is: "check", since: now };
    case "agree":
      return p.is === "check" && now - p.since >= DEAD ? { is: "agreed", since: now } : p;
    case "refuse":
      return p.is === "check" && now - p.since >= DEAD ? { is: "entry" } : p;
    case "left":
      return p.is === "agreed" && now - p.since >= DEAD ? { is: "entry" } : p;
  }
}
