import { PDFName } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { POOLS } from './object-pools.ts';
import { decodeName } from './strings.ts';

const bytesOf = (name: string) => Uint8Array.from(Buffer.from(name, 'latin1'));

describe('the pool of names', () => {
  // The pool has 4,096 slots.
  it('tells names apart that share a slot', () => {
    const names = Array.from({ length: 10_000 }, (_, number) => `name${number}`);
    for (const name of names) {
      expect(POOLS.nameText(bytesOf(name), 0, name.length)).toBe(name);
      expect(POOLS.name(bytesOf(name), 0, name.length)).toBe(PDFName.of(name));
    }
  });

  it.each(['Sig', 'S#69g', 'S#', '#c3#a4', '', 'x'.repeat(65), `${'x'.repeat(65)}#20`])(
    'reads the text of /%s as from the object',
    (name) => {
      const bytes = bytesOf(name);
      expect(POOLS.nameText(bytes, 0, bytes.length)).toBe(decodeName(POOLS.name(bytes, 0, bytes.length)));
    },
  );
});
