import { safeFileName, splitName } from './file-name.ts';

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
