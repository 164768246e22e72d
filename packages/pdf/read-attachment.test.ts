import { PDFDict, PDFName } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { attachFile, readAttachment } from './attachments.ts';
import { openPdf } from './open-pdf.ts';
import { lookupArray } from './read/lookup.ts';
import { buildPdf, pageBodies } from './testing/build-pdf.ts';

const LIMIT = 1000;

function withAttached(...attached: readonly [name: string, text: string][]) {
  const file = openPdf(buildPdf(pageBodies(1)));
  for (const [name, text] of attached) {
    attachFile(file, { name, bytes: Buffer.from(text), mimeType: 'text/plain', relationship: 'Data' });
  }
  return openPdf(file.save().toBytes());
}

describe('readAttachment', () => {
  it('gives the bytes of the one with that name', () => {
    const file = withAttached(['a.txt', 'first'], ['bä ✍.txt', 'second']);
    expect(readAttachment(file, 'a.txt', LIMIT)).toEqual(new Uint8Array(Buffer.from('first')));
    expect(Buffer.from(readAttachment(file, 'bä ✍.txt', LIMIT) ?? []).toString()).toBe('second');
    expect(readAttachment(file, 'c.txt', LIMIT)).toBeUndefined();
    expect(readAttachment(openPdf(buildPdf(pageBodies(1))), 'a.txt', LIMIT)).toBeUndefined();
  });

  it('refuses more bytes than it may', () => {
    const file = withAttached(['bomb.txt', 'x'.repeat(LIMIT + 1)]);
    const tooComplex = expect.objectContaining({ code: 'too_complex' });
    expect(() => readAttachment(file, 'bomb.txt', LIMIT)).toThrow(tooComplex);
    const plain = withAttached(['plain.txt', '']);
    const [specification] = lookupArray(plain.catalog, 'AF')?.asArray() ?? [];
    const embedded = plain.context.register(plain.context.stream('x'.repeat(LIMIT + 1)));
    const entries = plain.context.lookup(specification, PDFDict).lookup(PDFName.of('EF'), PDFDict);
    entries.set(PDFName.of('F'), embedded);
    expect(() => readAttachment(plain, 'plain.txt', LIMIT)).toThrow(tooComplex);
  });

  it('ignores entries that are not attachments', () => {
    const file = withAttached(['a.txt', 'first']);
    const list = lookupArray(file.catalog, 'AF');
    for (const item of [PDFName.of('No'), file.context.obj({ Type: 'Filespec' }), file.context.obj([])]) {
      list?.push(item);
    }
    const empty = PDFDict.withContext(file.context);
    empty.set(PDFName.of('Type'), PDFName.of('Filespec'));
    empty.set(PDFName.of('UF'), file.context.obj({}));
    list?.push(empty);
    expect(Buffer.from(readAttachment(file, 'a.txt', LIMIT) ?? []).toString()).toBe('first');
  });
});
