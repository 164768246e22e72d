import { invalid } from '@countersign/base';
import { isEmailAddress, isPhoneNumber } from '@countersign/forms/attributes';
import type { SigningDeps } from '../deps.ts';
import { refuseProblems } from '../errors.ts';
import type { MentioningKind } from '../ports/removal.ts';

/** An email address or phone number, and the account that is searched; null for all. */
export interface SoughtPerson {
  readonly address: string;
  readonly accountId: string | null;
}

interface Contact {
  readonly emailAddress?: string | null | undefined;
  readonly phoneNumber?: string | null | undefined;
}

const MENTIONING_KINDS: readonly MentioningKind[] = ['documents', 'drafts', 'templates', 'links'];

/** Is a fraction of a second for the database, whose statements have a time limit. */
const LOOKED_AT_ONCE = 1_000;

/** Whether a contact is the person's. Email addresses are compared without regard to case. */
export function matcherOf({ address }: SoughtPerson): (contact: Contact) => boolean {
  const sought = address.toLowerCase();
  return ({ emailAddress, phoneNumber }) =>
    emailAddress?.toLowerCase() === sought || phoneNumber?.toLowerCase() === sought;
}

/** Throws `invalid_request`: a shorter text would be found everywhere. */
export function requireAddress({ address }: SoughtPerson): void {
  if (!isEmailAddress(address) && !isPhoneNumber(address)) refuseProblems([invalid('address', 'invalid')]);
}

/** Yields what has the address anywhere. Whether it is that of a person there is for the caller to see. */
export async function* listMentions(
  { database }: Pick<SigningDeps, 'database'>,
  { address, accountId }: SoughtPerson,
): AsyncGenerator<{ readonly kind: MentioningKind; readonly id: string }, void, undefined> {
  // As it is within JSON.
  const text = JSON.stringify(address.toLowerCase()).slice(1, -1);
  for (const kind of MENTIONING_KINDS) {
    for (let after = ''; ; ) {
      const page = { accountId, limit: LOOKED_AT_ONCE, after };
      const { ids, last } = await database.read.removals.listMentioning(text, kind, page);
      for (const id of ids) yield { kind, id };
      if (last === null) break;
      after = last;
    }
  }
}
