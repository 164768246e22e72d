import { PDFHexString, type PDFObject } from 'pdf-lib';
import { latin1 } from '../read/characters.ts';
import { stringBytes } from '../read/string-bytes.ts';

/** UTF-16BE, in Latin-1. */
const BYTE_ORDER_MARK = '\xfe\xff';

export function byteKey(object: PDFObject | undefined): string | undefined {
  const bytes = stringBytes(object);
  return bytes === undefined ? undefined : latin1(bytes);
}

export function byteString(key: string): PDFHexString {
  return PDFHexString.of(Buffer.from(key, 'latin1').toString('hex').toUpperCase());
}

/** `name#2` for names in `taken`, which gets all resulting names. */
export function renameTaken(own: Iterable<string>, taken: Set<string>): Map<string, string> {
  const names = new Set(own);
  const renamed = new Map<string, string>();
  for (const name of names) {
    if (!taken.has(name)) continue;
    let copy = 2;
    while (taken.has(number(name, copy)) || names.has(number(name, copy))) copy += 1;
    renamed.set(name, number(name, copy));
  }
  for (const name of names) taken.add(renamed.get(name) ?? name);
  return renamed;
}

/** In UTF-16 if the name is. */
function number(name: string, copy: number): string {
  const suffix = `#${copy}`;
  return name + (name.startsWith(BYTE_ORDER_MARK) ? suffix.replace(/./g, '\0$&') : suffix);
}
