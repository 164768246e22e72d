import type { IdentityDeps } from '../create-identity.ts';
import { MINUTE_MS } from '../durations.ts';
import type { PasskeyResponse } from '../ports/passkey-authority.ts';
import { hashSecret } from '../secrets/hash-secret.ts';

/** Browsers give up after as long. */
export const CHALLENGE_MS: number = 5 * MINUTE_MS;

/** Null: for a sign-in. */
export async function issueChallenge(
  { database, ids, clock }: Pick<IdentityDeps, 'database' | 'ids' | 'clock'>,
  personId: string | null,
): Promise<string> {
  const challenge = ids.secret();
  const expiresAt = new Date(clock.now().getTime() + CHALLENGE_MS);
  await database.transact(({ people }) =>
    people.insertPasskeyChallenge({ challengeHash: hashSecret(challenge), personId, expiresAt }),
  );
  return challenge;
}

/** Uses it up; null if it is not one of ours for this purpose. */
export async function takeChallenge(
  { database, clock, passkeys }: Pick<IdentityDeps, 'database' | 'clock' | 'passkeys'>,
  response: PasskeyResponse,
  personId: string | null,
): Promise<string | null> {
  const challenge = passkeys.readChallenge(response);
  if (challenge === null) return null;
  const known = await database.transact(({ people }) => people.takePasskeyChallenge(hashSecret(challenge)));
  const isValid = known !== null && known.personId === personId && known.expiresAt > clock.now();
  return isValid ? challenge : null;
}
