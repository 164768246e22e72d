import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PdfError } from '../errors.ts';
import { roundsOf } from '../testing/share.ts';
import { buildTextPage, passagesOf, readTextPage, streamOf } from '../testing/text-page.ts';

const tokens = fc.constantFrom(
  ...'BT ET q Q cm Tm Td TD Tf Tj TJ T* Tc Tw Tz Tr Ts gs Do BDC BMC EMC BI ID EI re m l c f S W n sh rg k scn cs'.split(
    ' ',
  ),
  ...["'", '"', '<<', '>>', '[', ']', '(', ')', '<', '>', '/F1', '/X', '/OC', '/Span', '(text)', '<0041>'],
  ...['0', '1', '-1', '10', '1e9', '99999999999999999999', '.', '-', '/ActualText', 'true', '%', '\\', '\0'],
);

const form = (content: string, entries = '') =>
  streamOf(content, `/Type /XObject /Subtype /Form /BBox [0 0 300 400] ${entries}`);

describe('content of any tokens', () => {
  it('is read, or refused with a PdfError', () => {
    const content = fc.array(tokens, { maxLength: 60 }).map((words) => `BT /F1 10 Tf ${words.join(' ')}`);
    const parts = { resources: '/XObject << /X 10 0 R >>', objects: { 10: form('(x) Tj /X Do') } };
    fc.assert(
      fc.property(content, (each) => {
        const page = readTextPage(buildTextPage(each, parts));
        for (const passage of page.passages) expect(Number.isFinite(passage.x + passage.width)).toBe(true);
      }),
      { numRuns: roundsOf(1200) },
    );
  });

  it('of any bytes in fonts, maps and content is read, or refused with a PdfError', () => {
    const bytes = fc.string({ unit: 'binary-ascii', maxLength: 200 });
    fc.assert(
      fc.property(bytes, bytes, bytes, (content, map, program) => {
        const objects = {
          10: '<< /Type /Font /Subtype /TrueType /FontDescriptor 11 0 R /ToUnicode 12 0 R >>',
          11: '<< /FontFile2 13 0 R /FontFile3 13 0 R >>',
          12: streamOf(map),
          13: streamOf(program),
        };
        try {
          readTextPage(
            buildTextPage(`BT /F2 9 Tf (${content}) Tj ${content}`, { fonts: '/F2 10 0 R', objects }),
          );
        } catch (error) {
          expect(error).toBeInstanceOf(PdfError);
        }
      }),
      { numRuns: roundsOf(600) },
    );
  });
});

describe('a hostile page ends soon', () => {
  const seconds = (work: () => unknown) => {
    const start = process.cpuUsage().user;
    work();
    return (process.cpuUsage().user - start) / 1e6;
  };

  it.each<[string, () => Uint8Array]>([
    [
      'forms that draw each other twice, thirty levels deep',
      () => {
        const levels = Array.from({ length: 30 }, (_, index) => index);
        const objects = Object.fromEntries(
          levels.map((level) => [
            10 + level,
            form('/X Do /X Do', `/Resources << /XObject << /X ${level === 29 ? 10 : 11 + level} 0 R >> >>`),
          ]),
        );
        return buildTextPage('/X Do', { resources: '/XObject << /X 10 0 R >>', objects });
      },
    ],
    [
      'words over a hundred thousand rectangles',
      () =>
        buildTextPage(
          `${'1 1 9 9 re f '.repeat(100_000)}BT /F1 10 Tf ${'10 10 Td 1 0 0 1 2 2 Tm (ab) Tj '.repeat(5000)}ET`,
        ),
    ],
    ['a hundred thousand open graphics states', () => buildTextPage('q '.repeat(100_000))],
    ['a million open brackets', () => buildTextPage(`/P ${'<< /A [ '.repeat(300_000)} BDC`)],
    [
      'an expression of layers with a thousand million terms',
      () => {
        const levels = Array.from({ length: 18 }, (_, index) => index);
        const objects = Object.fromEntries(
          levels.map((level) => [11 + level, `[/And ${`${12 + level} 0 R `.repeat(4)}]`]),
        );
        const parts = { resources: '/Properties << /L 10 0 R >>', catalog: '/OCProperties << /D << >> >>' };
        return buildTextPage('/OC /L BDC EMC', {
          ...parts,
          objects: { 10: '<< /Type /OCMD /VE 11 0 R >>', ...objects, 29: '<< /Type /OCG >>' },
        });
      },
    ],
  ])('%s', (_, build) => {
    const bytes = build();
    const took = seconds(() => {
      try {
        readTextPage(bytes);
      } catch (error) {
        expect(error).toMatchObject({ code: 'too_complex' });
      }
    });
    expect(took).toBeLessThan(8);
  });

  it('and ranges of a map that count to millions cost nothing', () => {
    const cmap = `1 begincodespacerange <00> <ff> endcodespacerange ${'1 beginbfrange <00000000> <ffffffff> <0041> endbfrange '.repeat(5000)}`;
    const font = '<< /Type /Font /Subtype /Type1 /BaseFont /X /ToUnicode 11 0 R >>';
    const parts = { fonts: '/F2 10 0 R', objects: { 10: font, 11: streamOf(cmap) } };
    expect(seconds(() => passagesOf('BT /F2 9 Tf 9 9 Td <0001> Tj ET', parts))).toBeLessThan(3);
  });
});
