/** Returns the value without null members at any depth: null means absent. Elements of arrays stay. */
export function dropNullMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(dropNullMembers);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(members.map(([name, member]) => [name, dropNullMembers(member)]));
}

/** Returns the paths of null members outside arrays: what a merge patch removes (RFC 7396). */
export function findNullMembers(value: unknown): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    member === null ? [[name]] : findNullMembers(member).map((path) => [name, ...path]),
  );
}
