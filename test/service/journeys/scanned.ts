import { expect } from 'vitest';
import { findMark, type IsMark } from '../../pdf/geometry/picture.ts';
import { RENDERERS } from '../../pdf/geometry/renderers.ts';
import type { Journey } from './journey.ts';
import { document, errorOf, signee } from './parts.ts';

const SIGNATURE = { page: 0, x: 60.5, y: 100.25 };
const SCAN = { page: 0, x: 300, y: 400 };
/** Boxes at scale 1, and their colours in previews: blue and purple. */
const BOXES: readonly {
  readonly x: number;
  readonly y: number;
  width: number;
  height: number;
  isMark: IsMark;
}[] = [
  { ...SIGNATURE, width: 219, height: 58, isMark: (red, green, blue) => green > red && blue - red > 15 },
  {
    ...SCAN,
    width: 218,
    height: 138,
    isMark: (red, green, blue) => Math.min(red, blue) - green > 5,
  },
];
/** Points. */
const TOLERANCE = 0.5;
const PIXELS_PER_POINT = 4;

const scan = (changes: object) =>
  document([
    signee('{ada}', {
      signatureType: 'digital_ink_id_scan',
      signaturePlacement: 'existing',
      signatureBox: SIGNATURE,
      ...changes,
    }),
  ]);

/** No scanner can be configured yet, so the capability is missing too, and comes first. */
const wrongBox = (path: string) => ({
  ...errorOf('capability_missing'),
  details: [{ path: 'signeeDetails.0.signatureType' }, { path }],
});

export const scanned: Journey = {
  name: 'a signer whose ID document is to be scanned has two boxes, and needs the capability',
  steps: [
    { upload: 'plain/a4.pdf', keep: 'fileId' },
    {
      call: 'POST /v1/docs',
      body: scan({}),
      answers: 403,
      with: wrongBox('signeeDetails.0.idScanBox'),
    },
    {
      call: 'POST /v1/docs',
      body: scan({ idScanBox: SCAN, signaturePlacement: 'new_page' }),
      answers: 403,
      with: wrongBox('signeeDetails.0.signaturePlacement'),
    },
    {
      call: 'POST /v1/docs',
      as: 'bare',
      body: scan({ idScanBox: SCAN }),
      answers: 403,
      with: errorOf('capability_missing', 'signeeDetails.0.signatureType'),
    },
    { call: 'GET /v1/docs', as: 'bare', answers: 200, with: { documents: [] } },
    {
      call: 'POST /v1/docs/drafts',
      body: scan({ idScanBox: SCAN }),
      answers: 201,
      keep: { draftId: 'draftId' },
    },
    {
      check: 'both boxes are drawn where they were put',
      async run(run) {
        const { bytes } = await run.running.client.get(`/v1/docs/drafts/${run.kept('draftId')}/file`);
        const renderer = RENDERERS.find(({ name }) => name === 'pdf.js');
        const [picture] =
          (await renderer?.render(bytes, { first: 0, last: 0, userUnit: 1 }, PIXELS_PER_POINT)) ?? [];
        if (picture === undefined) throw new Error('nothing was drawn');
        for (const { x, y, width, height, isMark } of BOXES) {
          const edges = findMark(picture, isMark);
          const found = [edges?.left, edges?.top, edges?.right, edges?.bottom];
          for (const [index, position] of [x, y, x + width, y + height].entries()) {
            const difference = Number(found[index]) / PIXELS_PER_POINT - position;
            expect(Math.abs(difference)).toBeLessThanOrEqual(TOLERANCE);
          }
        }
      },
    },
  ],
};
