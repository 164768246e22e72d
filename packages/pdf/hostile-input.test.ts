import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PdfError } from './errors.ts';
import { mergePdfs } from './merge/merge.ts';
import { openPdf } from './open-pdf.ts';
import { appendBlankPage } from './pages/page-content.ts';
import { inspect } from './read/preflight.ts';
import { type BuiltKind, buildPdf, pageBodies } from './testing/build-pdf.ts';
import { roundsOf } from './testing/share.ts';

const originals = (['table', 'stream', 'hybrid'] as const).map((kind: BuiltKind) =>
  buildPdf(pageBodies(3), { kind, compressed: [1, 2, 3, 5] }),
);

const changes = fc.array(fc.tuple(fc.nat(), fc.nat({ max: 255 })), { minLength: 1, maxLength: 8 });

describe('a file with any bytes changed', () => {
  it('is refused with a PdfError, or opens and is saved as a file that opens', () => {
    fc.assert(
      fc.property(fc.constantFrom(...originals), changes, fc.nat(), (original, list, cut) => {
        const bytes = Buffer.from(original);
        for (const [position, value] of list) bytes[position % bytes.length] = value;
        const saved = useFully(cut % 5 === 0 ? bytes.subarray(0, cut % bytes.length) : bytes);
        if (saved !== undefined) expect(openPdf(saved).pageCount).toBeGreaterThan(0);
      }),
      { numRuns: roundsOf(400) },
    );
  });
});

/** Performs every operation on a file; undefined if it was refused. Rethrows other errors. */
function useFully(bytes: Uint8Array): Uint8Array | undefined {
  try {
    const file = openPdf(bytes);
    inspect(file);
    for (const page of file.pages()) page.annotations();
    appendBlankPage(file);
    file.rewrite();
    mergePdfs([file]);
    return file.save().toBytes();
  } catch (error) {
    if (error instanceof PdfError) return undefined;
    throw error;
  }
}
