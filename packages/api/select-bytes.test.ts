import { describe, expect, it } from 'vitest';
import { selectBytes } from './send-file.ts';

const ETAG = '"blob-1"';
const SIZE = 1000;
const select = (headers: Record<string, string>, method = 'GET', size = SIZE) =>
  selectBytes({ method, headers }, ETAG, size);
const part = (first: number, last: number) => ({ kind: 'part', range: { first, last } });

describe('selectBytes', () => {
  it.each([
    ['bytes=0-0', 0, 0],
    ['bytes=0-499', 0, 499],
    ['bytes=500-', 500, 999],
    ['bytes=0-', 0, 999],
    ['bytes=-1', 999, 999],
    ['bytes=-1000', 0, 999],
    ['bytes=-5000', 0, 999],
    ['bytes=999-999', 999, 999],
    ['bytes=900-99999999999999999999', 900, 999],
    ['BYTES=1-2', 1, 2],
    ['bytes= 1-2 ', 1, 2],
  ])('sends a part for %s', (range, first, last) => {
    expect(select({ range })).toEqual(part(first, last));
  });

  it.each(['bytes=1000-', 'bytes=1000-1001', 'bytes=-0', 'bytes=99999999999999999999-'])(
    'refuses %s, which lies outside the file',
    (range) => {
      expect(select({ range })).toEqual({ kind: 'not_satisfiable' });
    },
  );

  it.each([
    'bytes=0-1,5-6',
    'bytes=0-1, -1',
    'bytes=2-1',
    'bytes=-',
    'bytes=',
    'bytes=a-b',
    'bytes=1.5-2',
    'bytes=--5',
    'items=0-1',
    '0-1',
    '',
  ])('ignores %j: another unit, several ranges or none', (range) => {
    expect(select({ range })).toEqual({ kind: 'whole' });
  });

  it('satisfies no range of an empty file', () => {
    for (const range of ['bytes=0-', 'bytes=0-0', 'bytes=-1'])
      expect(select({ range }, 'GET', 0)).toEqual({ kind: 'not_satisfiable' });
  });

  it('ignores a range in a HEAD request', () => {
    expect(select({ range: 'bytes=0-1' }, 'HEAD')).toEqual({ kind: 'whole' });
  });

  it.each([ETAG, `W/${ETAG}`, `"other", ${ETAG}`, '*', ` ${ETAG} `])('knows If-None-Match: %s', (value) => {
    expect(select({ 'if-none-match': value, range: 'bytes=0-1' })).toEqual({ kind: 'not_modified' });
    expect(select({ 'if-none-match': value }, 'HEAD')).toEqual({ kind: 'not_modified' });
  });

  it.each(['"other"', 'blob-1', '"blob-10"', '"', '', '"a*"'])('does not know If-None-Match: %j', (value) => {
    expect(select({ 'if-none-match': value, range: 'bytes=0-1' })).toEqual(part(0, 1));
  });

  it('sends the part if If-Range names the file, and else the whole', () => {
    const range = 'bytes=0-1';
    expect(select({ range, 'if-range': ETAG })).toEqual(part(0, 1));
    for (const other of ['"other"', `W/${ETAG}`, 'Sun, 22 Nov 2026 10:00:00 GMT', ''])
      expect(select({ range, 'if-range': other })).toEqual({ kind: 'whole' });
  });
});
