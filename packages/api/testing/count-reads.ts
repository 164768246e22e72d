/** Counts reads of objects and lists. */
export function countReads<T>(value: T): { readonly counted: T; reads(): number } {
  let reads = 0;
  const wrap = (inner: unknown): unknown => {
    if (typeof inner !== 'object' || inner === null) return inner;
    return new Proxy(inner, {
      get(target, name, receiver) {
        reads += 1;
        return wrap(Reflect.get(target, name, receiver));
      },
      ownKeys(target) {
        reads += 1;
        return Reflect.ownKeys(target);
      },
    });
  };
  return { counted: wrap(value) as T, reads: () => reads };
}
