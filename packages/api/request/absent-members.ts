/** Null means absent, at any depth but in arrays. */
export function dropNullMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(dropNullMembers);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(members.map(([name, member]) => [name, dropNullMembers(member)]));
}

/** What a merge patch removes (RFC 7396): null members outside arrays. */
export function findNullMembers(value: unknown): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    member === null ? [[name]] : findNullMembers(member).map((path) => [name, ...path]),
  );
}
