import { PDFRef, PDFStream } from 'pdf-lib';
import { describe, expect, it, vi } from 'vitest';
import { openPdf } from '../open-pdf.ts';
import { appendPageContent } from '../pages/page-content.ts';
import { buildPdf, pageBodies } from '../testing/build-pdf.ts';

/**
 * Found by the fuzzer: a page lists one broken stream thousands of times. Inflating each took four seconds and 500
 * MB.
 */
const TIMES = 5_000;

describe.each([
  ['broken', '/Filter [/FlateDecode /FlateDecode] /Length 9', 'no zlib !'],
  ['sound', '/Length 9', '0 0 9 9 re'],
])('a page that lists one %s content stream thousands of times', (_, entries, data) => {
  it('has it decoded once for all', () => {
    const bodies = pageBodies(1);
    bodies[3] = bodies[3]?.replace('/Contents 4 0 R', `/Contents [${'4 0 R '.repeat(TIMES)}]`) ?? '';
    bodies[4] = `<< ${entries} >>\nstream\n${data}\nendstream`;
    const file = openPdf(buildPdf(bodies));
    const stream = file.context.lookup(PDFRef.of(4), PDFStream);
    const reads = vi.spyOn(stream, 'getContents');
    appendPageContent(file, file.page(0), '0 0 5 5 re f');
    expect(reads.mock.calls.length).toBeGreaterThan(0);
    expect(reads.mock.calls.length).toBeLessThanOrEqual(2);
    expect(openPdf(file.save().toBytes()).pageCount).toBe(1);
  });
});
