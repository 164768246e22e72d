import { describe, expect, it } from 'vitest';
import { publishableManifest } from './manifests.ts';

const source = {
  name: '@countersign/toolkit',
  version: '1.2.3',
  description: 'What it is',
  license: 'MIT',
  keywords: ['pdf'],
  sideEffects: false,
  exports: { '.': './index.ts', './attributes': './attributes/index.ts' },
  bin: { tool: './cli/main.ts' },
  peerDependencies: { 'pdf-lib': '^1.17.1' },
};
const root = {
  engines: { node: '>=20.19' },
  repository: { type: 'git', url: 'git+https://example.org/house.git' },
};

describe('the package.json that is packed', () => {
  it('points every export to its build, types first', () => {
    const { exports } = publishableManifest(source, root) as { exports: Record<string, object> };
    expect(exports['.']).toEqual({ types: './types/index.d.ts', default: './index.js' });
    expect(exports['./attributes']).toEqual({
      types: './types/attributes/index.d.ts',
      default: './attributes/index.js',
    });
    expect(Object.keys(exports['.'] ?? {})).toEqual(['types', 'default']);
  });

  it("takes common fields from the repository, with the package's folder", () => {
    expect(publishableManifest(source, root)).toMatchObject({
      engines: { node: '>=20.19' },
      repository: { type: 'git', url: 'git+https://example.org/house.git', directory: 'packages/toolkit' },
      bin: { tool: './cli/main.cjs' },
      peerDependencies: { 'pdf-lib': '^1.17.1' },
    });
  });

  it('is not private', () => {
    expect(publishableManifest({ ...source, private: true } as typeof source, root)).not.toHaveProperty(
      'private',
    );
  });
});
