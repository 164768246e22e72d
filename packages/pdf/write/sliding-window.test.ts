import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type ByteSource, openBufferSource, openFileSource } from '../read/byte-source.ts';
import { SlidingWindow } from './byte-writer.ts';

const KIB = 1024;
const SIZE = 1024 * KIB;
/** Every byte is derived from its offset. */
const CONTENT = Uint8Array.from({ length: SIZE }, (_, offset) => (offset >> 8) ^ offset);

const folder = mkdtempSync(join(tmpdir(), 'sliding-window-'));
const path = join(folder, 'content');
writeFileSync(path, CONTENT);
const opened: ByteSource[] = [];
afterAll(() => {
  for (const source of opened) source.close();
  rmSync(folder, { recursive: true });
});

function openFile(): ByteSource {
  const source = openFileSource(path);
  opened.push(source);
  return source;
}

/** Offsets and lengths: neighbours, a jump, one longer than any read, the end, beyond it. */
const PLACES = [
  [0, 100],
  [90, 20 * KIB],
  [30 * KIB, 8 * KIB],
  [500 * KIB, 64],
  [600 * KIB, 200 * KIB],
  [SIZE - 10, 8 * KIB],
  [SIZE + 10, 8 * KIB],
] as const;

describe.each([
  ['a file', openFile],
  ['a buffer', () => openBufferSource(CONTENT)],
])('over %s', (_, open) => {
  it('shows the requested bytes', () => {
    const window = new SlidingWindow(open());
    for (const [offset, length] of PLACES) {
      window.show(offset, length);
      const shown = window.bytes.subarray(offset - window.base, offset - window.base + length);
      expect(Buffer.compare(shown, CONTENT.subarray(offset, offset + length)), `${offset}`).toBe(0);
      expect([...window.peek(17, 3)]).toEqual([...CONTENT.subarray(17, 20)]);
    }
  });
});

it('reads little after a jump, and more with every sequential step', () => {
  const source = openFile();
  const window = new SlidingWindow(source);
  for (const offset of [200, 400, 600, 800]) window.show(offset * KIB, KIB);
  expect(source.bytesRead).toBe(4 * 16 * KIB);
  for (let offset = 0; offset < SIZE; offset += KIB) window.show(offset, KIB);
  expect(source.bytesRead).toBeLessThan(SIZE + 5 * 16 * KIB);
});
