import { draftFirst } from './draft-first.ts';
import { handedOut } from './handed-out.ts';
import { inOrder } from './in-order.ts';
import type { Journey } from './journey.ts';
import { oneSigner } from './one-signer.ts';
import { prefilled } from './prefilled.ts';
import { publicLink } from './public-link.ts';
import { reminded } from './reminded.ts';
import { revoked } from './revoked.ts';
import { scanned } from './scanned.ts';
import { wrongAddress } from './wrong-address.ts';

export const JOURNEYS: readonly Journey[] = [
  oneSigner,
  draftFirst,
  prefilled,
  inOrder,
  reminded,
  wrongAddress,
  handedOut,
  scanned,
  publicLink,
  revoked,
];
