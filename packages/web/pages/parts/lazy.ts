export interface Lazy<Loaded> {
  /** Once; again after a failure. */
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
