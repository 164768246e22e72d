import { expect, test } from 'vitest';
import { openBufferSource } from './byte-source.ts';

test('a source over a Buffer returns its memory as a Uint8Array', () => {
  const buffer = Buffer.from('some bytes');
  const part = openBufferSource(buffer).read(5, 5);
  expect(part.constructor).toBe(Uint8Array);
  buffer[5] = 0x42;
  expect(String.fromCharCode(...part)).toBe('Bytes');
});
