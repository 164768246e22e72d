import { replaceHidden, toVisibleLine } from '@countersign/base/text';

/** These characters are forbidden on at least one system in use. */
const FORBIDDEN = /[/\\:*?"<>|]/g;
/** Windows reserves these names, whatever the extension and also before spaces. */
const DEVICE = /^(con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]) *(\.|$)/i;
/** UTF-8 bytes. File systems allow 255, and ` (2)` may be added. */
const MAX_NAME_BYTES = 200;
/** UTF-16 units, with the dot; longer ones are not extensions. */
const MAX_EXTENSION = 16;

export function pdfFileName(documentName: string): string {
  const name = toVisibleLine(documentName)
    .replace(/\.pdf$/i, '')
    .replace(/^[\s.]+|[\s.]+$/gu, '');
  return safeFileName(`${name === '' ? 'document' : name}.pdf`);
}

/** The name suits every file system. Returns an empty text if nothing is left. */
function safeFileName(name: string): string {
  const seen = replaceHidden(name.toWellFormed().normalize('NFC'), () => '').replace(FORBIDDEN, '_');
  // A dot or space at an end is dropped or hides the file on some systems.
  const trimmed = cut(seen.replace(/^[\s.]+/u, '')).replace(/[\s.]+$/u, '');
  return DEVICE.test(trimmed) ? `_${trimmed}` : trimmed;
}

function cut(name: string): string {
  if (Buffer.byteLength(name) <= MAX_NAME_BYTES) return name;
  const [base, extension] = splitName(name);
  let kept = '';
  for (const { segment } of new Intl.Segmenter().segment(base.slice(0, MAX_NAME_BYTES))) {
    if (Buffer.byteLength(kept + segment + extension) > MAX_NAME_BYTES) break;
    kept += segment;
  }
  // One letter may be longer than a name, such as a chain of joined emoji.
  return (kept.trimEnd() || '_') + extension;
}

function splitName(name: string): [base: string, extension: string] {
  const dot = name.lastIndexOf('.');
  if (dot <= 0 || name.length - dot > MAX_EXTENSION) return [name, ''];
  return [name.slice(0, dot), name.slice(dot)];
}

const NO_NAME = 'attachment';

/** Safe for every file system and unique without regard to case; `reserved` is not used. */
export function attachmentNames(given: readonly string[], reserved: readonly string[]): readonly string[] {
  const taken = new Set(reserved.map(fold));
  const lastNumbers = new Map<string, number>();
  return given.map((name) => {
    const free = findFree(safeFileName(name) || NO_NAME, taken, lastNumbers);
    taken.add(fold(free));
    return free;
  });
}

/** `lastNumbers`, so that many equal names take linear time. */
function findFree(name: string, taken: ReadonlySet<string>, lastNumbers: Map<string, number>): string {
  if (!taken.has(fold(name))) return name;
  const [base, extension] = splitName(name);
  for (let number = (lastNumbers.get(fold(name)) ?? 1) + 1; ; number++) {
    const numbered = `${base} (${number})${extension}`;
    if (taken.has(fold(numbered))) continue;
    lastNumbers.set(fold(name), number);
    return numbered;
  }
}

function fold(name: string): string {
  return name.normalize('NFC').toLowerCase();
}
