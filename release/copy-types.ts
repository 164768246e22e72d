import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

/** `from './a.ts'`, `import './a.ts'` and `import('./a.ts')`, as declarations have them. */
const RELATIVE_IMPORT = /(\bfrom\s*|\bimport\s*\(?\s*)(['"])(\.{1,2}\/[^'"]+)\.ts\2/g;

/**
 * Copies the declarations that the given ones lead to, and no others (`tsc -b` makes those of tests too). Their imports
 * say `.js`: a reader of the published package finds no `.ts` there. Returns the text of all of them.
 */
export function copyTypes(from: string, to: string, doors: readonly string[]): string {
  const copied: string[] = [];
  const waiting = [...doors];
  for (const path of waiting) {
    const text = readFileSync(join(from, path), 'utf8');
    for (const [, , , target] of text.matchAll(RELATIVE_IMPORT)) {
      const next = posix.join(posix.dirname(path), `${target}.d.ts`);
      if (!waiting.includes(next)) waiting.push(next);
    }
    copied.push(text);
    mkdirSync(dirname(join(to, path)), { recursive: true });
    writeFileSync(join(to, path), text.replaceAll(RELATIVE_IMPORT, '$1$2$3.js$2'));
  }
  return copied.join('\n');
}
