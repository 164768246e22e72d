import { hashSecret, invalid } from '@countersign/base';
import { checkLine, NAME_LENGTH } from '@countersign/base/text';
import { isEmailAddress } from '@countersign/forms/attributes';
import type { User } from '../account.ts';
import type { AccountEventType } from '../account-event.ts';
import type { IdentityDeps } from '../deps.ts';
import { IdentityError, refuseProblems } from '../errors.ts';
import { appendEvent } from '../events.ts';
import { requireRoomForUser } from '../limits.ts';
import { findOrCreatePerson } from '../people.ts';
import type { IdentityReads, IdentityStores } from '../ports.ts';
import { endAccess, keepOwner, requireReturn } from '../users.ts';
import type { DirectoryPage, DirectoryQuery, ProvisionedUser, SignOnConnection } from './connection.ts';
import { holdsDomainOf } from './domains.ts';

/** What a directory may say of a user. */
export interface ProvisionedFacts {
  /** The address that the user signs in with. */
  readonly emailAddress: string;
  readonly fullName: string;
  readonly externalId: string | null;
  readonly isActive: boolean;
}

const BY_SCIM = { by: 'scim' } as const;

/** Finds the account whose directory has the token. Throws `token_invalid`, also if it is closed or suspended. */
async function authenticateDirectory({ database }: IdentityDeps, token: string): Promise<SignOnConnection> {
  const connection = await database.read.signOn.findConnectionByScimToken(hashSecret(token));
  const account = connection && (await database.read.accounts.findAccount(connection.accountId));
  if (connection === null || account?.status !== 'active') throw new IdentityError('token_invalid');
  return connection;
}

/** Lists users of the account, oldest first. */
function listProvisioned(
  { database }: IdentityDeps,
  { accountId }: SignOnConnection,
  query: DirectoryQuery,
): Promise<DirectoryPage> {
  return database.read.signOn.listDirectory(accountId, query);
}

/** Throws `user_not_found`, also for users of other accounts. */
function getProvisioned(
  { database }: IdentityDeps,
  connection: SignOnConnection,
  userId: string,
): Promise<ProvisionedUser> {
  return requireUser(database.read, connection, userId);
}

/**
 * Creates a user, who signs in at the provider. Throws `user_exists`, `single_sign_on_address_refused`,
 * `account_limit_reached`.
 */
function provision(
  deps: IdentityDeps,
  connection: SignOnConnection,
  facts: ProvisionedFacts,
): Promise<ProvisionedUser> {
  const { accountId } = connection;
  const { emailAddress, fullName, externalId, isActive } = facts;
  refuseProblems(checkFacts(facts));
  return deps.database.transact(async (stores) => {
    await lockConnection(stores, connection);
    await requireOwnDomain(stores, accountId, emailAddress);
    await refuseTakenAddress(stores, accountId, emailAddress);
    const { personId } = await findOrCreatePerson(deps, stores, emailAddress);
    const account = await stores.accounts.findAccount(accountId);
    const user: User = {
      userId: deps.ids.uuid(),
      accountId,
      personId,
      role: 'member',
      status: isActive ? 'active' : 'deactivated',
      fullName,
      emailAddress,
      language: account?.language ?? 'en',
      isLanguageChosen: false,
      timeZone: null,
      createdAt: deps.clock.now(),
    };
    if (user.status === 'active') await requireRoomForUser(stores, user.accountId);
    await stores.accounts.insertUser(user);
    await stores.signOn.saveExternalId(user.userId, externalId);
    await record(deps, stores, user, 'user.created', { emailAddress, role: user.role, status: user.status });
    return { ...user, externalId };
  });
}

async function refuseTakenAddress({ accounts }: IdentityReads, accountId: string, emailAddress: string) {
  const known = await accounts.findUserByAddress(accountId, emailAddress);
  if (known !== null) throw new IdentityError('user_exists');
}

function checkFacts({ emailAddress, fullName, externalId }: ProvisionedFacts) {
  return [
    ...(isEmailAddress(emailAddress) ? [] : [invalid('userName', 'email')]),
    ...checkLine('name.formatted', fullName, NAME_LENGTH),
    ...(externalId === null ? [] : checkLine('externalId', externalId, NAME_LENGTH)),
  ];
}

/** The token may have been removed since it was checked, and a request that waited must not bring people back. */
async function lockConnection(stores: IdentityStores, { accountId, scimTokenHash }: SignOnConnection) {
  await stores.accounts.lockAccount(accountId);
  const present = await stores.signOn.findConnectionOfAccount(accountId);
  if (present === null || present.scimTokenHash !== scimTokenHash) throw new IdentityError('token_invalid');
}

/** A directory says who people are in the domains of the account alone. */
async function requireOwnDomain(stores: IdentityReads, accountId: string, emailAddress: string) {
  if (!(await holdsDomainOf(stores, accountId, emailAddress)))
    throw new IdentityError('single_sign_on_address_refused');
}

/**
 * Changes a user. `change` gets what is known and returns what is to be. A deactivated user's browsers and programs lose
 * their access at once. Throws `user_not_found`, `user_exists`, `last_owner`, `single_sign_on_owner_invited`,
 * `single_sign_on_address_refused`, `owner_address_kept`, `account_limit_reached`.
 */
function changeProvisioned(
  deps: IdentityDeps,
  connection: SignOnConnection,
  userId: string,
  change: (known: ProvisionedFacts) => ProvisionedFacts,
): Promise<ProvisionedUser> {
  return deps.database.transact(async (stores) => {
    await lockConnection(stores, connection);
    const known = await requireUser(stores, connection, userId);
    const facts = change(factsOf(known));
    refuseProblems(checkFacts(facts));
    const { externalId, ...user } = known;
    const moved = await changeAddress(deps, stores, user, facts.emailAddress);
    const active = await changeStatus(deps, stores, moved, facts.isActive);
    const changed: User = { ...active, fullName: facts.fullName };
    await stores.accounts.updateUser(changed);
    await keepOwner(stores, connection.accountId);
    if (changed.status !== user.status || changed.personId !== user.personId)
      await endAccess(deps, stores, user, { endedBy: null, address: null });
    if (facts.externalId !== externalId) await stores.signOn.saveExternalId(userId, facts.externalId);
    await recordChange(deps, stores, user, changed);
    return { ...changed, externalId: facts.externalId };
  });
}

async function requireUser(
  { signOn }: IdentityReads,
  { accountId }: SignOnConnection,
  userId: string,
): Promise<ProvisionedUser> {
  const filter = { attribute: 'userId', value: userId } as const;
  const { users } = await signOn.listDirectory(accountId, { filter, limit: 1, offset: 0 });
  const [user] = users;
  if (user === undefined) throw new IdentityError('user_not_found');
  return user;
}

function factsOf({ emailAddress, fullName, externalId, status }: ProvisionedUser): ProvisionedFacts {
  // An invited user has no name yet.
  return { emailAddress, fullName: fullName || emailAddress, externalId, isActive: status === 'active' };
}

/**
 * Another address is another person, who may have other accounts, so the user changes hands. The subject of the provider
 * is then linked again at the next sign-in.
 */
async function changeAddress(
  deps: IdentityDeps,
  stores: IdentityStores,
  user: User,
  emailAddress: string,
): Promise<User> {
  if (emailAddress.toLowerCase() === user.emailAddress.toLowerCase()) return user;
  // Who administers the directory must not hand an owner's rights to somebody else.
  if (user.role === 'owner') throw new IdentityError('owner_address_kept');
  await requireOwnDomain(stores, user.accountId, emailAddress);
  await refuseTakenAddress(stores, user.accountId, emailAddress);
  const { personId } = await findOrCreatePerson(deps, stores, emailAddress);
  await stores.signOn.removeLinksOfUser(user.userId);
  return { ...user, emailAddress, personId };
}

async function changeStatus(
  deps: IdentityDeps,
  stores: IdentityStores,
  user: User,
  isActive: boolean,
): Promise<User> {
  if (user.status === 'deactivated' && isActive) await requireReturn(stores, user);
  if (user.status !== 'invited') return { ...user, status: isActive ? 'active' : 'deactivated' };
  if (!isActive) return user;
  if (user.role === 'owner') throw new IdentityError('single_sign_on_owner_invited');
  await requireOwnDomain(stores, user.accountId, user.emailAddress);
  const { personId } = await findOrCreatePerson(deps, stores, user.emailAddress);
  await stores.accounts.removeInvitations(user.userId);
  return { ...user, status: 'active', personId };
}

async function recordChange(deps: IdentityDeps, stores: IdentityStores, known: User, changed: User) {
  const { emailAddress, role, status, fullName } = changed;
  const isSame =
    known.emailAddress === emailAddress && known.status === status && known.fullName === fullName;
  if (isSame) return;
  const address = known.emailAddress === emailAddress ? {} : { emailAddress };
  await record(deps, stores, changed, 'user.changed', { role, status, ...address });
}

/** Deactivates the user, or withdraws an invitation. Documents stay. Throws as `changeProvisioned`. */
async function deprovision(deps: IdentityDeps, connection: SignOnConnection, userId: string): Promise<void> {
  const isWithdrawn = await deps.database.transact(async (stores) => {
    await lockConnection(stores, connection);
    const user = await requireUser(stores, connection, userId);
    if (user.status !== 'invited') return false;
    await stores.accounts.removeInvitedUser(userId);
    const { emailAddress } = user;
    await record(deps, stores, user, 'user.invitation_withdrawn', { emailAddress });
    return true;
  });
  if (!isWithdrawn)
    await changeProvisioned(deps, connection, userId, (known) => ({ ...known, isActive: false }));
}

function record(
  deps: IdentityDeps,
  stores: IdentityStores,
  { accountId, userId: subjectId }: User,
  type: AccountEventType,
  details: Readonly<Record<string, string>>,
): Promise<void> {
  const by = { accountId, userId: null, address: null };
  return appendEvent(deps, stores, { ...by, type, subjectId, details: { ...BY_SCIM, ...details } });
}

export const provisioningOperations = {
  authenticate: authenticateDirectory,
  list: listProvisioned,
  get: getProvisioned,
  create: provision,
  change: changeProvisioned,
  remove: deprovision,
};
