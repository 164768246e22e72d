import { AsyncLocalStorage } from 'node:async_hooks';
import type { Clock, IdSource } from '@countersign/base';
import { DAY_MS } from '@countersign/base/time';
import type { Scope } from '@countersign/identity';
import { type ClientDocuments, isDocumentUrl } from './client-documents.ts';
import { OAuthError } from './errors.ts';
import type { FetchDocument, Grant, OAuthClient, OAuthDatabase, OAuthStores } from './ports.ts';

export interface LibraryStorageDeps {
  readonly clock: Clock;
}

export const CONSENT_PREFIX = '/consent/';
/** The paths exist within the library only, and the service does not serve them. */
export const LIBRARY_PATHS = { authorization: '/authorize', token: '/token', revocation: '/revoke' } as const;

export interface LibraryDeps extends LibraryStorageDeps {
  readonly issuer: string;
}

export interface LibraryRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly query?: URLSearchParams;
  readonly form?: URLSearchParams;
  readonly authorization?: string;
  /** The id of a running consent. */
  readonly resume?: string;
}

export interface LibraryAnswer {
  readonly status: number;
  readonly location: string | undefined;
  readonly body: string;
  readonly refusal: OAuthError | undefined;
}

export type LoadedLibrary = Pick<Library, 'send'>;

/** oidc-provider, configured for [sections 4 and 5](../../../docs/api/oauth.md). */
export interface Library {
  /** Loads the library before a transaction begins, because one connection would wait for the disk. */
  load(): Promise<void>;
  /** Sends a request. Throws faults of this service only. */
  send(request: LibraryRequest): Promise<LibraryAnswer>;
}

/** A request to the library: what it needs, and then what it found out. */
export interface RunningRequest {
  /** The library's storage works in the transaction of the request. */
  readonly stores: OAuthStores;
  /** The client of a metadata document, which was fetched before the transaction. */
  readonly documentClient?: OAuthClient;
  /** The scopes that a token request asks for. If absent, the token gets all that were consented to. */
  readonly scopes?: readonly Scope[] | undefined;
  /** SHA-256 of the cookie of the browser. */
  readonly browserHash?: string;
  /** The `redirect_uri` of a token request. */
  readonly redirectUri?: string;
  client?: OAuthClient;
  /** The code is valid, but was issued for another `redirectUri` [5-17]. */
  isOtherRedirect?: boolean;
  /** The error that the library answered with. */
  fault?: unknown;
  /** The grant that a second use of a code or token ended. */
  endedGrant?: Grant | null;
  hasRevoked?: boolean;
}

const runningRequests = new AsyncLocalStorage<RunningRequest>();

/** Returns the request that runs. Throws outside one. */
export function currentRequest(): RunningRequest {
  const running = runningRequests.getStore();
  if (running === undefined) throw new Error('no request is running');
  return running;
}

export interface AuthorizationServerSettings {
  /** The issuer identifier, without a trailing slash. */
  readonly authUrl: string;
  /** The address of the API, without a trailing slash. */
  readonly baseUrl: string;
  /** Public clients may use http on the user's machine (RFC 8252). */
  readonly allowLoopback: boolean;
}

export interface AuthorizationServerDeps {
  readonly database: OAuthDatabase;
  readonly fetchDocument: FetchDocument;
  readonly clock: Clock;
  readonly ids: Pick<IdSource, 'uuid' | 'secret'>;
  readonly settings: AuthorizationServerSettings;
}

export interface AuthorizationDeps extends AuthorizationServerDeps {
  readonly library: Library;
  readonly documents: ClientDocuments;
}

/**
 * Fetches the client of a metadata document, before a transaction begins. It is absent for registered
 * clients.
 */
export async function findDocumentClient(
  { documents }: Pick<AuthorizationDeps, 'documents'>,
  clientId: string | null,
): Promise<Pick<RunningRequest, 'documentClient'>> {
  return clientId !== null && isDocumentUrl(clientId)
    ? { documentClient: await documents.find(clientId) }
    : {};
}

/**
 * Finds a client. Returns null too if a metadata document cannot be used any more. Throws
 * `client_unavailable`.
 */
export async function findClient(deps: AuthorizationDeps, clientId: string): Promise<OAuthClient | null> {
  if (!isDocumentUrl(clientId)) return deps.database.oauth.findClient(clientId);
  try {
    return await deps.documents.find(clientId);
  } catch (error) {
    if (error instanceof OAuthError && error.code === 'invalid_client') return null;
    throw error;
  }
}

/** `lastUsedAt` is written no more often than this. */
const CLIENT_TOUCH_INTERVAL_MS = DAY_MS;

/**
 * Notes the use inside the transaction of the request, after the library has locked the grant, as whatever
 * removes a client does first.
 */
export async function touchClient(
  { clock }: Pick<AuthorizationDeps, 'clock'>,
  { client, stores }: RunningRequest,
): Promise<void> {
  if (client === undefined) return;
  const now = clock.now();
  const { clientId, lastUsedAt } = client;
  if (lastUsedAt !== null && now.getTime() - lastUsedAt.getTime() < CLIENT_TOUCH_INTERVAL_MS) return;
  await stores.oauth.markClientUsed(clientId, now);
}

/** Sends a request to the library, which notes in `running` what it finds out. */
export function sendToLibrary(
  { library }: AuthorizationDeps,
  running: RunningRequest,
  request: LibraryRequest,
): Promise<LibraryAnswer> {
  return runningRequests.run(running, () => library.send(request));
}

export interface Outcome<T> {
  /** If true, the transaction is committed. */
  readonly keep: boolean;
  readonly result: T;
}

/** Runs the work in a transaction, which is rolled back if the outcome says so. */
export async function transactIf<T>(
  { database, library }: Pick<AuthorizationDeps, 'database' | 'library'>,
  work: (stores: OAuthStores) => Promise<Outcome<T>>,
): Promise<T> {
  await library.load();
  const rollback = new Error('rolled back');
  let outcome: Outcome<T> | undefined;
  try {
    await database.transact(async (stores) => {
      outcome = await work(stores);
      if (!outcome.keep) throw rollback;
    });
  } catch (error) {
    if (error !== rollback) throw error;
  }
  return (outcome as Outcome<T>).result;
}

/** Leaves out empty parameters, which count as absent (RFC 6749 3.1 and 3.2). */
export function omitEmpty(parameters: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...parameters].filter(([, value]) => value !== ''));
}

/** Reads `scope`, or `scopes`, its older name [5-10]. Blank counts as absent. */
export function readScope(parameters: URLSearchParams): string | undefined {
  const scope = parameters.has('scope') ? parameters.get('scope') : parameters.getAll('scopes').join(' ');
  return scope === null || scope.trim() === '' ? undefined : scope;
}

/** Whether every `resource` is this service (RFC 8707). */
export function isOwnResource(
  parameters: URLSearchParams,
  { baseUrl }: AuthorizationServerSettings,
): boolean {
  return parameters.getAll('resource').every((resource) => {
    const parsed = URL.parse(resource);
    if (parsed === null || resource.includes('#')) return false;
    return parsed.href === new URL(baseUrl).href || parsed.href.startsWith(`${baseUrl}/`);
  });
}

/** Picks parameters, as often as they occur. */
export function pickParameters(parameters: URLSearchParams, names: readonly string[]): URLSearchParams {
  return new URLSearchParams([...parameters].filter(([name]) => names.includes(name)));
}
