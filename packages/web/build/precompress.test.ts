import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { precompress } from './plugins.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'countersign-precompress-'));
  mkdirSync(join(root, 'dist'));
});
afterEach(() => rmSync(root, { recursive: true }));

function buildPage(script: string) {
  writeFileSync(join(root, 'main.js'), script);
  const dist = join(root, 'dist');
  const input = join(root, 'main.js');
  const output = { entryFileNames: '[name].js' };
  const options = { outDir: dist, rolldownOptions: { input, output } };
  return build({ root, configFile: false, logLevel: 'silent', plugins: [precompress(dist)], build: options });
}

const readDist = () => readdirSync(join(root, 'dist')).toSorted();

// A build that was interrupted while it compressed counted as complete: pages were sent uncompressed from then on.
it('marks a build as complete after the compressed copies', async () => {
  await buildPage(`console.log(${JSON.stringify('text '.repeat(1000))});`);
  expect(readDist()).toEqual(['complete', 'main.js', 'main.js.br', 'main.js.gz']);
});

it('marks no build that failed', async () => {
  await expect(buildPage("import './missing.js';")).rejects.toThrow('missing');
  expect(readDist()).toEqual([]);
});
