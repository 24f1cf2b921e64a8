// What stands behind the # of the address.

/** onHash hears of each change, and at once: the address may have changed since it was
 * read first. It gives what ends the hearing. */
export function onHash(turn: () => void): () => void {
  addEventListener("hashchange", turn);
  turn();
  return () => removeEventListener("hashchange", turn);
}
