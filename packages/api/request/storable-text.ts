import { invalid, refuseProblems } from '@countersign/signing';

type Path = readonly (string | number)[];

/**
 * Refuses text that no database keeps and no font draws: NUL characters and halves of surrogate pairs, in values and in
 * names of members. Throws `invalid_request` naming the first. The depth of the body was checked before.
 */
export function refuseUnstorableText(body: unknown): void {
  const path = findUnstorableText(body, []);
  if (path !== null) refuseProblems([invalid(path.join('.'), 'characters')]);
}

function findUnstorableText(value: unknown, path: Path): Path | null {
  if (typeof value === 'string') return isStorable(value) ? null : path;
  if (typeof value !== 'object' || value === null) return null;
  for (const [name, member] of Object.entries(value)) {
    const found = isStorable(name)
      ? findUnstorableText(member, [...path, Array.isArray(value) ? Number(name) : name])
      : path;
    if (found !== null) return found;
  }
  return null;
}

/** Whether a database can keep the text. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}
