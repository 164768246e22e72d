import { openBufferSource } from '@countersign/pdf';
import { expect, it } from 'vitest';
import { containsWord } from './search-bytes.ts';

const MEBIBYTE = 1024 * 1024;

it.each([0, MEBIBYTE - 4, MEBIBYTE - 1, MEBIBYTE, 2 * MEBIBYTE - 6, 3 * MEBIBYTE - 5])(
  'finds a word that begins at byte %i',
  (place) => {
    const bytes = Buffer.alloc(3 * MEBIBYTE);
    expect(containsWord(openBufferSource(bytes), '/Word')).toBe(false);
    bytes.write('/Word', place, 'latin1');
    expect(containsWord(openBufferSource(bytes), '/Word')).toBe(true);
  },
);
