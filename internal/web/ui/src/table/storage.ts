// localStorage, mirrored in memory: where it is missing or full the page works on, for
// as long as it is open.

export interface Store {
  get(key: string): string | undefined;
  set(key: string, value: string): void;
  remove(key: string): void;
  keys(prefix: string): string[];
}

/** mirrored is a store that reads once what is there and writes through. */
export function mirrored(disk: Storage | undefined): Store {
  const memory = new Map<string, string>();
  try {
    for (let i = 0; disk && i < disk.length; i++) {
      const key = disk.key(i);
      if (key?.startsWith("overtrick.")) memory.set(key, disk.getItem(key) ?? "");
    }
  } catch { /* private mode */ }
  return {
    get: (key) => memory.get(key),
    set(key, value) {
      memory.set(key, value);
      try { disk?.setItem(key, value); } catch { /* full: the memory has it */ }
    },
    remove(key) {
      memory.delete(key);
      try { disk?.removeItem(key); } catch { /* as above */ }
    },
    keys: (prefix) => [...memory.keys()].filter((k) => k.startsWith(prefix)).sort(),
  };
}

/** read gives a JSON value of a store, or the preset. */
export function read<T>(store: Store, key: string, preset: T): T {
  const text = store.get(key);
  if (!text) return preset;
  try { return JSON.parse(text) as T; } catch { return preset; }
}

export const write = (store: Store, key: string, value: unknown): void => store.set(key, JSON.stringify(value));
