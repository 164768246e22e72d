import type { IdentityDeps } from '../create-identity.ts';
import type { IdentityStores } from '../ports/database.ts';
import type { Person } from './person.ts';

/** A new one has no password. Others that ask for the address wait. */
export async function findOrCreatePerson(
  { ids, clock }: Pick<IdentityDeps, 'ids' | 'clock'>,
  { accounts, people }: Pick<IdentityStores, 'accounts' | 'people'>,
  emailAddress: string,
): Promise<Person> {
  await accounts.lockEmailAddress(emailAddress);
  const known = await people.findByEmail(emailAddress);
  if (known !== null) return known;
  const person: Person = {
    personId: ids.uuid(),
    emailAddress,
    passwordHash: null,
    totp: null,
    createdAt: clock.now(),
  };
  await people.insert(person);
  return person;
}
