import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createReadinessCheck } from './readiness.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-readiness-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Parts that can be taken away, and a clock. */
function buildParts(isShared: boolean) {
  const away = new Set<'database' | 'storage' | 'seal' | 'disk'>();
  const state = { away, now: 1_000_000, writes: 0 };
  const failIfAway = (part: 'database' | 'storage' | 'seal') => {
    if (away.has(part)) throw new Error(`no ${part}`);
  };
  const check = createReadinessCheck({
    database: { ping: async () => failIfAway('database') },
    blobs: {
      async checkWritable() {
        state.writes += 1;
        failIfAway('storage');
      },
      scratchPath: async (extension) => join(folder, `file.${extension}`),
    },
    shared: { database: isShared, storage: isShared },
    readSeal: () => {
      failIfAway('seal');
      return [];
    },
    listProviderWarnings: async () => [{ code: 'e_id_unavailable', message: 'away' }],
    clock: { now: () => new Date(state.now) },
  });
  return { ...state, state, check };
}

describe('readiness', () => {
  it('[R07-02] stays while a part is away that every node needs, and warns', async () => {
    const { away, check } = buildParts(true);
    away.add('database').add('storage').add('seal');
    const { status, warnings } = await check();
    expect(status).toBe('degraded');
    expect(warnings.map(({ code }) => code)).toEqual([
      'database_unavailable',
      'storage_unavailable',
      'seal_unavailable',
    ]);
    away.clear();
    expect(await check()).toMatchObject({ status: 'ready', warnings: [{ code: 'e_id_unavailable' }] });
  });

  it('[R07-02] ends while a part of the node alone is away', async () => {
    const { state, away, check } = buildParts(false);
    for (const part of ['database', 'storage'] as const) {
      away.add(part);
      state.now += 3000;
      await expect(check()).rejects.toMatchObject({ code: `${part}_unavailable`, details: [{ path: part }] });
      away.delete(part);
    }
    away.add('seal');
    expect(await check()).toMatchObject({ status: 'degraded', warnings: [{ code: 'seal_unavailable' }] });
  });

  it('[R07-02] ends while the bucket cannot be used because of the disk of the node', async () => {
    const { away, check } = buildParts(true);
    away.add('storage');
    expect(await check()).toMatchObject({ status: 'degraded' });
    rmSync(folder, { recursive: true });
    await expect(check()).rejects.toMatchObject({ code: 'storage_unavailable' });
  });

  it('writes to the store once in three seconds, and at once again after a failure', async () => {
    const { state, away, check } = buildParts(false);
    for (let count = 0; count < 5; count += 1) await check();
    expect(state.writes).toBe(1);
    away.add('storage');
    state.now += 3000;
    await expect(check()).rejects.toMatchObject({ code: 'storage_unavailable' });
    away.clear();
    await check();
    expect(state.writes).toBe(3);
  });
});
