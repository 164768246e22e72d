type Members = Readonly<Record<string, unknown>>;

/** RFC 7396, with the nulls as paths of members to remove. */
export function mergePatch(value: unknown, patch: unknown, removed: readonly (readonly string[])[]): unknown {
  return removed.reduce(removeMember, merge(value, patch));
}

function merge(value: unknown, patch: unknown): unknown {
  if (!isMembers(patch)) return patch;
  const before = isMembers(value) ? value : {};
  const changed = Object.entries(patch).map(([name, member]) => [name, merge(before[name], member)]);
  return { ...before, ...Object.fromEntries(changed) };
}

function removeMember(value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (!isMembers(value) || name === undefined || !Object.hasOwn(value, name)) return value;
  if (rest.length > 0) return { ...value, [name]: removeMember(value[name], rest) };
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== name));
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
