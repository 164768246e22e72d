import { describe, expect, it } from 'vitest';
import { compareReadings } from './compare-readings.ts';
import type { EditedFile } from './edited-file.ts';
import type { Picture, Reading } from './readers/reader.ts';

const clean: Reading = { grade: 'clean', messages: [], pictures: new Map() };

function complaining(...messages: string[]): Reading {
  return { ...clean, grade: 'complains', messages };
}

const edited: EditedFile = { edit: 'place', path: '/tmp/place.pdf', pageCount: 3, compared: [] };

function compare(reading: Reading, original: Reading, file = edited, model?: Picture) {
  return compareReadings(file, reading, original, () => model, 1);
}

describe('what a reader finds in an edited file', () => {
  it('is no difference as long as it is not worse than before', () => {
    expect(compare(clean, clean)).toEqual([]);
    expect(compare(clean, complaining('a'))).toEqual([]);
    expect(compare({ ...clean, grade: 'fails' }, { ...clean, grade: 'fails' })).toEqual([]);
  });

  it('is reported if it fails now, with its message', () => {
    const failing: Reading = { ...complaining('no page tree'), grade: 'fails' };
    expect(compare(failing, clean)).toEqual([
      { kind: 'grade', detail: 'clean before, fails now: no page tree' },
    ]);
  });

  it('is reported if it gives up now, even if it failed before', () => {
    const failing: Reading = { ...clean, grade: 'fails' };
    const endless: Reading = { ...failing, gaveUp: 'time', messages: ['no answer in 5 ms'] };
    for (const original of [clean, failing])
      expect(compare(endless, original)).toEqual([{ kind: 'gave up', detail: 'time: no answer in 5 ms' }]);
  });

  it('is reported once for each new kind of message, whatever numbers and paths are in it', () => {
    const original = complaining('/tmp/in.pdf: object 3 is odd');
    const reading = complaining('/tmp/out.pdf: object 7 is odd', 'no font 1', 'no font 2');
    expect(compare(reading, original)).toEqual([{ kind: 'message', detail: 'no font 1' }]);
  });

  it('has the pages that the reader counted before and those added, or as many as we count', () => {
    const counting = (pageCount: number): Reading => ({ ...clean, pageCount });
    expect(compare(counting(3), counting(2))).toEqual([]);
    expect(compare(counting(3), counting(5))).toEqual([]);
    expect(compare(counting(2), counting(2))).toEqual([{ kind: 'pages', detail: '2 pages instead of 3' }]);
  });

  it('is reported if a page differs, and if a box is not visible', () => {
    const area = { left: 0, top: 0, right: 0.5, bottom: 1 };
    const model = { width: 10, height: 4, rgb: new Uint8Array(120).fill(255) };
    const picture = { ...model, rgb: model.rgb.with(119, 0) };
    const compared = [{ page: 0, model: ['in.pdf', 0] as const, changed: [area], marked: [area] }];
    const found = compare(
      { ...clean, pictures: new Map([[0, picture]]) },
      clean,
      { ...edited, compared },
      model,
    );
    expect(found.map(({ kind }) => kind)).toEqual(['picture', 'mark']);
  });
});
