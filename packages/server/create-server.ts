import { encodeLogo } from '@countersign/adapters/logo';
import { createPasskeyAuthority } from '@countersign/adapters/passkeys';
import { readServiceState } from '@countersign/adapters/postgres/service-state';
import { createDocumentFetcher, type DocumentFetcherOptions } from '@countersign/adapters/safe-fetch/senders';
import { createSignOnProvider, readTxtRecords } from '@countersign/adapters/sign-on';
import { type ApiDeps, createApi, createDownloads, type ReadinessWarning } from '@countersign/api';
import { hashSecret, randomIds, systemClock } from '@countersign/base';
import { createIdentity, createOperator, type IdentityDeps, type PasswordCosts } from '@countersign/identity';
import {
  type AuthorizationServerDeps,
  createAuthorizationServer,
  createTokens,
  type TokensDeps,
} from '@countersign/oauth';
import { type Database, type SigningDeps, SigningError } from '@countersign/signing';
import {
  renderApplicationPage,
  renderEntryPage,
  renderPhonePage,
  renderSigningPage,
  renderVerificationPage,
  webDistDir,
} from '@countersign/web';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { serveAdminSocket } from './admin/admin-socket.ts';
import { createAdminOperator } from './admin/commands.ts';
import { createObserving, type Observing } from './observing/observing.ts';
import { serveMetrics } from './observing/serve-metrics.ts';
import type { Config } from './settings/config.ts';
import { StartError } from './settings/values.ts';
import { startBackgroundJobs } from './wiring/background-jobs.ts';
import { warnOfExpiry, watchCertificate } from './wiring/certificate-watch.ts';
import { ensureFirstAccount, type FirstAccount } from './wiring/first-account.ts';
import { createLogger, listSealingDelays } from './wiring/logging.ts';
import { createUserMailer } from './wiring/messages.ts';
import { createIdentification } from './wiring/providers.ts';
import { createReadinessCheck } from './wiring/readiness.ts';
import { openSealSigner, type SealSigner } from './wiring/seal-signer.ts';
import { documentUrl, type Watchers, wireSigning } from './wiring/signing.ts';
import { nameLostDatabase, openStorage, type Storage } from './wiring/storage.ts';

export interface RunningService {
  readonly baseUrl: string;
  /** The credentials are shown once. They are null if there was an account. */
  readonly firstAccount: FirstAccount | null;
  readonly database: Database;
  /** Finishes running work and releases the data folder. Repeated calls wait for the first. */
  close(): Promise<void>;
}

/** Tests replace these parts. */
export interface ServerSeams {
  /** Changes what the use-cases get. */
  readonly decorate?: (deps: SigningDeps) => SigningDeps;
  readonly documentFetcher?: DocumentFetcherOptions;
  /** Lines are written here in place of standard error. */
  readonly log?: { write(line: string): void };
  /** Gets the API before it listens. */
  readonly inspectApi?: (api: FastifyInstance) => void;
  /** Tests have no DNS of their own. */
  readonly readTxtRecords?: (name: string) => Promise<readonly string[]>;
  /** The costs of today are the default. */
  readonly passwordCosts?: PasswordCosts;
}

/** Throws `StartError` with a one-line message. */
export async function createServer(config: Config, seams: ServerSeams = {}): Promise<RunningService> {
  const closing = new AsyncDisposableStack();
  try {
    return await startService(config, closing, seams);
  } catch (error) {
    // What is closed may need what failed, which would hide the reason.
    await closing.disposeAsync().catch(() => undefined);
    throw nameLostDatabase(error);
  }
}

const WEB_PAGES: ApiDeps['web'] = {
  directory: webDistDir,
  renderSigningPage,
  renderVerificationPage,
  renderPhonePage,
  renderApplicationPage,
  renderEntryPage,
};

async function startService(
  config: Config,
  closing: AsyncDisposableStack,
  seams: ServerSeams,
): Promise<RunningService> {
  const logger = createLogger(config.logLevel, seams.log);
  const observing = await createObserving(config);
  closing.defer(() => observing.close());
  const parts = await openParts(config, closing, seams, { logger, observing });
  const { database } = parts;
  await openAdminSocket(config, parts, closing, logger);
  const { signing, tokens, authorizationServer, identity } = parts;
  const background = await startBackgroundJobs(config.role, {
    database,
    jobs: [signing.jobs, tokens.jobs, authorizationServer.jobs, identity.jobs],
    logger,
    observing,
  });
  closing.defer(() => background.stop());
  const metrics = await openMetrics(config, parts, observing);
  closing.defer(() => metrics?.close());
  // The service has not started until the first account exists.
  let isStarted = false;
  const api = await createServiceApi(config, { ...parts, observing }, logger, () => isStarted);
  closing.defer(() => api.close());
  seams.inspectApi?.(api);
  await listen(api, config);
  const accounts = database.read.accounts;
  // The first account is created last, because its credentials are shown once. Of several nodes one creates it.
  const firstAccount = await database.engine.migrateAlone(() =>
    ensureFirstAccount({ accounts, identity, ids: randomIds }, config.bootstrap),
  );
  isStarted = true;
  let closed: Promise<void> | undefined;
  return {
    baseUrl: config.baseUrl,
    firstAccount,
    database,
    close: () => {
      closed ??= closing.disposeAsync();
      return closed;
    },
  };
}

/** Without METRICS_PORT there is none. */
async function openMetrics(
  { metricsPort: port, metricsHost: host }: Config,
  { database, loadOfToolkit }: Parts,
  { metrics }: Observing,
) {
  if (metrics === undefined || port === undefined) return undefined;
  return serveMetrics({ host, port }, metrics, {
    readState: () => readServiceState(database),
    pools: loadOfToolkit,
    connections: database.engine.connections,
  });
}

type Parts = Awaited<ReturnType<typeof openParts>>;

/** Opens storage, signer and providers, and creates the use-cases over them. */
async function openParts(
  config: Config,
  closing: AsyncDisposableStack,
  seams: ServerSeams,
  { logger, observing }: Watchers,
) {
  const opened = await openStorage(config, logger);
  closing.defer(() => opened.close());
  const { transact } = opened.database;
  const storage = {
    ...opened,
    blobs: observing.port('storage', opened.blobs),
    database: {
      ...opened.database,
      transact: ((work) => observing.call('database', 'transact', () => transact(work))) as typeof transact,
    },
  };
  const sealSigner = await openSealSigner(config, systemClock, logger);
  closing.defer(() => sealSigner.close?.());
  closing.defer(watchCertificate(() => sealSigner.validity(), systemClock.now, logger));
  const identification = createIdentification(config, logger);
  closing.defer(() => identification.close());
  const wired = wireSigning(
    config,
    { ...storage, sealSigner, identification },
    { logger, observing },
    seams.decorate,
  );
  closing.defer(() => wired.messages.close());
  closing.defer(() => wired.payments?.events?.close());
  closing.defer(() => wired.toolkit.close());
  closing.defer(() => wired.assistant?.close());
  closing.defer(() => wired.identityChecks.close());
  const provider = createSignOnProvider({ allowLoopback: config.allowLoopbackWebhooks });
  closing.defer(() => provider.close());
  const readRecords = seams.readTxtRecords ?? readTxtRecords;
  const identity = wireIdentity(config, storage.database, {
    signOn: { provider, readTxtRecords: readRecords, service: config.singleSignOn },
    mailer: createUserMailer(wired.messages.notifier, config.baseUrl, logger),
    providers: wired.settings.providers,
    passwordCosts: seams.passwordCosts,
  });
  const documents = createDocumentFetcher(seams.documentFetcher);
  closing.defer(() => documents.close());
  const authorization = wireAuthorization(config, storage.database, {
    claimApiKey: identity.apiKeys.claim,
    fetchDocument: documents.fetch,
  });
  return { ...storage, sealSigner, identification, ...wired, identity, ...authorization };
}

function createServiceApi(
  config: Config,
  parts: Parts & { readonly observing: Observing },
  logger: Logger,
  isStarted: () => boolean,
): Promise<FastifyInstance> {
  const { database, secrets, presignDownload, observing } = parts;
  const { identity, signing, tokens, authorizationServer, blobs, settings } = parts;
  const checkReadiness = createServiceReadiness(config, parts);
  return createApi({
    identity,
    signing,
    tokens,
    authorizationServer,
    blobs,
    operator: operatorOf(config, database),
    checkReadiness: async () => {
      if (!isStarted()) throw new SigningError('service_busy');
      return checkReadiness();
    },
    isStarted,
    downloads: createDownloads({ key: secrets.downloadKey, clock: systemClock }),
    presignDownload,
    // The embedded database writes to disk at every commit and has one process, so its requests are counted in
    // memory.
    rateCounter: config.databaseUrl === undefined ? undefined : database.rateCounts,
    idempotency: database.idempotencyKeys,
    ...reportsOf(parts),
    observer: observing.requests,
    web: WEB_PAGES,
    clock: systemClock,
    logger,
    settings: apiSettings(config, settings.maxFileBytes),
  });
}

function operatorOf({ operatorToken }: Config, database: Parts['database']): ApiDeps['operator'] {
  if (operatorToken === undefined) return undefined;
  const accounts = createOperator({ database, ids: randomIds, clock: systemClock });
  return { tokenHash: hashSecret(operatorToken), accounts };
}

function createServiceReadiness(
  { databaseUrl, s3 }: Config,
  { database, blobs, sealSigner, identification, identityChecks }: Parts,
) {
  return createReadinessCheck({
    database,
    blobs,
    shared: { database: databaseUrl !== undefined, storage: s3 !== undefined },
    readSeal: () => listSealWarnings(sealSigner),
    listProviderWarnings: async () => [
      ...(await identification.listWarnings()),
      ...(await identityChecks.listWarnings()),
      ...(await listSealingDelays(database.read.documents)),
    ],
    clock: systemClock,
  });
}

function wireIdentity(
  config: Config,
  database: Storage['database'],
  own: Pick<IdentityDeps, 'mailer' | 'providers' | 'passwordCosts' | 'signOn'>,
) {
  return createIdentity({
    ...own,
    database,
    clock: systemClock,
    ids: randomIds,
    attempts: database.rateCounts,
    passkeys: createPasskeyAuthority(config.baseUrl),
    encodeLogo,
  });
}

/** Returns the readers of what providers report. */
function reportsOf({
  messages,
  payments,
  identityChecks,
}: Parts): Pick<ApiDeps, 'outbox' | 'deliveryReports' | 'paymentEvents' | 'identityEvents'> {
  return {
    outbox: messages.outbox,
    deliveryReports: messages.deliveryReports,
    paymentEvents: payments?.events,
    identityEvents: identityChecks.events ?? undefined,
  };
}

async function openAdminSocket(
  { databaseUrl, dataDir }: Config,
  { database, blobs, secrets: { encryptionKeys } }: Parts,
  closing: AsyncDisposableStack,
  logger: Logger,
): Promise<void> {
  if (databaseUrl !== undefined) return;
  const openBlobs = async () => blobs;
  const operator = createAdminOperator({
    database,
    clock: systemClock,
    ids: randomIds,
    encryptionKeys,
    openBlobs,
    withJobs: (work) => work(),
  });
  const admin = await serveAdminSocket(dataDir, operator, logger);
  closing.defer(() => admin.close());
}

function wireAuthorization(
  config: Config,
  database: Storage['database'],
  {
    claimApiKey,
    fetchDocument,
  }: Pick<TokensDeps, 'claimApiKey'> & Pick<AuthorizationServerDeps, 'fetchDocument'>,
) {
  const { baseUrl, authUrl, allowLoopbackRedirects: allowLoopback } = config;
  const common = { clock: systemClock, ids: randomIds };
  return {
    tokens: createTokens({ ...common, store: database.accessTokens, claimApiKey }),
    authorizationServer: createAuthorizationServer({
      ...common,
      database,
      fetchDocument,
      settings: { baseUrl, authUrl, allowLoopback },
    }),
  };
}

function apiSettings(config: Config, maxFileBytes: number): ApiDeps['settings'] {
  return {
    baseUrl: config.baseUrl,
    authUrl: config.authUrl,
    signOnName: config.singleSignOn?.name,
    embeddingOrigins: config.embeddingOrigins,
    registrationsPerHour: config.registrationsPerHour,
    rateLimitPerMinute: config.rateLimitPerMinute,
    trustProxy: config.trustProxy,
    transfer: config.transfer,
    maxFileBytes,
    serves: config.role === 'worker' ? 'health' : 'everything',
    documentUrl: (documentId) => documentUrl(config, documentId),
  };
}

/** Throws until the signer has responded. */
function listSealWarnings(signer: SealSigner): readonly ReadinessWarning[] {
  if (signer.isReady?.() === false) throw new Error('no remote signer has responded yet');
  const known = signer.validity();
  const warning = known && warnOfExpiry(known, systemClock.now());
  return [...(warning ? [warning] : []), ...(signer.warnings?.() ?? [])];
}

async function listen(api: FastifyInstance, config: Config): Promise<void> {
  try {
    await api.listen({ port: config.port, host: config.host });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    if (error.code === 'EADDRINUSE')
      throw new StartError('port_in_use', `PORT: ${config.port} is in use by another process`, error);
    const setting = error.code === 'EACCES' ? 'PORT' : 'HOST';
    throw new StartError('address_unusable', `${setting}: ${error.message}`, error);
  }
}
