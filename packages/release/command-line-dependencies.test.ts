import { describe, expect, it } from 'vitest';
import { commandLineDependencies } from './bundle-command-line.ts';
import type { WorkspaceManifest } from './manifests.ts';

const facts = {
  version: '1.0.0',
  description: '',
  license: 'MIT',
  keywords: ['pdf'],
  sideEffects: false,
  exports: {},
};
const engine: WorkspaceManifest = {
  ...facts,
  name: 'engine',
  dependencies: { 'a-font': '^1.0.0', shrunk: '^2.0.0' },
};
const tool: WorkspaceManifest = {
  ...facts,
  name: 'tool',
  bin: { tool: './main.ts' },
  dependencies: { engine: '1.0.0', both: '^3.0.0', parser: '^4.0.0' },
};

describe('dependencies of a package with a bundled command line', () => {
  it('are its own and those of the packages inside the bundle, less what the bundle holds', () => {
    const found = commandLineDependencies([engine, tool], ['shrunk', 'parser', 'both'], ['engine', 'both']);
    expect(found).toEqual({ 'a-font': '^1.0.0', both: '^3.0.0', engine: '1.0.0' });
  });
});
