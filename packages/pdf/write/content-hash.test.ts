import { describe, expect, it } from 'vitest';
import { openBufferSource } from '../read/byte-source.ts';
import { ContentHash } from './content-hash.ts';
import type { Segment } from './pdf-bytes.ts';

function hashOf(...segments: readonly Segment[]): string {
  const hash = new ContentHash();
  for (const segment of segments) hash.add(segment);
  return hash.digest();
}

describe('the hash of what is written', () => {
  const text = Buffer.from('1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n');

  it('has 32 digits, the same for the same bytes', () => {
    expect(hashOf(text)).toMatch(/^[0-9a-f]{32}$/);
    expect(hashOf(Buffer.from(text))).toBe(hashOf(text));
  });

  it('changes in every part with every bit', () => {
    const hashes = new Set([hashOf(text)]);
    for (let bit = 0; bit < text.length * 8; bit += 1) {
      const changed = Buffer.from(text);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      hashes.add(hashOf(changed));
    }
    for (const part of [0, 8, 16, 24]) {
      expect(new Set([...hashes].map((hash) => hash.slice(part, part + 8))).size).toBe(text.length * 8 + 1);
    }
  });

  it('distinguishes lengths and orders', () => {
    const parts = [Buffer.from('ab'), Buffer.from('c')];
    const variants = [parts, [...parts].reverse(), [Buffer.from('abc')], [...parts, Buffer.alloc(1)], []];
    expect(new Set(variants.map((segments) => hashOf(...segments))).size).toBe(variants.length);
  });

  it('counts ranges of a source by their places, without reading them', () => {
    const source = openBufferSource(Buffer.alloc(100));
    const at = (start: number, length: number) => hashOf({ source, start, length });
    expect(new Set([at(1, 20), at(2, 20), at(1, 21)]).size).toBe(3);
    expect(source.bytesRead).toBe(0);
  });

  it('may be asked in between', () => {
    const hash = new ContentHash();
    hash.add(text);
    const first = hash.digest();
    expect(hash.digest()).toBe(first);
    hash.add(text);
    expect(hash.digest()).not.toBe(first);
  });
});
