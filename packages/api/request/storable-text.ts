import { invalid, refuseProblems } from '@countersign/signing';

/** NUL characters and lone surrogates. Throws `invalid_request` for the first. */
export function refuseUnstorableText(body: unknown): void {
  const path = findUnstorableText(body);
  if (path !== null) refuseProblems([invalid(path.join('.'), 'characters')]);
}

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

export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}
