/** One SQL statement as the driver gets it. */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
  /** Of a prepared one. */
  readonly name?: string | undefined;
}

/** Ids and hashes. */
const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\b[0-9a-f]{64}\b/g;

/** Ids that statements of one request have, and those of another do not: made by the request. */
export function findNewIds(one: readonly Statement[], other: readonly Statement[]): ReadonlySet<string> {
  const known = listIds(other);
  return new Set([...listIds(one)].filter((id) => !known.has(id)));
}

function listIds(statements: readonly Statement[]): Set<string> {
  return new Set(JSON.stringify(statements.map(({ values }) => values)).match(ID));
}

/** The values with the ids replaced, every occurrence of one by the same. */
export function renewIds(value: unknown, renew: (id: string) => string): unknown {
  if (typeof value === 'string') return value.replaceAll(ID, renew);
  return Array.isArray(value) ? value.map((entry) => renewIds(entry, renew)) : value;
}
