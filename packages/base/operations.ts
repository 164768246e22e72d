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

/** A record as operations take and return it: read-only in depth. */
export type Immutable<T> = T extends string | Date
  ? T
  : T extends readonly (infer Element)[]
    ? readonly Immutable<Element>[]
    : T extends object
      ? { readonly [Name in keyof T]: Immutable<T[Name]> }
      : T;
