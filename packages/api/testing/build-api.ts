import { type Identity, SCOPES } from '@countersign/identity';
import { buildApiKey, buildUser } from '@countersign/identity/testing';
import { type AuthorizationServer, createTokens } from '@countersign/oauth';
import { createAccessTokenStoreMemory } from '@countersign/oauth/testing';
import { DEFAULT_SETTINGS, type Signing } from '@countersign/signing';
import { createIdempotencyStoreMemory } from '@countersign/signing/testing';
import Fastify from 'fastify';
import { createApi } from '../create-api.ts';
import type { ApiDeps, WebPages } from '../deps.ts';
import { createDownloads } from '../downloads.ts';
import { checkAnswers } from './check-answers.ts';

/** A prefix: `sk_test1` is another key of the same user. */
export const API_KEY = 'sk_test';
const KEY = buildApiKey(buildUser('account-1', { userId: 'user-1' }));

type Overrides = Partial<Omit<ApiDeps, 'signing' | 'identity' | 'authorizationServer' | 'settings'>> & {
  readonly settings?: Partial<ApiDeps['settings']>;
  readonly authorizationServer?: Partial<AuthorizationServer>;
  readonly identity?: { readonly [Resource in keyof Identity]?: Partial<Identity[Resource]> };
  readonly signing?: { readonly [Resource in keyof Signing]?: Partial<Signing[Resource]> };
  readonly logLines?: (line: string) => void;
};

/** Without content and assets. */
export const STUB_PAGES: WebPages = {
  directory: '/nowhere',
  renderSigningPage: (language) => `<html lang="${language}">`,
  renderPhonePage: (language) => `<html lang="${language}">`,
  renderVerificationPage: (language) => `<html lang="${language}">`,
  renderApplicationPage: (language) => `<html lang="${language}" id="application">`,
  renderEntryPage: (language, { isDevelopment }) =>
    `<html lang="${language}" id="entry" data-development="${isDevelopment}">`,
};

/** Operations that the test does not state reject. */
export async function buildApi(overrides: Overrides = {}) {
  const clock = overrides.clock ?? { now: () => new Date() };
  const tokens = createTokens({
    store: createAccessTokenStoreMemory(),
    claimApiKey: async (secret) => (secret.startsWith(API_KEY) ? { ...KEY, apiKeyId: secret } : null),
    clock,
    ids: { secret: () => crypto.randomUUID() },
  });
  const api = await createApi({
    tokens,
    blobs: {
      size: () => Promise.reject(new Error('no blobs here')),
      read: () => Promise.reject(new Error('no blobs here')),
    },
    checkReadiness: async () => ({ status: 'ready', warnings: [] }),
    idempotency: createIdempotencyStoreMemory(),
    downloads: createDownloads({ key: new Uint8Array(32), clock }),
    web: STUB_PAGES,
    clock,
    logger: createLog(overrides.logLines),
    ...overrides,
    authorizationServer: (overrides.authorizationServer ?? {}) as AuthorizationServer,
    identity: (overrides.identity ?? {}) as Identity,
    signing: (overrides.signing ?? {}) as Signing,
    settings: {
      serves: 'everything',
      baseUrl: 'http://localhost:8080',
      authUrl: 'http://localhost:8080',
      rateLimitPerMinute: 600,
      embeddingOrigins: [],
      registrationsPerHour: 1_000_000,
      trustProxy: false,
      maxFileBytes: DEFAULT_SETTINGS.maxFileBytes,
      transfer: { headersMs: 30_000, bodyIdleMs: 30_000, minBytesPerSecond: 1_000, maxConnections: 100 },
      documentUrl: (documentId) => `http://localhost:8080/documents/${documentId}`,
      ...overrides.settings,
    },
  });
  checkAnswers(api);
  const authorize = async (scope: string = SCOPES.join(' '), apiKey = API_KEY) => {
    const { access_token } = await tokens.exchangeApiKey(apiKey, scope);
    return { authorization: `Bearer ${access_token}` };
  };
  return { api, authorize };
}

function createLog(write: ((line: string) => void) | undefined) {
  return Fastify(write === undefined ? {} : { logger: { level: 'info', stream: { write } } }).log;
}
