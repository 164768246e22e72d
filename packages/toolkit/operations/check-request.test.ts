import { listWidgetsOnPages } from '@countersign/forms';
import { expect, it, vi } from 'vitest';
import type { BoxRequest } from '../requests.ts';
import { checkRequest } from './checking.ts';

vi.mock('@countersign/forms', { spy: true });

const PDF = `%PDF-1.7
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Count 1/Kids[3 0 R]>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>endobj
trailer<</Size 4/Root 1 0 R>>
`;

/** A page may have a hundred thousand fields, and a request a hundred boxes. */
it('reads the fields of the pages once for all boxes', async () => {
  const boxes = [0, 200, 400].map(
    (y): BoxRequest => ({ id: `${y}`, type: 'signature', placement: 'existing', page: 0, x: 0, y, scale: 1 }),
  );
  const { faults } = await checkRequest({ input: Buffer.from(PDF), texts: [], boxes, values: [] });
  expect(faults).toEqual([]);
  expect(listWidgetsOnPages).toHaveBeenCalledTimes(1);
});
