type Bound<Operation> = Operation extends (deps: never, ...args: infer Args) => infer Result
  ? (...args: Args) => Result
  : never;

type Operations<Deps> = Readonly<Record<string, (deps: Deps, ...args: never[]) => unknown>>;

/** Without their first argument, `deps`. */
export function bindOperations<Deps, Resource extends Operations<Deps>>(
  deps: Deps,
  resource: Resource,
): { readonly [Name in keyof Resource]: Bound<Resource[Name]> } {
  const bound = Object.entries(resource).map(([name, operation]) => [name, operation.bind(null, deps)]);
  return Object.fromEntries(bound);
}

/** Loaded once; after a failure, as in a moment without memory or file handles, again. */
export function onFirstUse<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined;
  return () => {
    loaded ??= load().catch((error) => {
      loaded = undefined;
      throw error;
    });
    return loaded;
  };
}

/** Arguments, so that rules are pure. */
export interface Clock {
  now(): Date;
}

export interface IdSource {
  /** RFC 9562 version 4, lower case. */
  uuid(): string;
  /** 256 random bits, base64url: for links and keys, stored as SHA-256 unless noted. */
  secret(): string;
  /** Six random decimal digits. */
  oneTimeCode(): string;
}
