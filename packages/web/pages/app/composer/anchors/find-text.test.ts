import { describe, expect, it } from 'vitest';
import { buildFieldMark, buildPlace } from '../../../../testing/build-mark.ts';
import { EMPTY_DRAFT } from '../draft.ts';
import { LOST_PAGE, UNKNOWN_PAGE } from '../marks/mark.ts';
import { findText, forgetAnchors, settleAnchors, type TextMatch } from './find-text.ts';

const piece = (text: string, x: number, baseline: number, endsLine = false) => ({
  text,
  x,
  baseline,
  endsLine,
});
const LINES = [
  piece('Signature of', 100, 50, true),
  piece(' the ten', 100, 70),
  piece('ant: Signature', 180, 70, true),
];
const at = (page: number, x: number, y: number) => ({ page, x, y, width: 90, height: 12 });
/** Answers of the service, by the page that a search begins at. */
const ANSWERS = new Map([
  [0, { matches: [at(0, 100, 40), at(0, 230, 60)], nextPage: 100 }],
  [100, { matches: [], nextPage: 200 }],
  [200, { matches: [at(233, 100, 40)], nextPage: null }],
]);
const searched: string[] = [];
const source = {
  search: async (text: string, fromPage: number) => {
    searched.push(text);
    return ANSWERS.get(fromPage) ?? { matches: [], nextPage: null };
  },
  pdf: {
    readTextPieces: async (page: number) => {
      if (page > 200) throw new Error('not readable');
      return LINES;
    },
  },
};

describe('a text of the document', () => {
  it('[D10-18] is counted through all pages, with the line around each match', async () => {
    const signal = new AbortController().signal;
    const found: TextMatch[] = [];
    for await (const some of findText(source, ' Signature\n', signal)) found.push(...some);
    expect(found.map(({ page, occurrence, line }) => [page, occurrence, line])).toEqual([
      [0, 1, 'Signature of'],
      [0, 2, 'the tenant: Signature'],
      [233, 3, ''],
    ]);
    expect(searched).toEqual(['Signature', 'Signature', 'Signature']);
  });

  it('is not searched for without letters, nor any further once another text is wanted', async () => {
    searched.length = 0;
    const abort = new AbortController();
    expect(await findText(source, '  ', abort.signal).next()).toMatchObject({ done: true });
    const search = findText(source, 'Signature', abort.signal);
    expect((await search.next()).value).toHaveLength(2);
    abort.abort();
    expect(await search.next()).toMatchObject({ done: true });
    expect(searched).toHaveLength(2);
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
