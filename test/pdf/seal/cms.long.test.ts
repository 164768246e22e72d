import { expect, it } from 'vitest';
import {
  isIntact,
  makeCms,
  makePssCms,
  PSS_SIGNATURE_BYTES,
} from '../../../packages/seal/testing/sample-cms.ts';
import { findMissedChanges } from '../../../packages/verify/testing/missed-changes.ts';

it.each([
  ['ec-p256', [0x01, 0x20]],
  ['rsa-2048', [0x04]],
] as const)('every byte of a CMS made with %s shows when it is changed', async (key, masks) => {
  const { cms } = await makeCms(key);
  const changes = masks.flatMap((mask) => Array.from(cms, (_, at) => ({ at, mask })));
  expect(findMissedChanges(cms, changes, isIntact)).toEqual([]);
});

it('a CMS made with RSASSA-PSS detects every modified bit of the unsigned algorithm', async () => {
  const cms = await makePssCms();
  const end = cms.length - PSS_SIGNATURE_BYTES;
  const changes = Array.from({ length: 640 }, (_, index) => ({
    at: end - 80 + Math.floor(index / 8),
    mask: 1 << (index % 8),
  }));
  expect(findMissedChanges(cms, changes, isIntact)).toEqual([]);
});
