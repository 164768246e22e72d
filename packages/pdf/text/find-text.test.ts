import { describe, expect, it } from 'vitest';
import { openPdf } from '../open-pdf.ts';
import { buildTextPage, streamOf } from '../testing/text-page.ts';
import { findText } from './find-text.ts';

/** A line of text at a place, in Helvetica of 10 points. */
const line = (x: number, y: number, text: string) => `BT /F1 10 Tf 1 0 0 1 ${x} ${y} Tm (${text}) Tj ET\n`;

function find(content: string, text: string, occurrence = 1, page = '') {
  const file = openPdf(buildTextPage(content, { page }));
  const { found, counts } = findText(file, { queries: [{ text, occurrence }], pages: [0] });
  return { boxes: found[0]?.boxes.map(({ x, y, width }) => [x, y, width]), count: counts[0] };
}

describe('a text', () => {
  it('is found where its first letter is, with the width of what was looked for', () => {
    // Widths of Helvetica: Y 667, o 556, u 556, r 333, D 722, a 556, t 278, e 556, the colon 278, the space 278, of 1000.
    expect(find(line(20, 300, 'Your Date: here'), 'Date:')).toEqual({
      boxes: [[43.9, 92.82, 23.9]],
      count: 1,
    });
    expect(find(line(20, 300, 'PredateDate:'), 'Date:').boxes?.[0]?.[0]).toBeGreaterThan(50);
  });

  it('may be in several strings, colors and lines, and white space is any', () => {
    const pieces = `BT /F1 10 Tf 20 300 Td [(Si) 20 (gn)] TJ 1 0 0 rg (ature) Tj 0 g ET${line(90, 300, 'of the')}${line(20, 288, 'tenant')}`;
    expect(find(pieces, 'Signature   of\nthe tenant').boxes).toHaveLength(2);
    expect(find(pieces, 'Signature of the tenant').boxes?.[0]?.slice(0, 2)).toEqual([20, 92.82]);
    expect(find(pieces, 'signature of the tenant')).toEqual({ boxes: undefined, count: 0 });
  });

  it('has occurrences, which do not overlap', () => {
    const content = line(20, 300, 'xx xxx') + line(20, 200, 'xx');
    expect(find(content, 'xx', 3).boxes?.[0]?.slice(0, 2)).toEqual([20, 192.82]);
    expect(find(content, 'xx', 4)).toEqual({ boxes: undefined, count: 3 });
  });

  // "Place by text" asks for 200 occurrences at once: each query read the page anew.
  it('is counted once for all queries that ask for it', () => {
    const file = openPdf(buildTextPage(line(20, 300, 'xx yy xx') + line(20, 200, 'xx')));
    const queries = [3, 1, 2, 1, 5].map((occurrence) => ({ text: 'xx', occurrence }));
    const { found, counts } = findText(file, { queries: [...queries, { text: 'yy' }], pages: [0] });
    expect(counts).toEqual([3, 1, 2, 1, 3, 1]);
    const tops = found.map((one) => one?.boxes[0]?.y);
    expect(tops).toEqual([192.82, 92.82, 92.82, 92.82, undefined, 92.82]);
    expect(found[1]).toEqual(found[3]);
    expect(found[1]).not.toEqual(found[2]);
  });

  it.each([
    ['white', `1 g ${line(20, 300, 'Sign')}`],
    ['not painted', `3 Tr ${line(20, 300, 'Sign')}`],
    ['outside of the page', line(20, 900, 'Sign')],
    ['covered', `${line(20, 300, 'Sign')} 1 g 0 280 200 60 re f`],
    ['tiny', 'BT /F1 1 Tf 20 300 Td (Sign) Tj ET'],
  ])('is not found if it is %s', (_, content) => {
    expect(find(content, 'Sign')).toEqual({ boxes: undefined, count: 0 });
  });

  it('is found with ligatures as letters, and on a page that is turned as it is displayed', () => {
    const ligature = streamOf(
      '/CIDInit /ProcSet findresource begin begincmap 1 beginbfchar <01> <006600660069> endbfchar endcmap',
    );
    const font =
      '<< /Type /Font /Subtype /TrueType /BaseFont /A /FirstChar 1 /LastChar 2 /Widths [900 600] /ToUnicode 10 0 R >>';
    const bytes = buildTextPage('BT /F2 10 Tf 20 300 Td <01> Tj ET', {
      fonts: `/F2 ${font}`,
      objects: { 10: ligature },
    });
    const { found } = findText(openPdf(bytes), { queries: [{ text: 'fi' }], pages: [0] });
    expect(found[0]?.boxes).toMatchObject([{ x: 23, width: 6 }]);
    expect(find(line(50, 300, 'Sign'), 'Sign', 1, '/Rotate 90').boxes?.[0]?.slice(0, 2)).toEqual([
      297.93, 50,
    ]);
  });
});

describe('tags', () => {
  const list = (content: string, page = '') => {
    const file = openPdf(buildTextPage(content, { page, objects: { 10: APPEARANCE } }));
    return findText(file, { queries: [], tags: true, pages: [0] }).tags.map(({ text, boxes }) => [
      text,
      boxes.length,
    ]);
  };
  const APPEARANCE = streamOf(
    'BT /F1 10 Tf 2 4 Td ({{date:1}}) Tj ET',
    '/Type /XObject /Subtype /Form /BBox [0 0 100 20] /Resources << /Font << /F1 5 0 R >> >>',
  );

  it('are texts in double braces, in whatever pieces', () => {
    const split = 'BT /F1 10 Tf 20 200 Td [({) 5 ({text:1:Full) -300 (name}) 5 (})] TJ ET';
    expect(list(`${line(20, 300, 'By: {{signature:1}}, {{ }} {x}')}${split}`)).toEqual([
      ['{{signature:1}}', 1],
      ['{{ }}', 1],
      ['{{text:1:Full name}}', 1],
    ]);
  });

  it('have no place where people do not see them, and in annotations', () => {
    const annotation =
      '/Annots [<< /Type /Annot /Subtype /FreeText /Rect [20 20 120 40] /F 4 /AP << /N 10 0 R >> >>]';
    expect(list(`${line(20, 300, '{{date:1}}')}1 g ${line(20, 200, '{{initials:1}}')}`, annotation)).toEqual([
      ['{{date:1}}', 1],
      ['{{date:1}}', 0],
      ['{{initials:1}}', 0],
    ]);
  });
});

it('reads each page once for all texts, and none after the last', () => {
  const file = openPdf(buildTextPage(line(20, 300, 'one two three')));
  const opened: number[] = [];
  const { page } = file;
  file.page = (index) => {
    opened.push(index);
    return page.call(file, index);
  };
  const queries = ['one', 'two', 'three'].map((text) => ({ text }));
  expect(findText(file, { queries, pages: [0, 0, 0] }).found.every((one) => one !== null)).toBe(true);
  expect(opened).toEqual([0]);
  findText(file, { queries: [...queries, { text: 'four' }], pages: [0, 0] });
  expect(opened).toEqual([0, 0, 0]);
});
