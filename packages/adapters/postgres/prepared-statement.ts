const MARKER = /^\/\* prepared: ([\w-]+) \*\//;

/**
 * Marks a statement of nearly every request: each connection to a server parses and plans it once. It names its columns,
 * because a prepared `SELECT *` fails when a newer release adds one.
 */
export function asPrepared(name: string, text: string): string {
  return `/* prepared: ${name} */ ${text}`;
}

/** Returns the name of a statement that `asPrepared` marked. */
export function findPreparedName(text: string): string | undefined {
  return MARKER.exec(text)?.[1];
}
