import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import type { Clock, IdSource } from '@countersign/identity';

const SECRET_BYTES = 32;

export const systemClock: Clock = { now: () => new Date() };

export const randomIds: IdSource = {
  uuid: () => randomUUID(),
  secret: () => randomBytes(SECRET_BYTES).toString('base64url'),
  oneTimeCode: () => String(randomInt(1_000_000)).padStart(6, '0'),
};
