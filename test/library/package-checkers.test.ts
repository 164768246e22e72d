import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { PUBLISHED, ROOT } from '../../packages/release/manifests.ts';

const folder = inject('freshProject');

function tarballOf(name: string): string {
  const file = readdirSync(join(folder, 'tarballs')).find((entry) =>
    entry.startsWith(`countersign-${name}-`),
  );
  return join(folder, 'tarballs', file ?? 'none');
}

function runTool(script: string, args: readonly string[]) {
  return spawnSync(process.execPath, [join(ROOT, 'node_modules', script), ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1' },
  });
}

describe.skipIf(folder === '').each(PUBLISHED)('the tarball of %s', (name) => {
  it('is clean for publint', () => {
    const { status, stdout } = runTool('publint/src/cli.js', ['run', tarballOf(name), '--strict']);
    expect(stdout).toContain('All good!');
    expect(status).toBe(0);
  });

  // ESM only: the profile excludes `require` from Node 10 and CommonJS.
  it('has the right types for every way to resolve it', () => {
    const { status, stdout } = runTool('@arethetypeswrong/cli/dist/index.js', [
      tarballOf(name),
      '--profile',
      'esm-only',
      '--no-color',
      '--no-emoji',
    ]);
    expect(stdout).toContain(`"@countersign/${name}"`);
    expect(status, stdout).toBe(0);
  });
});
