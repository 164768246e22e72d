import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BLOCK_SIZE, openFileSource } from './byte-source.ts';

const CONTENTS = Uint8Array.from({ length: 700_001 }, (_, at) => (at * 7 + (at >> 9)) % 253);

describe('reading from a file what is not asked for again', () => {
  let folder = '';
  let path = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'read-once-'));
    path = join(folder, 'large.bin');
    writeFileSync(path, CONTENTS);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('returns the same bytes as any other reading, in every order', () => {
    const read = fc.tuple(
      fc.nat({ max: CONTENTS.length + 5000 }),
      fc.integer({ min: -5, max: 9000 }),
      fc.boolean(),
    );
    fc.assert(
      fc.property(fc.array(read, { maxLength: 30 }), (reads) => {
        const source = openFileSource(path);
        for (const [offset, length, isOnce] of reads) {
          const part = isOnce ? source.readOnce?.(offset, length) : source.read(offset, length);
          const expected = CONTENTS.subarray(offset, Math.max(offset, offset + length));
          expect(Buffer.compare(part ?? Buffer.alloc(0), expected)).toBe(0);
        }
        source.close();
      }),
    );
  });

  it('caches no block for a single read, and a block once it is read again', () => {
    const source = openFileSource(path);
    for (let at = 0; at < 10; at += 1) source.readOnce?.(at * 60_000, 100);
    expect(source.bytesRead).toBe(1000);
    for (let at = 0; at < 10; at += 1) source.readOnce?.(10 * 60_000 + at * 100, 100);
    expect(source.bytesRead - 1000).toBe(100 + BLOCK_SIZE);
    source.close();
  });
});
