import { openPdf } from '@countersign/pdf';
import { describe, expect, it } from 'vitest';
import { buildPage, OPAQUE, RECT, stamp, UPRIGHT } from './stamped-page.ts';

describe('the annotations of a page with boxes', () => {
  it('stay as they are, and only those that may hide a box get another above them', async () => {
    const link = '/Subtype /Link /Rect [20 20 280 180] /A << /S /URI /URI (https://example.com) >>';
    for (const [annotation, count] of [
      [link, 1],
      [`/Subtype /Popup ${RECT}`, 1],
      [`/Subtype /Stamp ${RECT} /F 2 ${OPAQUE}`, 1],
      [`/Subtype /Stamp /Rect [280 10 299 20] /F 4 ${OPAQUE}`, 1],
      [`/Subtype /Stamp ${RECT} /F 4 ${OPAQUE}`, 2],
    ] as const) {
      const annotations = openPdf(await stamp(buildPage(UPRIGHT, annotation)))
        .page(0)
        .annotations();
      expect([annotation, annotations.length]).toEqual([annotation, count]);
      expect(annotations[0]?.ref?.objectNumber).toBe(5);
    }
  });
});
