import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

/** Matches relative imports in declarations: `from './a.ts'`, `import './a.ts'`, `import('./a.ts')`. */
const RELATIVE_IMPORT = /(\bfrom\s*|\bimport\s*\(?\s*)(['"])(\.{1,2}\/[^'"]+)\.ts\2/g;

/** Copies the declarations reachable from the given ones, with `.js` imports as published. Returns their text. */
export function copyTypes(from: string, to: string, entries: readonly string[]): string {
  const copied: string[] = [];
  const waiting = [...entries];
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
