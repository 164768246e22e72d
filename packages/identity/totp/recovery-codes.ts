import { randomBytes } from 'node:crypto';
import type { PersonStore } from '../ports/database.ts';
import { hashSecret } from '../secrets/hash-secret.ts';
import { encodeBase32 } from './totp-code.ts';

const COUNT = 10;
/** 80 bits: enough for a plain hash. */
const BYTES = 10;
const GROUP = /.{4}(?=.)/g;

/** The earlier ones end; only hashes are stored. */
export async function replaceRecoveryCodes(
  people: PersonStore,
  personId: string,
): Promise<readonly string[]> {
  const codes = Array.from({ length: COUNT }, () => encodeBase32(randomBytes(BYTES)).toLowerCase());
  await people.replaceRecoveryCodes(personId, codes.map(hashSecret));
  return codes.map((code) => code.replace(GROUP, '$&-'));
}

/** False for an unknown or used one. */
export function takeRecoveryCode(people: PersonStore, personId: string, code: string): Promise<boolean> {
  return people.takeRecoveryCode(personId, hashSecret(code.toLowerCase().replace(/[^a-z2-7]/g, '')));
}
