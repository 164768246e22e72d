import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { PUBLISHED, sourceFolder } from '../../packages/release/manifests.ts';
import { type ReadmeExample, readExamples } from './readme-examples.ts';
import { NODES, runNode } from './run-node.ts';

const folder = inject('freshProject');
const examples = PUBLISHED.flatMap((name) =>
  readExamples(name, readFileSync(`${sourceFolder(name)}/README.md`, 'utf8')),
);

describe('every README', () => {
  it.each(PUBLISHED)('of %s has a whole example', (name) => {
    expect(examples.some((example) => example.name === `${name}-1`)).toBe(true);
  });
});

describe.skipIf(folder === '').each(NODES)('on %s', (_, node) => {
  const workplace = join(folder, `examples-${node.major}`);

  it.each(examples)(
    'the example $name prints what the README says',
    ({ name, code, output }: ReadmeExample) => {
      mkdirSync(workplace, { recursive: true });
      // Node 20 does not strip types, so the examples are JavaScript too.
      writeFileSync(join(workplace, `${name}.js`), code);
      const { status, stdout, stderr } = runNode(node, [`${name}.js`], workplace);
      expect(stderr).toBe('');
      expect(stdout).toBe(output);
      expect(status).toBe(0);
    },
  );
});
