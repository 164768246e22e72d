import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

/** What the example of a README has from its reader. */
const GIVEN = `import type { Readable } from 'node:stream';
import type { Caller } from '@countersign/identity';
import type { SigningDeps } from '@countersign/signing';
declare const base: string;
declare const caller: Caller;
declare const stream: Readable;
declare const deps: SigningDeps;
const { database, rateCounts, blobs, toolkit, notifier, webhookSender, messages, clock, ids, sealCertificate, sealingLog } = deps;
`;

it('the example of packages/signing/README.md compiles', () => {
  const readme = readFileSync(join(ROOT, 'packages/signing/README.md'), 'utf8');
  const [, example = ''] = /```ts\n(.*?)```/s.exec(readme) ?? [];
  // Where packages are found, and no other test looks.
  const folder = mkdtempSync(join(ROOT, 'node_modules/.example-'));
  try {
    writeFileSync(join(folder, 'example.ts'), GIVEN + example);
    const config = {
      extends: '../../tsconfig.base.json',
      compilerOptions: { composite: false, emitDeclarationOnly: false, noEmit: true },
      files: ['example.ts', '../../packages/assistant/untyped-modules.d.ts'],
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
    expect(compile(folder)).toBe('');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

/** Returns what the compiler says. */
function compile(folder: string): string {
  try {
    return execFileSync(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', folder], {
      encoding: 'utf8',
    });
  } catch (error) {
    return String(Object(error).stdout);
  }
}
