import { expect, it } from 'vitest';
import { absoluteLinks } from './manifests.ts';

it('leads links of a packed README to the repository, and leaves addresses and anchors', () => {
  const markdown = '[a](../forms/README.md#x) [b](errors.ts) [c](https://example.com/) [d](#e)';
  const base = 'https://github.com/o/r/blob/main/packages';
  expect(absoluteLinks(markdown, 'packages/pdf', 'git+https://github.com/o/r.git')).toBe(
    `[a](${base}/forms/README.md#x) [b](${base}/pdf/errors.ts) [c](https://example.com/) [d](#e)`,
  );
});
