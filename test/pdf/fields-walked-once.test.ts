import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inlineToolkit } from '@countersign/toolkit';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { buildManyFieldForm } from '../../fixtures/build/large.ts';
import { buildSealKey } from '../../fixtures/build/seal-key.ts';
import { ObjectReader } from '../../packages/pdf/read/object-reader.ts';

const folder = mkdtempSync(join(tmpdir(), 'countersign-fields-walked-'));
afterAll(() => rmSync(folder, { recursive: true }));

const output = join(folder, 'output.pdf');
const FIELDS = 1000;

/** Returns how many dictionaries were read from their bytes, each as often as it was. */
async function countWalks(work: () => Promise<unknown>): Promise<number> {
  const read = vi.spyOn(ObjectReader.prototype, 'blockAt');
  try {
    await work();
    return read.mock.calls.length;
  } finally {
    read.mockRestore();
  }
}

/** Merging once read each field three times: to find signatures, to name fields and to move them. */
describe('each field of a form of 1,000 on 50 pages is read once', () => {
  const input = buildManyFieldForm(FIELDS);
  /** Pages and their tree, too. */
  const MOST = FIELDS * 1.2;

  test('to be merged with another form', async () => {
    const inputs = [input, input];
    const walks = await countWalks(() => inlineToolkit().merge({ inputs, output }));
    expect(walks).toBeGreaterThanOrEqual(inputs.length * FIELDS);
    expect(walks).toBeLessThan(inputs.length * MOST);
  });

  test('to be sealed', async () => {
    const toolkit = inlineToolkit({ signer: { kind: 'p12', ...(await buildSealKey()) } });
    const statement = { reason: 'All have signed', signedAt: '2026-11-29T10:00:00Z' };
    expect(await countWalks(() => toolkit.seal({ input, output, ...statement }))).toBeLessThan(MOST);
  });

  test('to be inspected and stripped as an upload', async () => {
    expect(await countWalks(() => inlineToolkit().inspectUpload({ input }))).toBeLessThan(MOST);
  });
});
