import { PDFHexString, type PDFObject } from 'pdf-lib';
import { latin1 } from '../read/characters.ts';
import { stringBytes } from '../read/string-bytes.ts';

/** UTF-16BE, as one character a byte. */
const BYTE_ORDER_MARK = '\xfe\xff';

/** A string's bytes as a key of maps, one character a byte; undefined for any other object. */
export function byteKey(object: PDFObject | undefined): string | undefined {
  const bytes = stringBytes(object);
  return bytes === undefined ? undefined : latin1(bytes);
}

/** The string object of a key. */
export function byteString(key: string): PDFHexString {
  return PDFHexString.of(Buffer.from(key, 'latin1').toString('hex').toUpperCase());
}

/** New names for those of `own` that are in `taken` (`name#2`); adds all names that this input then has. */
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

/** Two bytes a character where the name has them, so that it stays readable. */
function number(name: string, copy: number): string {
  const suffix = `#${copy}`;
  return name + (name.startsWith(BYTE_ORDER_MARK) ? suffix.replace(/./g, '\0$&') : suffix);
}
