import { hashSecret } from '@countersign/base';
import { DAY_MS, MINUTE_MS } from '@countersign/base/time';
import type { User } from './account.ts';
import type { Browser } from './browser-session.ts';
import type { IdentityDeps } from './deps.ts';
import { IdentityError } from './errors.ts';
import { recordForPerson } from './events.ts';
import type { Person } from './person.ts';

interface Limit {
  readonly max: number;
  readonly windowMs: number;
}

/** The limit is high because all people in an office share a network. */
const NETWORK_LIMIT: Limit = { max: 100, windowMs: 15 * MINUTE_MS };
const PAIR_LIMIT: Limit = { max: 10, windowMs: 15 * MINUTE_MS };
/** Counts attempts from networks in which the person did not sign in lately. */
const STRANGERS_LIMIT: Limit = { max: 30, windowMs: 60 * MINUTE_MS };
/** Codes can be tried after the password only. */
const CODE_LIMIT: Limit = { max: 10, windowMs: 15 * MINUTE_MS };
const KNOWN_DAYS = 90;

type LimitDeps = Pick<IdentityDeps, 'attempts' | 'database' | 'ids' | 'clock'>;

/**
 * Counts an attempt before the password is checked. Throws `too_many_attempts`. Strangers cannot lock a
 * person out, because the limit of the address does not hold where the person signed in lately.
 */
export async function countPasswordAttempt(
  deps: LimitDeps,
  browser: Browser,
  emailAddress: string,
  person: Person | null,
  users: readonly User[],
): Promise<void> {
  const who = hashAddress(emailAddress);
  await countAttempt(deps, `sign-in/network/${browser.network}`, NETWORK_LIMIT);
  const noteFor = () => note(deps, browser, users, person?.personId);
  await countAttempt(deps, `sign-in/pair/${who}/${browser.network}`, PAIR_LIMIT, noteFor);
  if (person !== null && (await isKnown(deps, browser, users))) return;
  await countAttempt(deps, `sign-in/strangers/${who}`, STRANGERS_LIMIT, noteFor);
}

/** Counts an attempt to enter a code. Throws `too_many_attempts`. */
export function countCodeAttempt(
  deps: LimitDeps,
  browser: Browser,
  { personId }: Pick<Person, 'personId'>,
  users: readonly User[],
): Promise<void> {
  return countAttempt(deps, `sign-in/code/${personId}`, CODE_LIMIT, () =>
    note(deps, browser, users, personId),
  );
}

/** Counts what one network asks for, such as mails. Throws `too_many_attempts`. */
export function countFromNetwork(deps: LimitDeps, { network }: Browser, what: string): Promise<void> {
  return countAttempt(deps, `sign-in/${what}/${network}`, NETWORK_LIMIT);
}

/** Returns whether fewer than `max` mails were asked for within an hour, and counts this one. */
export async function isMailAllowed({ attempts }: LimitDeps, emailAddress: string, max: number) {
  const key = `sign-in/mail/${hashAddress(emailAddress)}`;
  return (await attempts.count(key, 60 * MINUTE_MS)).count <= max;
}

/**
 * Hashes known and unknown addresses alike, with one count for all spellings by which the database finds a
 * person: it finds \u0130 as i.
 */
function hashAddress(emailAddress: string): string {
  const lowered = Array.from(emailAddress, (character) => Array.from(character.toLowerCase())[0]);
  return hashSecret(lowered.join(''));
}

async function countAttempt(
  { attempts }: LimitDeps,
  key: string,
  { max, windowMs }: Limit,
  onFirstRefusal?: () => Promise<void>,
): Promise<void> {
  const { count, remainingMs } = await attempts.count(key, windowMs);
  if (count <= max) return;
  if (count === max + 1) await onFirstRefusal?.();
  throw new IdentityError('too_many_attempts', { seconds: Math.max(1, Math.ceil(remainingMs / 1000)) });
}

function isKnown({ database, clock }: LimitDeps, { address }: Browser, users: readonly User[]) {
  const since = new Date(clock.now().getTime() - KNOWN_DAYS * DAY_MS);
  const userIds = users.map(({ userId }) => userId);
  return database.read.accountEvents.hasSignedIn(userIds, address, since);
}

/** Records the limit in the logs, and notifies the person by mail once a day. */
async function note(
  deps: LimitDeps,
  { address }: Browser,
  users: readonly User[],
  personId: string | undefined,
): Promise<void> {
  const facts = { address, isDoneByThem: false };
  const isFirst = (await deps.attempts.count(`sign-in/notice/${personId}`, DAY_MS)).count === 1;
  await deps.database.transact(async (stores) => {
    await recordForPerson(deps, stores, users, facts, { type: 'session.limited' });
    if (isFirst && personId !== undefined)
      await stores.jobs.enqueue({ name: 'send-security-notice', personId, notice: 'sign_in_limited' });
  });
}
