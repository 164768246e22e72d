import fc from 'fast-check';
import { PDFContext } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { PdfError } from '../errors.ts';
import { roundsOf } from '../testing/share.ts';
import { EmbeddedFont } from './embedded-font.ts';
import { makeFontStack } from './font-stack.ts';
import { type GlyphRun, layOutLine, measureLine } from './line-layout.ts';
import { showRun } from './show-text.ts';

const fonts = makeFontStack([], undefined);
/** Letters of several scripts, joiners, directional controls and marks. */
const CHARACTERS = 'aÅ 1()שָׁلمحّ\u0301\u0323\u200d\u200e\u202e\u2067क्षिน้ำ木';
const TOKEN =
  /\/CsF0|\/Span|BDC|EMC|TJ|Tj|Tf|Ts|<<\/ActualText <feff[0-9a-f]*>>>|<[0-9a-f]+>|[[\]]|-?\d+(?:\.\d+)?| /y;

/** Executes the operators of a run; `pen` is its final position as a fraction of the size. */
function walk(run: GlyphRun): { pen: number; rise: number; depth: number } {
  const font = new EmbeddedFont(PDFContext.create(), run.face, 'CsF0');
  const operators = showRun(run, font, 1000);
  let [pen, rise, depth, inArray, before] = [0, 0, 0, false, ''];
  for (const token of tokens(operators)) {
    if (token === '[' || token === ']') inArray = token === '[';
    else if (token === 'Ts') rise = Number(before);
    else if (token === 'BDC') depth += 1;
    else if (token === 'EMC') depth -= 1;
    else if (/^<[0-9a-f]/.test(token)) pen += widthOfCodes(token.slice(1, -1), font);
    else if (inArray) pen -= Number(token);
    before = token;
  }
  return { pen: pen / 1000, rise, depth };
}

function widthOfCodes(codes: string, font: EmbeddedFont): number {
  const glyphs = codes.match(/.{4}/g) ?? [];
  return glyphs.reduce((sum, code) => sum + font.widthOf(Number.parseInt(code, 16)), 0);
}

function tokens(operators: string): string[] {
  const found: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < operators.length) {
    const match = TOKEN.exec(operators);
    if (match === null) throw new Error(`Not an operator: ${operators}`);
    if (match[0] !== ' ') found.push(match[0]);
  }
  return found;
}

function expectPenAtEnd(text: string): void {
  const walked = layOutLine(text, fonts).runs.map(walk);
  expect(walked.every(({ rise, depth }) => rise === 0 && depth === 0)).toBe(true);
  expect(walked.reduce((sum, { pen }) => sum + pen, 0)).toBeCloseTo(measureLine(text, fonts), 3);
}

describe('showRun', () => {
  it.each(['Åsa', 'x\u0302 q\u0303\u0302', 'שָׁלוֹם (בדיקה)', 'مُحَمَّد 123 (test) لا', 'राष्ट्रीय क्षत्रिय', 'ที่นี่ น้ำ'])(
    'leaves the pen at the end of the line and on its baseline: %s',
    (text) => expectPenAtEnd(text),
  );

  it('writes any text as operators that end at its end, or refuses a character', () => {
    const characters = fc.oneof(
      { weight: 30, arbitrary: fc.constantFrom(...CHARACTERS) },
      { weight: 1, arbitrary: fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }) },
    );
    const text = fc.array(characters, { maxLength: 10 }).map((all) => all.join(''));
    fc.assert(
      fc.property(text, (each) => {
        try {
          expectPenAtEnd(each);
        } catch (error) {
          if (!(error instanceof PdfError)) throw error;
          expect(error.code).toBe('text_not_drawable');
        }
      }),
      { numRuns: roundsOf(300) },
    );
  });
});
