import { RequestInvalid } from '../errors/request-invalid.ts';

/** Levels of a body. The deepest request we know has five; what walks a body further on is recursive. */
const MAX_DEPTH = 32;

type Path = readonly (string | number)[];

/**
 * Refuses text that no database keeps and no font draws: NUL characters and halves of surrogate pairs, in values and in
 * names of members; and bodies nested deeper than any request. Throws `RequestInvalid` naming the first.
 */
export function refuseUnstorableText(body: unknown): void {
  const path = findUnstorableText(body, []);
  if (path === null) return;
  throw new RequestInvalid([
    { code: 'invalid_format', format: 'unicode', path: [...path], message: 'not storable as text' },
  ]);
}

function findUnstorableText(value: unknown, path: Path): Path | null {
  if (typeof value === 'string') return isStorable(value) ? null : path;
  if (typeof value !== 'object' || value === null) return null;
  if (path.length >= MAX_DEPTH) return path;
  for (const [name, member] of Object.entries(value)) {
    const found = isStorable(name)
      ? findUnstorableText(member, [...path, Array.isArray(value) ? Number(name) : name])
      : path;
    if (found !== null) return found;
  }
  return null;
}

function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}
