/** id is 128 random bits in hex. crypto.randomUUID is missing on plain http. */
export function id(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("");
}
