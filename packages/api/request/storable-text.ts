import { invalid, refuseProblems } from '@countersign/signing';

/**
 * Refuses text that no database keeps and no font draws: NUL characters and halves of surrogate pairs, in values and in
 * names of members. Throws `invalid_request` naming the first. The depth of the body was checked before it was parsed.
 */
export function refuseUnstorableText(body: unknown): void {
  const path = findUnstorableText(body);
  if (path !== null) refuseProblems([invalid(path.join('.'), 'characters')]);
}

/** The path of the text below the value. */
function findUnstorableText(value: unknown): readonly string[] | null {
  if (typeof value === 'string') return isStorable(value) ? null : [];
  if (typeof value !== 'object' || value === null) return null;
  for (const [name, member] of Object.entries(value)) {
    if (!isStorable(name)) return [];
    const below = findUnstorableText(member);
    if (below !== null) return [name, ...below];
  }
  return null;
}

/** Whether a database can keep the text. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}
