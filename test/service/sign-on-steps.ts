import { buildPerson, buildUser } from '@countersign/identity/testing';
import type { Database } from '@countersign/signing';
import {
  SIGN_ON_CLIENT,
  type SignOnPerson,
  type SignOnServer,
  startSignOnServer,
} from '../../packages/adapters/testing/sign-on-server.ts';
import type { TestDatabaseKind } from '../../packages/adapters/testing/test-database.ts';
import { findFreePort } from '../../packages/server/demo/find-free-port.ts';
import { addPerson, PASSWORD } from './add-person.ts';
import { type ApiClient, createApiClient } from './api-client.ts';
import { startService, type TestService } from './start-service.ts';

export const SINGLE_SIGN_ON = '/v1/account/single-sign-on';

/** A service beside a provider. `records` are the TXT records that its DNS has. */
export interface SignOnService extends TestService {
  readonly provider: SignOnServer;
  readonly records: Map<string, string>;
}

export async function startSignOnService(
  kind: TestDatabaseKind,
  settings: (issuer: string) => Readonly<Record<string, string>> = () => ({}),
): Promise<SignOnService> {
  const port = String(await findFreePort());
  const site = `http://localhost:${port}`;
  const provider = await startSignOnServer(`${site}/sign-in/callback`, `${site}/sign-in`);
  const records = new Map<string, string>();
  const readTxtRecords = async (name: string) => [...(records.has(name) ? [records.get(name) ?? ''] : [])];
  const service = await startService(kind, { PORT: port, ...settings(provider.issuer) }, { readTxtRecords });
  return {
    ...service,
    provider,
    records,
    async close() {
      await service.close();
      provider.close();
    },
  };
}

/** A browser on pages of the service, with all of its cookies. */
export interface SignOnBrowser extends ApiClient {
  readonly cookies: Map<string, string>;
}

export function openBrowser(baseUrl: string): SignOnBrowser {
  const cookies = new Map<string, string>();
  const client = createApiClient(baseUrl, '', {
    headers: () => ({
      'countersign-page': '1',
      cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    }),
    onAnswer(headers) {
      for (const line of headers.getSetCookie()) {
        const [name = '', value = ''] = line.split(';', 1)[0]?.split('=', 2) ?? [];
        if (value === '') cookies.delete(name);
        else cookies.set(name, value);
      }
    },
  });
  return { ...client, cookies };
}

type Target = Readonly<Record<string, string>>;

/** Goes to the provider and comes back. Resolves with what the service answers then. */
export async function signOn(
  { provider, baseUrl }: SignOnService,
  person: SignOnPerson,
  target: Target,
  browser = openBrowser(baseUrl),
) {
  const address = await comeBack(provider, person, target, browser);
  const answer = await browser.get(address);
  return { browser, ...answer, page: answer.bytes.toString() };
}

/** Resolves with the path and query that the provider leads back to. */
export async function comeBack(
  provider: SignOnServer,
  person: SignOnPerson,
  target: Target,
  browser: SignOnBrowser,
): Promise<string> {
  const begun = await browser.post<{ redirectTo: string }>('/v1/session/single-sign-on', target);
  if (begun.status !== 200) throw new Error(`begin: ${begun.status} ${JSON.stringify(begun.body)}`);
  return provider.visit(begun.body.redirectTo, person);
}

/** An account with single sign-on for a domain of its own. */
export async function addSignOnAccount(
  service: SignOnService,
  changes: Readonly<Record<string, unknown>> = {},
) {
  const { user, account, browser } = await addPerson(service);
  const domain = `${account.accountId}.example`;
  await browser.post(`${SINGLE_SIGN_ON}/domains`, { domain });
  await verifyDomain(service, browser, domain);
  const input = {
    issuer: service.provider.issuer,
    ...SIGN_ON_CLIENT,
    name: 'Nordhavn',
    currentPassword: PASSWORD,
    ...changes,
  };
  const saved = await browser.put(SINGLE_SIGN_ON, input);
  if (saved.status !== 200) throw new Error(`save: ${saved.status} ${JSON.stringify(saved.body)}`);
  return { owner: user, account, browser, domain, address: `ada@${domain}` };
}

export async function verifyDomain({ records }: SignOnService, browser: ApiClient, domain: string) {
  const { body } = await browser.get<{ domains: readonly DomainBody[] }>(SINGLE_SIGN_ON);
  const { record } = body.domains.find((one) => one.domain === domain) ?? {};
  if (record !== undefined) records.set(record.name, record.value);
  return browser.bare<DomainBody>('POST', `${SINGLE_SIGN_ON}/domains/${domain}/verification`);
}

interface DomainBody {
  readonly domain: string;
  readonly record: { readonly name: string; readonly value: string };
  readonly verifiedAt: string | null;
}

/** A user of the account with the password of everybody in these tests. */
export async function addUser(
  database: Database,
  accountId: string,
  emailAddress: string,
  changes: Readonly<Record<string, unknown>> = {},
) {
  const owner = await database.read.people.findByEmail('owner@example.com');
  const user = buildUser(accountId, { emailAddress, role: 'member', ...changes });
  await database.transact(async (stores) => {
    await stores.people.insert(buildPerson(user, { passwordHash: owner?.passwordHash ?? null }));
    await stores.accounts.insertUser(user);
  });
  return user;
}
