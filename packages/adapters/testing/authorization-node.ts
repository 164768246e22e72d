import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { randomIds } from '@countersign/base';
import { DAY_MS } from '@countersign/base/time';
import { createIdentity, type Identity, type User } from '@countersign/identity';
import {
  buildAccount,
  buildPerson,
  buildUser,
  KEEP_LOGO,
  LOW_COSTS,
  memoryAttempts,
  NO_PASSKEYS,
  NO_SIGN_ON,
} from '@countersign/identity/testing';
import { type AuthorizationServer, createAuthorizationServer } from '@countersign/oauth';
import type { AdapterDatabase } from '../postgres/database.ts';
import { openDatabase } from '../postgres/open-database.ts';
import type { TestDatabase } from './test-database.ts';

const CALLBACK = 'https://app.example.com/callback';
const BROWSER_SECRET = 'cookie';

/** Of one node of the service, without its HTTP side. */
export class AuthorizationNode {
  readonly database: AdapterDatabase;
  readonly identity: Identity;
  readonly server: AuthorizationServer;
  now = () => new Date();

  private constructor(database: AdapterDatabase) {
    this.database = database;
    const shared = {
      database,
      clock: { now: () => this.now() },
      ids: { ...randomIds, oneTimeCode: () => '012345' },
    };
    this.identity = createIdentity({
      ...shared,
      mailer: { send: async () => undefined },
      attempts: memoryAttempts(),
      passkeys: NO_PASSKEYS,
      encodeLogo: KEEP_LOGO,
      signOn: NO_SIGN_ON,
      passwordCosts: LOW_COSTS,
      providers: new Set(),
    });
    this.server = createAuthorizationServer({
      ...shared,
      fetchDocument: () => Promise.reject(new Error('no network here')),
      settings: { authUrl: 'https://sign.example', baseUrl: 'https://sign.example', allowLoopback: false },
    });
  }

  static async open(place: TestDatabase): Promise<AuthorizationNode> {
    const database = await openDatabase(place.location, place);
    // Nothing here waits for a mail.
    database.attachJobs(async () => undefined);
    return new AuthorizationNode(database);
  }

  async addUser(): Promise<User> {
    const account = buildAccount();
    const user = buildUser(account.accountId);
    await this.database.transact(async ({ accounts, people }) => {
      await accounts.insertAccount(account);
      await people.insert(buildPerson(user));
      await accounts.insertUser(user);
    });
    return user;
  }

  /** Resolves with the id of the session. */
  async insertSession({ userId, accountId, personId }: User): Promise<string> {
    const sessionId = randomUUID();
    const session = {
      ...{ sessionId, idHash: randomUUID(), personId: personId ?? '', userId, accountId },
      ...({ stage: 'signed_in', address: '', userAgent: '' } as const),
      ...({ method: 'password', connectionId: null } as const),
      ...{ createdAt: new Date(), lastUsedAt: new Date(), expiresAt: new Date(Date.now() + DAY_MS) },
    };
    await this.database.transact(({ browserSessions }) => browserSessions.insert(session));
    return sessionId;
  }

  /** By the user, or by itself. */
  async register(user: User | null): Promise<string> {
    const { client } = await this.server.clients.register(
      {
        clientName: 'Program',
        redirectUris: [CALLBACK],
        authMethod: 'none',
        details: { grantTypes: ['authorization_code'], responseTypes: ['code'] },
      },
      user && callerOf(user),
    );
    return client.clientId;
  }

  async begin(clientId: string): Promise<{ readonly uid: string; readonly verifier: string }> {
    const verifier = randomBytes(32).toString('base64url');
    const parameters = new URLSearchParams({
      client_id: clientId,
      redirect_uri: CALLBACK,
      response_type: 'code',
      scope: 'read',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    });
    const answer = await this.server.authorize({
      ...{ parameters, isSignedIn: true, browserSecret: BROWSER_SECRET },
    });
    if (answer.kind !== 'consent') throw new Error(`${answer.kind} instead of a consent`);
    return { uid: answer.uid, verifier };
  }

  /** After the user allowed it. */
  async obtainForm(user: User, sessionId: string, clientId: string): Promise<URLSearchParams> {
    const { uid, verifier } = await this.begin(clientId);
    const reader = readerOf(user, sessionId);
    await this.server.consents.decide(reader, uid, 'allow');
    return codeForm(clientId, verifier, await this.server.consents.complete(reader, uid));
  }

  exchange(form: URLSearchParams): ReturnType<AuthorizationServer['requestToken']> {
    return this.server.requestToken({ form, authorization: undefined });
  }

  refresh(clientId: string, token: string): ReturnType<AuthorizationServer['requestToken']> {
    return this.exchange(
      new URLSearchParams({ grant_type: 'refresh_token', client_id: clientId, refresh_token: token }),
    );
  }
}

export const callerOf = ({ userId, accountId }: User) => ({ userId, accountId, scopes: [] });

export const readerOf = (user: User, sessionId: string) => ({
  ...callerOf(user),
  ...{ sessionId, browserSecret: BROWSER_SECRET },
});

/** `callback` is the address that the browser is sent to. */
export function codeForm(clientId: string, verifier: string, callback: string): URLSearchParams {
  return new URLSearchParams({
    grant_type: 'authorization_code',
    client_id: clientId,
    redirect_uri: CALLBACK,
    code: new URL(callback).searchParams.get('code') ?? '',
    code_verifier: verifier,
  });
}

/** `given`, or the code of the refusal. */
export const outcomeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'given',
    (error: { code?: string }) => error.code ?? String(error),
  );
