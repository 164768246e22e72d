import { createHash } from 'node:crypto';

export function describeFile(pages: number, signed: boolean): string {
  return `${pages} pages, ${signed ? 'signed' : 'not signed'}`;
}

/** Result of `fields`: their number and a hash of the sorted names. */
export function describeFields(names: readonly string[]): string {
  const hash = createHash('sha256')
    .update([...names].sort().join('\n'))
    .digest('hex');
  return `${names.length} fields, names ${hash.slice(0, 12)}`;
}

/** White space is left out, because every reader has its own. */
export function describeText(pages: number, characters: number): string {
  return `${pages} pages, ${characters} characters`;
}

export function countCharacters(text: string): number {
  return text.replace(/\s+/g, '').length;
}

/** /SigFlags of the form: a signature exists (ISO 32000-1 table 219). */
export const SIGNATURES_EXIST = 1;
