import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import zlib from 'node:zlib';
import { complaintsOfQpdf, hasPrograms, runProgram } from '@countersign/pdf/testing';
import { inlineToolkit } from '@countersign/toolkit';
import { afterAll, describe, expect, it } from 'vitest';
import { fixturePath } from '../../fixtures/fixture-path.ts';
import { buildPdf, pageBodies } from '../../packages/pdf/testing/build-pdf.ts';

const folder = mkdtempSync(join(tmpdir(), 'countersign-merge-streams-'));
const output = join(folder, 'merged.pdf');
const toolkit = inlineToolkit();

afterAll(() => rmSync(folder, { recursive: true }));

type Inflate = (...args: unknown[]) => unknown;
const INFLATES = ['inflateSync', 'inflateRawSync', 'unzipSync', 'inflate', 'inflateRaw', 'unzip'] as const;

async function countInflations(work: () => Promise<unknown>): Promise<number> {
  const functions = zlib as unknown as Record<string, Inflate>;
  const originals = INFLATES.map((name) => [name, functions[name]] as const);
  let count = 0;
  for (const [name, original] of originals) {
    functions[name] = (...args) => {
      count += 1;
      return original?.(...args);
    };
  }
  syncBuiltinESMExports();
  try {
    await work();
    return count;
  } finally {
    for (const [name, original] of originals) if (original) functions[name] = original;
    syncBuiltinESMExports();
  }
}

const stream = (entries: string, data: string) =>
  `<< ${entries} /Length ${data.length} >>\nstream\n${data}\nendstream`;

/** A page with a picture and a font file that are equal in every file, and distinct content. */
function compressed(word: string, font = 'a font file'): Uint8Array {
  const deflate = (text: string) => zlib.deflateSync(text).toString('latin1');
  const flate = (entries: string, text: string) => stream(`${entries} /Filter /FlateDecode`, deflate(text));
  const image =
    '/Type /XObject /Subtype /Image /Width 2 /Height 2 /BitsPerComponent 8 /ColorSpace /DeviceGray';
  return buildPdf({
    1: '<< /Type /Catalog /Pages 2 0 R >>',
    2: '<< /Type /Pages /Count 1 /Kids [3 0 R] /MediaBox [0 0 99 99] /Resources 7 0 R >>',
    3: '<< /Type /Page /Parent 2 0 R /Contents 4 0 R >>',
    4: flate('', `BT /F 9 Tf 9 9 Td (${word}) Tj ET q 9 0 0 9 0 0 cm /I Do Q`),
    5: flate(image, 'grey'),
    7: '<< /XObject << /I 5 0 R >> /Font << /F 8 0 R >> >>',
    8: '<< /Type /Font /Subtype /TrueType /BaseFont /X /FirstChar 32 /LastChar 32 /Widths [500] /FontDescriptor 9 0 R >>',
    9: '<< /Type /FontDescriptor /FontName /X /Flags 32 /FontFile2 10 0 R >>',
    10: flate('', font),
  });
}

describe('streams of merged files', () => {
  it('are never inflated', async () => {
    const inputs = [compressed('one'), compressed('two'), compressed('three', 'another font file')];
    expect(await countInflations(() => toolkit.merge({ inputs, output }))).toBe(0);
    expect((await toolkit.inspect({ input: output })).pages).toBe(3);
  });

  it('are inflated where they hold objects or the cross-reference, once each', async () => {
    const packed = fixturePath('plain/object-streams.pdf');
    const holders =
      readFileSync(packed)
        .toString('latin1')
        .match(/\/Type \/(ObjStm|XRef)/g) ?? [];
    const count = await countInflations(() => toolkit.merge({ inputs: [packed, compressed('two')], output }));
    expect([holders.length > 1, count]).toEqual([true, holders.length]);
  });

  it('that cannot be inflated are copied as they are', async () => {
    const broken = stream('/Filter /FlateDecode', 'no deflated data');
    await toolkit.merge({ inputs: [buildPdf({ ...pageBodies(1), 4: broken }), compressed('two')], output });
    expect((await toolkit.inspect({ input: output })).pages).toBe(2);
  });

  it.skipIf(!hasPrograms('pdfimages', 'pdffonts'))(
    'that are equal pictures and fonts are stored once',
    async () => {
      await toolkit.merge({
        inputs: [compressed('one'), compressed('two'), compressed('three', 'another')],
        output,
      });
      const list = runProgram('pdfimages', ['-list', output]).text;
      const images = [...list.matchAll(/^ +\d+ +\d+ image .* (\d+) +0 +\d+ +\d+ /gm)].map(
        ([, object]) => object,
      );
      expect([images.length, new Set(images).size]).toEqual([3, 1]);
      const fonts = runProgram('pdffonts', [output]).text.match(/^X .*$/gm);
      expect(fonts).toHaveLength(2);
      expect(complaintsOfQpdf(readFileSync(output))).toBe('');
    },
  );
});

describe('an input that cannot be merged is named by its place and the reason', () => {
  const reasons: readonly [string, string][] = [
    ['encrypted/user-password.pdf', 'password_required'],
    ['encrypted/owner-password.pdf', 'locked'],
    ['malformed/empty.pdf', 'not_a_pdf'],
    ['malformed/html.pdf', 'not_a_pdf'],
    ['malformed/garbage-after-header.pdf', 'damaged'],
    ['malformed/no-pages.pdf', 'no_pages'],
    ['forms/xfa-only.pdf', 'xfa_not_supported'],
  ];
  it.each(reasons)('%s: %s', async (name, code) => {
    for (const [input, names] of [
      [0, [name, 'plain/a4.pdf']],
      [2, ['plain/a4.pdf', 'forms/contract.pdf', name]],
    ] as const) {
      const merging = toolkit.merge({ inputs: names.map(fixturePath), output });
      await expect(merging).rejects.toMatchObject({ code, params: { input } });
      await expect(merging).rejects.toThrow(new RegExp(`^file ${input + 1}: `));
    }
  });

  it('all together are too large before the first is opened', async () => {
    const half = join(folder, 'half.pdf');
    writeFileSync(half, Buffer.alloc(26 * 1024 * 1024));
    await expect(toolkit.merge({ inputs: [half, half], output })).rejects.toMatchObject({
      code: 'inputs_too_large',
    });
  });
});
