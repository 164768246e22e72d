import type { IdSource } from '@countersign/base';
import { type AccountReads, type Identity, newKeySecret } from '@countersign/identity';
import type { Config } from '../settings/config.ts';

export interface FirstAccount {
  readonly emailAddress: string;
  /** Null means that BOOTSTRAP_PASSWORD sets it. */
  readonly password: string | null;
  /** Null means that BOOTSTRAP_API_KEY sets it. */
  readonly apiKey: string | null;
}

interface FirstAccountDeps {
  readonly accounts: Pick<AccountReads, 'hasAnyAccount'>;
  readonly identity: Pick<Identity, 'accounts'>;
  readonly ids: IdSource;
}

/** Returns the credentials, which are shown once, and null if there was an account. */
export async function ensureFirstAccount(
  deps: FirstAccountDeps,
  bootstrap: Config['bootstrap'],
): Promise<FirstAccount | null> {
  if (await deps.accounts.hasAnyAccount()) return null;
  const { accountName, fullName, emailAddress, capabilities, timeZone } = bootstrap;
  const password = bootstrap.password ?? deps.ids.secret();
  const apiKey = bootstrap.apiKey ?? newKeySecret(deps.ids);
  await deps.identity.accounts.createFirst({
    name: accountName,
    fullName,
    emailAddress,
    password,
    apiKey,
    capabilities,
    timeZone,
  });
  return {
    emailAddress,
    password: bootstrap.password === undefined ? password : null,
    apiKey: bootstrap.apiKey === undefined ? apiKey : null,
  };
}
