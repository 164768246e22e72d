/** A part of a page that is loaded when it is first needed. */
export interface Lazy<Loaded> {
  /** Loads it once; after a failure it may be called again. */
  readonly load: () => Promise<Loaded>;
  /** Null until loaded. */
  readonly get: () => Loaded | null;
}

export function lazy<Loaded>(read: () => Promise<Loaded>): Lazy<Loaded> {
  let loaded: Loaded | null = null;
  return {
    load: async () => {
      loaded ??= await read();
      return loaded;
    },
    get: () => loaded,
  };
}
