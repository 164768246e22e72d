import type { Clock, IdSource } from '@countersign/base';
import type { Capability } from './account.ts';
import type { PasswordCosts } from './password-hash.ts';
import type { AttemptCounter, EncodeLogo, IdentityDatabase, PasskeyAuthority, UserMailer } from './ports.ts';
import type { SignOnDeps } from './single-sign-on/provider.ts';

export interface IdentityDeps {
  readonly database: IdentityDatabase;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly mailer: UserMailer;
  readonly attempts: AttemptCounter;
  readonly passkeys: PasskeyAuthority;
  readonly encodeLogo: EncodeLogo;
  readonly signOn: SignOnDeps;
  /** The capabilities whose provider is configured. */
  readonly providers: ReadonlySet<Capability>;
  /** The costs of new hashes, which tests lower. */
  readonly passwordCosts?: PasswordCosts | undefined;
}
