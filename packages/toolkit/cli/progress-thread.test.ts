import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startProgress } from './progress-thread.ts';

it('shows progress, is cleared for a line, and is removed at the end', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'progress-'));
  const path = join(folder, 'terminal');
  const descriptor = openSync(path, 'a');
  const shown = () => readFileSync(path, 'utf8');
  try {
    const progress = startProgress(descriptor, 1);
    await expect.poll(shown).toContain('working, 0 s');
    progress.clear();
    expect(shown()).toContain('\r\u001b[K');
    await progress.stop();
    expect(shown().lastIndexOf('working')).toBeLessThan(shown().lastIndexOf('\u001b[K'));
  } finally {
    closeSync(descriptor);
    rmSync(folder, { recursive: true });
  }
});
