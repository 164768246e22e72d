import { invalid, refuseProblems } from '@countersign/signing';

/** NUL characters and lone surrogates. Throws `invalid_request` for the first. */
export function refuseUnstorableText(body: unknown): void {
  const path = findUnstorableText(body);
  if (path !== null) refuseProblems([invalid(path.join('.'), 'characters')]);
}

/** By the name of the parameter. Throws `invalid_request`. */
export function refuseUnstorableParameters(parameters: URLSearchParams): void {
  for (const [name, value] of parameters) refuseUnstorableText({ [name]: value });
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
