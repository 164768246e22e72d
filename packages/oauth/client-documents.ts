/** A client may have the address of a JSON document as its id (client metadata documents). */

import type { Clock } from '@countersign/base';
import { findLineFault, isHostName } from '@countersign/base/text';
import { findRefusedUris, MAX_CLIENT_NAME_LENGTH, MAX_URI_LENGTH, type RedirectRules } from './clients.ts';
import { OAuthError } from './errors.ts';
import { DocumentUnavailable, type FetchDocument, type OAuthClient } from './ports.ts';

/** The limit is that of [D8-22]. */
export const MAX_DOCUMENT_BYTES = 64 * 1024;
/** The limit is that of [D8-24]. */
const MAX_AGE_SECONDS = 24 * 60 * 60;
/** A further document replaces the oldest. */
const MAX_DOCUMENTS = 500;
/** The reason why a document cannot be used, for the log. */
export class DocumentFault extends Error {
  constructor(clientId: string, reason: string, cause?: unknown) {
    const { host = 'an invalid address' } = URL.parse(clientId) ?? {};
    super(`metadata document of ${host}: ${reason}`, cause === undefined ? undefined : { cause });
    this.name = 'DocumentFault';
  }
}

/** A document that cannot be used is not fetched again for this time. */
const FAILURE_SECONDS = 10;
const MAX_REDIRECT_URIS = 50;
const TOO_MANY_REQUESTS = 429;

export interface ClientDocumentDeps {
  readonly fetchDocument: FetchDocument;
  readonly clock: Clock;
  readonly settings: RedirectRules;
}

export interface ClientDocuments {
  /** Finds the client of a document. Throws `invalid_client` and `client_unavailable`. */
  find(clientId: string): Promise<OAuthClient>;
}

interface Held {
  readonly work: Promise<Fetched>;
  validUntil: number;
}

interface Fetched {
  readonly client: OAuthClient;
  readonly seconds: number;
}

/** Whether the id is an address [5-11]. */
export function isDocumentUrl(clientId: string): boolean {
  return /^https?:/i.test(clientId);
}

export function createClientDocuments(deps: ClientDocumentDeps): ClientDocuments {
  const held = new Map<string, Held>();
  const now = () => deps.clock.now().getTime();
  return {
    async find(clientId) {
      // A refused address takes no space of a document.
      if (!isDocumentAddress(clientId)) throw refuse(clientId, 'not the address of a document');
      const known = held.get(clientId);
      if (known !== undefined && known.validUntil > now()) return (await known.work).client;
      // Requests at the same time share the fetch.
      const entry: Held = { work: fetchClient(deps, clientId), validUntil: Number.POSITIVE_INFINITY };
      held.delete(clientId);
      held.set(clientId, entry);
      const [oldest] = held.keys();
      if (held.size > MAX_DOCUMENTS && oldest !== undefined) held.delete(oldest);
      try {
        const { client, seconds } = await entry.work;
        entry.validUntil = now() + seconds * 1000;
        return client;
      } catch (error) {
        entry.validUntil = now() + FAILURE_SECONDS * 1000;
        throw error;
      }
    },
  };
}

/**
 * Fetches a document. Answers other than a document are the client's fault. Without an answer the document
 * may be there again later, whatever the reason: outages look like names that do not exist and like wrong
 * certificates.
 */
async function fetchClient(deps: ClientDocumentDeps, clientId: string): Promise<Fetched> {
  let answer: Awaited<ReturnType<FetchDocument>>;
  try {
    answer = await deps.fetchDocument(clientId, MAX_DOCUMENT_BYTES);
  } catch (cause) {
    throw cause instanceof DocumentUnavailable
      ? unavailable(clientId, 'no answer', cause.cause)
      : refuse(clientId, 'not allowed', cause);
  }
  if (answer.status >= 500 || answer.status === TOO_MANY_REQUESTS)
    throw unavailable(clientId, `answered ${answer.status}`);
  // Redirects are not followed [D8-23].
  if (answer.status !== 200) throw refuse(clientId, `answered ${answer.status}`);
  const client = readDocument(deps, clientId, answer.body);
  return { client, seconds: readMaxAge(answer.headers, deps.clock.now()) };
}

/**
 * The error is not `invalid_client`, after which clients forget their tokens, and users would have to give
 * access again.
 */
function unavailable(clientId: string, reason: string, cause?: unknown): OAuthError {
  const fault = new DocumentFault(clientId, reason, cause);
  return new OAuthError('client_unavailable', { seconds: FAILURE_SECONDS }, { cause: fault });
}

function refuse(clientId: string, reason: string, cause?: unknown): OAuthError {
  return new OAuthError('invalid_client', {}, { cause: new DocumentFault(clientId, reason, cause) });
}

/** Whether the address has a path, and nothing that parsers read differently. */
function isDocumentAddress(clientId: string): boolean {
  if (clientId.length > MAX_URI_LENGTH || !/^https:\/\/[^/?#\\@\s]+\/[^#\\\s]*$/.test(clientId)) return false;
  const parsed = URL.parse(clientId);
  // An equal address has neither dot segments nor an upper-case host.
  return parsed?.href === clientId && isHostName(parsed.hostname);
}

function readDocument(
  { clock, settings }: ClientDocumentDeps,
  clientId: string,
  body: Uint8Array,
): OAuthClient {
  const document = parseObject(body);
  if (document === null) throw refuse(clientId, 'not a JSON object');
  if (document.client_id !== clientId) throw refuse(clientId, 'client_id is another address');
  const method = document.token_endpoint_auth_method ?? 'none';
  if (method !== 'none' || 'client_secret' in document) throw refuse(clientId, 'not of a public client');
  const redirectUris = readRedirectUris(document.redirect_uris, settings);
  if (redirectUris === null) throw refuse(clientId, 'redirect_uris cannot be used');
  return {
    clientId,
    clientName: readName(document.client_name) ?? new URL(clientId).host,
    redirectUris,
    authMethod: 'none',
    secretHash: null,
    details: {
      grantTypes: ['authorization_code', 'refresh_token'],
      responseTypes: ['code'],
      ...readHomepage(document.client_uri),
    },
    userId: null,
    createdAt: clock.now(),
    lastUsedAt: null,
  };
}

function parseObject(body: Uint8Array): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** Returns null unless every address may be used. */
function readRedirectUris(value: unknown, rules: RedirectRules): readonly string[] | null {
  if (!Array.isArray(value) || value.length === 0 || value.length > MAX_REDIRECT_URIS) return null;
  if (!value.every((uri) => typeof uri === 'string')) return null;
  return findRefusedUris(value, true, rules).length === 0 ? value : null;
}

function readName(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  return findLineFault(value, { min: 1, max: MAX_CLIENT_NAME_LENGTH }) === undefined ? value : undefined;
}

function readHomepage(value: unknown): { readonly clientUri?: string } {
  if (typeof value !== 'string' || value.length > MAX_URI_LENGTH) return {};
  const parsed = URL.parse(value);
  return parsed?.protocol === 'https:' && isHostName(parsed.hostname) ? { clientUri: value } : {};
}

/** Reads how long the answer is fresh (RFC 9111 5.2.2 and 5.3); the default is 0. */
function readMaxAge(headers: Readonly<Record<string, string>>, now: Date): number {
  const control = (headers['cache-control'] ?? '').toLowerCase();
  if (/(?:^|[,\s])no-(?:store|cache)(?:$|[,\s=])/.test(control)) return 0;
  const [, maxAge] = /(?:^|[,\s])max-age\s*=\s*"?(\d{1,10})/.exec(control) ?? [];
  const expires = Date.parse(headers.expires ?? '');
  const seconds =
    maxAge === undefined ? (expires - now.getTime()) / 1000 : Number(maxAge) - Number(headers.age ?? 0);
  return Number.isNaN(seconds) ? 0 : Math.min(Math.max(0, seconds), MAX_AGE_SECONDS);
}
