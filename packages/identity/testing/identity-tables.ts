import type { Account, ApiKey, Logo, User, UserInvitation } from '../account.ts';
import type { AccountEvent } from '../account-event.ts';
import type { BrowserSession } from '../browser-session.ts';
import type { Passkey, PasskeyChallenge, PasswordReset, Person } from '../person.ts';
import type { ProgramAccess } from '../ports.ts';
import type {
  SignOnAttempt,
  SignOnConnection,
  SignOnDomain,
  SignOnLink,
} from '../single-sign-on/connection.ts';

export interface IdentityTables {
  accounts: Account[];
  logos: Logo[];
  users: User[];
  apiKeys: ApiKey[];
  invitations: UserInvitation[];
  people: Person[];
  passwordResets: PasswordReset[];
  recoveryCodes: { readonly personId: string; readonly codeHash: string }[];
  passkeys: Passkey[];
  passkeyChallenges: PasskeyChallenge[];
  browserSessions: BrowserSession[];
  accountEvents: AccountEvent[];
  programAccess: ProgramAccess[];
  signOnConnections: SignOnConnection[];
  signOnDomains: SignOnDomain[];
  signOnAttempts: SignOnAttempt[];
  signOnLinks: SignOnLink[];
  externalIds: { readonly userId: string; readonly externalId: string }[];
}

export function emptyIdentityTables(): IdentityTables {
  return {
    accounts: [],
    logos: [],
    users: [],
    apiKeys: [],
    invitations: [],
    people: [],
    passwordResets: [],
    recoveryCodes: [],
    passkeys: [],
    passkeyChallenges: [],
    browserSessions: [],
    accountEvents: [],
    programAccess: [],
    signOnConnections: [],
    signOnDomains: [],
    signOnAttempts: [],
    signOnLinks: [],
    externalIds: [],
  };
}
