import { MAX_SCALE, MIN_SCALE } from '@countersign/seal';
import * as signing from '@countersign/signing';
import { expect, it } from 'vitest';

it('[2.4-22] [2.4-23] a box may be scaled as far in a request as in the PDF', () => {
  expect([signing.MIN_SCALE, signing.MAX_SCALE]).toEqual([MIN_SCALE, MAX_SCALE]);
});
