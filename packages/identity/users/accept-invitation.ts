import type { User } from '../accounts/account.ts';
import type { IdentityDeps } from '../create-identity.ts';
import { IdentityError, refuseProblems } from '../errors.ts';
import type { IdentityReads } from '../ports/database.ts';
import { checkPassword } from '../secrets/check-password.ts';
import { hashSecret } from '../secrets/hash-secret.ts';
import { hashPassword } from '../secrets/password.ts';
import { checkFullName } from './invite-user.ts';

export interface AcceptCommand {
  readonly token: string;
  readonly fullName: string;
  readonly password: string;
}

/**
 * POST /account/invitations/{token}: activates the user and ends all their links, in one transaction. Throws
 * `invitation_not_found` (unknown, used or withdrawn), `invitation_expired`, `email_address_taken`.
 */
export async function acceptInvitation(
  { database, clock }: IdentityDeps,
  { token, fullName, password }: AcceptCommand,
): Promise<User> {
  const tokenHash = hashSecret(token);
  const { accountId } = await requireInvited(database.read, tokenHash, clock.now());
  refuseProblems([...checkFullName(fullName), ...checkPassword('password', password)]);
  const passwordHash = await hashPassword(password);
  return database.transact(async (stores) => {
    await stores.accounts.lockAccount(accountId);
    const user = await requireInvited(stores, tokenHash, clock.now());
    // Several accounts may have invited the address; it becomes a user of one.
    await stores.accounts.lockEmailAddress(user.emailAddress);
    if ((await stores.accounts.findUserByEmail(user.emailAddress)) !== null)
      throw new IdentityError('email_address_taken');
    const active: User = { ...user, status: 'active', fullName, passwordHash };
    await stores.accounts.updateUser(active);
    await stores.accounts.removeInvitations(user.userId);
    return active;
  });
}

async function requireInvited({ accounts }: IdentityReads, tokenHash: string, now: Date): Promise<User> {
  const invitation = await accounts.findInvitation(tokenHash);
  const user = invitation && (await accounts.findUser(invitation.userId));
  if (invitation === null || user?.status !== 'invited') throw new IdentityError('invitation_not_found');
  if (invitation.expiresAt <= now) throw new IdentityError('invitation_expired');
  return user;
}
