import fc from 'fast-check';
import { PDFHexString, PDFString } from 'pdf-lib';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { describe, expect, it } from 'vitest';
import { buildPdf, pageBodies } from '../testing/build-pdf.ts';
import { roundsOf } from '../testing/share.ts';
import {
  decodePdfDocEncoding,
  decodeTextBytes,
  decodeTextString,
  encodePdfDocEncoding,
  encodeTextString,
} from './strings.ts';

const ALL_CODES = Uint8Array.from({ length: 256 }, (_, code) => code);

async function titleByPdfjs(raw: string): Promise<unknown> {
  const bodies = { ...pageBodies(1), 9: `<< /Title ${raw} >>` };
  const bytes = new Uint8Array(buildPdf(bodies, { trailer: '/Info 9 0 R' }));
  const task = getDocument({ data: bytes, verbosity: 0 });
  const { info } = await (await task.promise).getMetadata();
  await task.destroy();
  return (info as { Title?: unknown }).Title;
}

describe('PDFDocEncoding', () => {
  it('has the characters of the standard', () => {
    expect(decodePdfDocEncoding(ALL_CODES.subarray(0x18, 0x20))).toBe('˘ˇˆ˙˝˛˚˜');
    expect(decodePdfDocEncoding(ALL_CODES.subarray(0x20, 0x7f))).toMatch(/^ !"#.*\|}~$/);
    expect(decodePdfDocEncoding(ALL_CODES.subarray(0x7f, 0xa1))).toBe(
      '\ufffd•†‡…—–ƒ⁄‹›−‰„“”‘’‚™ﬁﬂŁŒŠŸŽıłœšž\ufffd€',
    );
    expect(decodePdfDocEncoding(ALL_CODES.subarray(0xa1, 0xae))).toBe('¡¢£¤¥¦§¨©ª«¬\ufffd');
    expect(decodePdfDocEncoding(ALL_CODES.subarray(0xae))).toMatch(/^®¯°.*ýþÿ$/);
  });

  it('reads every defined code as pdf.js does', async () => {
    // pdf.js takes the dot above, 0x1b, for an escape.
    const codes = ALL_CODES.filter((code) => code !== 0x1b);
    const theirs = String(await titleByPdfjs(`<${Buffer.from(codes).toString('hex')}>`));
    const decoded = decodeTextBytes(codes);
    expect(theirs).toHaveLength(codes.length);
    // pdf.js leaves undefined codes as they are.
    expect([...codes].filter((_, index) => decoded[index] !== theirs[index])).toEqual([0x7f, 0x9f, 0xad]);
  });

  it('writes every character that it reads, controls apart', () => {
    const written = [...decodePdfDocEncoding(ALL_CODES)].map((character) => encodePdfDocEncoding(character));
    const unwritten = written.flatMap((bytes, code) => (bytes?.[0] === code ? [] : [code]));
    const controls = [...Array(0x18).keys()].filter((code) => ![0x09, 0x0a, 0x0d].includes(code));
    expect(unwritten).toEqual([...controls, 0x7f, 0x9f, 0xad]);
  });
});

describe('decodeTextString', () => {
  it.each([
    ['PDFDocEncoding', '(\x80 \xa0 caf\xe9)', '• € café'],
    ['UTF-16BE', '<FEFF00E5D83DDE00>', 'å😀'],
    ['UTF-16BE in a literal', '(\xfe\xff\\000A\\000\\()', 'A('],
    ['UTF-16LE, seen in the field', '<FFFEE5003DD800DE>', 'å😀'],
    ['UTF-8', '<EFBBBFC3A5F09F9880>', 'å😀'],
    ['an empty text with a mark', '<FEFF>', ''],
    ['half a pair', '<FEFFD83D0041>', '\ufffdA'],
    ['pairs in the wrong order', '<FEFFDE00D83D0041>', '\ufffd\ufffdA'],
    ['half a unit at the end', '<FEFF004100>', 'A'],
    ['broken UTF-8', '<EFBBBF41FF>', 'A\ufffd'],
    ['a language tag', '<FEFF001B0065006E001B00410042>', 'AB'],
    ['a language tag with a country', '<FEFF0041001B0065006E00470042001B0042>', 'AB'],
    ['a language tag in UTF-8', '<EFBBBF1B64651B41>', 'A'],
    ['an escape that starts no tag', '<FEFF001B0041>', '\u001bA'],
    ['a mark that is text', '(\xfe)', 'þ'],
  ])('reads %s', (_, raw, text) => {
    const inner = raw.slice(1, -1);
    expect(decodeTextString(raw.startsWith('<') ? PDFHexString.of(inner) : PDFString.of(inner))).toBe(text);
  });

  it('reads a text longer than the stack', () => {
    expect(decodeTextBytes(new Uint8Array(1_000_000).fill(0x80))).toHaveLength(1_000_000);
  });
});

describe('encodeTextString', () => {
  it.each([
    ['plain', '(plain)'],
    ['(a) \\ b', '(\\(a\\) \\\\ b)'],
    ['one\r\ntwo', '(one\\r\\ntwo)'],
    ['café • 5 €', '(caf\xe9 \x80 5 \xa0)'],
    ['', '()'],
    // PDFDocEncoding has no codes for no-break space and soft hyphen.
    ['a\u00a0b', '<FEFF006100A00062>'],
    ['漢😀', '<FEFF6F22D83DDE00>'],
    ['half \ud83d', '<FEFF00680061006C00660020FFFD>'],
    // PDFDocEncoding would begin with a byte order mark.
    ['þÿ', '<FEFF00FE00FF>'],
    ['ÿþ', '<FEFF00FF00FE>'],
    ['ï»¿', '<FEFF00EF00BB00BF>'],
  ])('encodes %j as %s', (text, raw) => {
    expect(String(encodeTextString(text))).toBe(raw);
  });

  it('writes what reads back as the same text', () => {
    const texts = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom(...decodePdfDocEncoding(ALL_CODES), '\\', '(', ')', '\r', '\n') }),
    );
    fc.assert(
      fc.property(texts, (text) => {
        // An escape may begin a language tag.
        fc.pre(!text.includes('\u001b'));
        expect(decodeTextString(encodeTextString(text))).toBe(text.replace(/\p{Surrogate}/gu, '\ufffd'));
      }),
      { numRuns: roundsOf(500) },
    );
  });

  it.each(['café • (5 €)', 'one\r\ntwo\ttab', '漢字 😀', 'þÿ'])('writes %j for pdf.js too', async (text) => {
    const raw = String(encodeTextString(text));
    expect(await titleByPdfjs(raw)).toBe(text);
  });
});
