import { describe, expect, it } from 'vitest';
import { buildFieldMark, buildPlace } from '../../../../testing/build-mark.ts';
import { EMPTY_DRAFT } from '../draft.ts';
import { LOST_PAGE, UNKNOWN_PAGE } from '../marks/mark.ts';
import { findInPieces, findText, forgetAnchors, settleAnchors, type TextMatch } from './find-text.ts';

const piece = (text: string, x: number, baseline: number, endsLine = false) => ({
  ...{ text, x, baseline, endsLine },
  ...{ y: baseline - 10, width: text.length * 10, height: 12 },
});
const LINES = [
  piece('Signature of', 100, 50, true),
  piece(' the ten', 100, 70),
  piece('ant: Signature', 180, 70, true),
];
const pages = (...texts: readonly string[]) => ({
  pageCount: texts.length,
  readTextPieces: async (page: number) => [piece(texts[page] ?? '', 0, 20)],
});
async function allOf(found: AsyncGenerator<readonly TextMatch[]>): Promise<readonly TextMatch[]> {
  const all: TextMatch[] = [];
  for await (const some of found) all.push(...some);
  return all;
}

describe('a text of the document', () => {
  it('[D10-18] is found across the pieces and lines that programs make, at the box of its line', () => {
    expect(findInPieces(LINES, 'Signature')).toMatchObject([
      { x: 100, y: 40, width: 90, height: 12 },
      { x: 230, y: 60, width: 90 },
    ]);
    expect(findInPieces(LINES, 'of the tenant')).toMatchObject([{ x: 200, y: 40, width: 20 }]);
    expect(findInPieces(LINES, 'signature')).toEqual([]);
  });

  it('[D10-18] is counted through all pages', async () => {
    const signal = new AbortController().signal;
    const found = await allOf(findText(pages('Sign, Sign', 'none', 'Sign'), ' Sign ', signal));
    expect(found.map(({ page, occurrence }) => [page, occurrence])).toEqual([
      [0, 1],
      [0, 2],
      [2, 3],
    ]);
    expect(await allOf(findText(pages('x'), '  ', signal))).toEqual([]);
  });
});

describe('an anchored mark', () => {
  const anchor = { text: 'Sign', occurrence: 2, dx: 4, dy: -3 };
  const mark = buildFieldMark('a', { page: UNKNOWN_PAGE, anchor });
  const draft = { ...EMPTY_DRAFT, marks: [mark, buildFieldMark('b')] };
  const match = { page: 3, occurrence: 2, x: 100, y: 50, width: 40, height: 12, line: '' };

  it('[D10-18] is at the corner of its text, moved by its distance', () => {
    const [first, second] = settleAnchors(draft, 'Sign', [match]).marks;
    expect(first?.places).toEqual([buildPlace({ page: 3, x: 104, y: 47, anchor })]);
    expect(second?.places).toEqual([buildPlace()]);
  });

  it('is lost without it, and looked for again in another file', () => {
    const lost = settleAnchors(draft, 'Sign', []);
    expect(lost.marks[0]?.places[0]?.page).toBe(LOST_PAGE);
    expect(forgetAnchors(lost).marks[0]?.places[0]?.page).toBe(UNKNOWN_PAGE);
  });
});
