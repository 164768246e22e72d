import type { User } from '../account.ts';
import type { IdentityDeps } from '../deps.ts';
import { IdentityError } from '../errors.ts';
import { appendEvent } from '../events.ts';
import { requireRoomForUser } from '../limits.ts';
import { findOrCreatePerson } from '../people.ts';
import type { Person } from '../person.ts';
import type { IdentityStores } from '../ports.ts';
import { listActiveUsers } from '../sign-in.ts';
import { readAddress, readFullName, readRole } from './claims.ts';
import type { RoleMapping, ServiceSignOn, SignOnConnection, SignOnLink } from './connection.ts';
import { domainOf, holdsDomainOf } from './domains.ts';
import type { SignOnClaims } from './provider.ts';

type Deps = Pick<IdentityDeps, 'ids' | 'clock'>;

/** The person and the users that a session may become. */
export interface Identified {
  readonly person: Person;
  readonly users: readonly User[];
}

const BY_SIGN_ON = { by: 'single_sign_on' } as const;

/**
 * Finds the user of a subject in the account of the connection, else by an address of a domain that the account has
 * verified, else creates one. Throws `single_sign_on_address_refused`, `single_sign_on_linked`, `user_deactivated`,
 * `single_sign_on_owner_invited`, `single_sign_on_expired`.
 */
export async function identifyInAccount(
  deps: Deps,
  stores: IdentityStores,
  connection: SignOnConnection,
  claims: SignOnClaims,
): Promise<Identified> {
  const { connectionId: realm, accountId } = connection;
  await stores.accounts.lockAccount(accountId);
  // The connection may have been removed or led to another provider since the request.
  if ((await stores.signOn.findConnection(realm)) === null) throw new IdentityError('single_sign_on_expired');
  const link = await stores.signOn.findLink(realm, claims.sub);
  const known = link === null ? null : await findLinked(stores, link);
  const user = known ?? (await linkByAddress(deps, stores, connection, claims));
  requireActive(user);
  const changed = await applyRole(deps, stores, connection, user, claims);
  return { person: await lockPerson(stores, user.personId), users: [changed] };
}

/** Throws `single_sign_on_linked` if the user is another person's now. */
async function findLinked({ accounts }: IdentityStores, { userId, personId }: SignOnLink) {
  const user = userId === null ? null : await accounts.findUser(userId);
  if (user === null || user.personId !== personId) throw new IdentityError('single_sign_on_linked');
  return user;
}

async function linkByAddress(
  deps: Deps,
  stores: IdentityStores,
  { connectionId: realm, accountId, issuer }: SignOnConnection,
  claims: SignOnClaims,
): Promise<User> {
  const address = readAddress(claims, issuer);
  if (address === null || address.isVerified === false) throw addressRefused();
  const { emailAddress } = address;
  if (!(await holdsDomainOf(stores, accountId, emailAddress))) throw addressRefused();
  const user = await joinAccount(deps, stores, accountId, emailAddress, claims);
  await insertLink(deps, stores, user, { realm, subject: claims.sub, userId: user.userId });
  return user;
}

function addressRefused(): IdentityError {
  return new IdentityError('single_sign_on_address_refused');
}

/** Finds the user of an address, activates an invited one, or creates one in an account that is open. */
async function joinAccount(
  deps: Deps,
  stores: IdentityStores,
  accountId: string,
  emailAddress: string,
  claims: SignOnClaims,
): Promise<User> {
  const { personId } = await findOrCreatePerson(deps, stores, emailAddress);
  const user = await stores.accounts.findUserByAddress(accountId, emailAddress);
  if (user === null) return createUser(deps, stores, { accountId, personId, emailAddress }, claims);
  if (user.status !== 'invited') return user;
  // The one who reads the mail of the owner's invitation becomes an owner, and not who administers the provider.
  if (user.role === 'owner') throw new IdentityError('single_sign_on_owner_invited');
  const fullName = user.fullName === '' ? readFullName(claims, emailAddress) : user.fullName;
  const active: User = { ...user, status: 'active', personId, fullName };
  await stores.accounts.updateUser(active);
  await stores.accounts.removeInvitations(user.userId);
  await record(deps, stores, active, 'user.invitation_accepted', BY_SIGN_ON);
  return active;
}

async function createUser(
  deps: Deps,
  stores: IdentityStores,
  facts: { readonly accountId: string; readonly personId: string; readonly emailAddress: string },
  claims: SignOnClaims,
): Promise<User> {
  const account = await stores.accounts.findAccount(facts.accountId);
  if (account?.status !== 'active') throw new IdentityError('single_sign_on_unknown_person');
  const user: User = {
    ...facts,
    userId: deps.ids.uuid(),
    role: 'member',
    status: 'active',
    fullName: readFullName(claims, facts.emailAddress),
    language: account.language,
    isLanguageChosen: false,
    timeZone: null,
    createdAt: deps.clock.now(),
  };
  await requireRoomForUser(stores, user.accountId);
  await stores.accounts.insertUser(user);
  const { emailAddress, role } = user;
  await record(deps, stores, user, 'user.created', { ...BY_SIGN_ON, emailAddress, role });
  return user;
}

/** Throws `single_sign_on_linked` if the person is another subject of the provider. */
async function insertLink(
  deps: Deps,
  stores: IdentityStores,
  user: User,
  link: Omit<SignOnLink, 'personId'>,
): Promise<void> {
  requireActive(user);
  const known = await stores.signOn.findLinkOfPerson(link.realm, user.personId);
  if (known !== null) throw new IdentityError('single_sign_on_linked');
  await stores.signOn.insertLink({ ...link, personId: user.personId });
  await record(deps, stores, user, 'single_sign_on.linked', { subject: link.subject });
}

type ActiveUser = User & { readonly personId: string };

function requireActive(user: User): asserts user is ActiveUser {
  if (user.status !== 'active' || user.personId === null) throw new IdentityError('user_deactivated');
}

/** Gives the role of the mapping. Owners stay owners, and nobody becomes one. */
async function applyRole(
  deps: Deps,
  stores: IdentityStores,
  mapping: RoleMapping,
  user: User,
  claims: SignOnClaims,
): Promise<User> {
  const role = readRole(mapping, claims);
  if (role === null || user.role === 'owner' || user.role === role) return user;
  const changed = { ...user, role };
  await stores.accounts.updateUser(changed);
  await record(deps, stores, user, 'user.changed', { ...BY_SIGN_ON, role, status: user.status });
  return changed;
}

/** Records what the provider's answer changed, so no user did it. */
function record(
  deps: Deps,
  stores: IdentityStores,
  { accountId, userId: subjectId }: User,
  type: 'user.created' | 'user.changed' | 'user.invitation_accepted' | 'single_sign_on.linked',
  details: Readonly<Record<string, string>>,
): Promise<void> {
  return appendEvent(deps, stores, { type, accountId, userId: null, address: null, subjectId, details });
}

async function lockPerson({ people }: IdentityStores, personId: string): Promise<Person> {
  const person = await people.lock(personId);
  if (person === null) throw new IdentityError('single_sign_on_unknown_person');
  return person;
}

/** The name of the operator's provider in links. Another issuer or client has other subjects. */
function realmOfService({ issuer, clientId }: Pick<ServiceSignOn, 'issuer' | 'clientId'>): string {
  return `service ${issuer} ${clientId}`;
}

/**
 * Finds the person of a subject of the operator's provider, else by address, else lets them join the account of the
 * settings. Throws as `identifyInAccount`, and `single_sign_on_unknown_person`.
 */
export async function identifyInService(
  deps: Deps,
  stores: IdentityStores,
  service: ServiceSignOn,
  claims: SignOnClaims,
): Promise<Identified> {
  const { accountId } = service;
  if (accountId !== null) await stores.accounts.lockAccount(accountId);
  const link = await stores.signOn.findLink(realmOfService(service), claims.sub);
  const personId = link?.personId ?? (await linkToService(deps, stores, service, claims));
  const active = await listActiveUsers(stores, personId);
  if (active.length === 0) throw new IdentityError('user_deactivated');
  const users: User[] = [];
  for (const user of active)
    users.push(user.accountId === accountId ? await applyRole(deps, stores, service, user, claims) : user);
  return { person: await lockPerson(stores, personId), users };
}

async function linkToService(
  deps: Deps,
  stores: IdentityStores,
  service: ServiceSignOn,
  claims: SignOnClaims,
): Promise<string> {
  const emailAddress = acceptAddress(service, claims);
  await stores.accounts.lockEmailAddress(emailAddress);
  const person = await stores.people.findByEmail(emailAddress);
  const [active] = await listActiveUsers(stores, person?.personId);
  if (active === undefined && service.accountId === null)
    throw new IdentityError('single_sign_on_unknown_person');
  const user = active ?? (await joinAccount(deps, stores, service.accountId ?? '', emailAddress, claims));
  await insertLink(deps, stores, user, { realm: realmOfService(service), subject: claims.sub, userId: null });
  requireActive(user);
  return user.personId;
}

/** The domains of the settings stand for what a provider does not say of an address. */
function acceptAddress({ issuer, domains }: ServiceSignOn, claims: SignOnClaims): string {
  const address = readAddress(claims, issuer);
  if (address === null || address.isVerified === false) throw addressRefused();
  const isVouchedFor =
    domains.length === 0 ? address.isVerified === true : domains.includes(domainOf(address.emailAddress));
  if (!isVouchedFor) throw addressRefused();
  return address.emailAddress;
}
