type Bound<Operation> = Operation extends (deps: never, ...args: infer Args) => infer Result
  ? (...args: Args) => Result
  : never;

type Operations<Deps> = Readonly<Record<string, (deps: Deps, ...args: never[]) => unknown>>;

/** Binds operations to their first argument, `deps`. */
export function bindOperations<Deps, Resource extends Operations<Deps>>(
  deps: Deps,
  resource: Resource,
): { readonly [Name in keyof Resource]: Bound<Resource[Name]> } {
  const bound = Object.entries(resource).map(([name, operation]) => [name, operation.bind(null, deps)]);
  return Object.fromEntries(bound);
}

/** Loads once. After a failure, as in a moment without memory or file handles, the next use loads again. */
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

/** The time is an argument, as ids are, so that rules are pure functions. */
export interface Clock {
  now(): Date;
}

export interface IdSource {
  /** Returns a UUID (RFC 9562 version 4) in lower case. */
  uuid(): string;
  /** Returns 256 random bits as base64url, for links and keys. They are stored as SHA-256 unless noted. */
  secret(): string;
  /** Returns six random decimal digits. */
  oneTimeCode(): string;
}
