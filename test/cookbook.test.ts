import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fixturePath } from '../fixtures/fixture-path.ts';

const ROOT = join(import.meta.dirname, '..');

interface Example {
  readonly heading: string;
  readonly code: string;
  /** What the page says that it prints; undefined if the page says nothing. */
  readonly printed: string | undefined;
}

/** Imports the examples one after the other in its working folder, and returns what each printed. */
const RUNNER = `
import { format } from 'node:util';
import { writeFileSync } from 'node:fs';
const outputs = [];
for (let number = 0; number < Number(process.argv[2]); number += 1) {
  const lines = [];
  console.log = (...values) => lines.push(format(...values));
  try {
    await import('./example-' + number + '.mjs');
    outputs.push(lines.join('\\n'));
  } catch (error) {
    outputs.push(String(error.stack));
  }
}
writeFileSync('outputs.json', JSON.stringify(outputs));
`;

const examples = readExamples(readFileSync(join(ROOT, 'docs/cookbook.md'), 'utf8'));
let folder: string;
let outputs: readonly string[];

beforeAll(() => {
  // Packages are found here, and no other test looks.
  folder = mkdtempSync(join(ROOT, 'node_modules/.cookbook-'));
  copyFileSync(fixturePath('encrypted/user-password.pdf'), join(folder, 'secret.pdf'));
  writeFileSync(join(folder, 'run.mjs'), RUNNER);
  for (const [number, { code }] of examples.entries())
    writeFileSync(join(folder, `example-${number}.mjs`), code);
  execFileSync(process.execPath, ['run.mjs', String(examples.length)], { cwd: folder, stdio: 'pipe' });
  outputs = JSON.parse(readFileSync(join(folder, 'outputs.json'), 'utf8'));
});

afterAll(() => rmSync(folder, { recursive: true }));

it.each(examples.map((example, number) => ({ ...example, number })))(
  '$heading (example $number) does what it says',
  ({ number, printed }) => {
    const output = outputs[number] ?? '';
    expect(output).not.toMatch(/^\w*Error\b/);
    if (printed !== undefined) expect(output.trimEnd()).toBe(printed.trimEnd());
  },
);

it('there are the everyday tasks, each beside pdf-lib where that has it', () => {
  const headings = new Set(examples.map(({ heading }) => heading).filter((heading) => /^\d/.test(heading)));
  expect(headings.size).toBeGreaterThanOrEqual(30);
  expect(examples.length).toBeGreaterThan(headings.size + 15);
});

function readExamples(page: string): Example[] {
  const found: Example[] = [];
  let heading = '';
  for (const [, title, code, printed] of page.matchAll(
    /^#{2,3} (.+)$|^```ts\n([\s\S]*?)^```(?:\n\n```text\n([\s\S]*?)^```)?/gm,
  )) {
    if (title !== undefined) heading = title;
    else found.push({ heading, code: code ?? '', printed });
  }
  return found;
}
