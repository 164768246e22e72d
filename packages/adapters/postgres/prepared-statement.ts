const MARKER = /^\/\* prepared: ([\w-]+) \*\//;

/**
 * For statements of nearly every request: each connection parses and plans them once. They name their
 * columns, because a prepared `SELECT *` fails when a newer release adds one.
 */
export function asPrepared(name: string, text: string): string {
  return `/* prepared: ${name} */ ${text}`;
}

export function findPreparedName(text: string): string | undefined {
  return MARKER.exec(text)?.[1];
}
