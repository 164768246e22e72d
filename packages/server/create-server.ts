import { encodeLogo } from '@countersign/adapters/logo';
import { createPasskeyAuthority } from '@countersign/adapters/passkeys';
import { createDocumentFetcher, type DocumentFetcherOptions } from '@countersign/adapters/safe-fetch/senders';
import { createClamdScanner } from '@countersign/adapters/virus-scan';
import { type ApiDeps, allowedMs, createApi, createDownloads, type ReadinessWarning } from '@countersign/api';
import { randomIds, systemClock } from '@countersign/base';
import { messageWriter } from '@countersign/i18n';
import {
  type Capability,
  createIdentity,
  type IdentityDeps,
  type PasswordCosts,
} from '@countersign/identity';
import {
  type AuthorizationServerDeps,
  createAuthorizationServer,
  createTokens,
  type TokensDeps,
} from '@countersign/oauth';
import {
  createSigning,
  type Database,
  DEFAULT_SETTINGS,
  type Signing,
  type SigningDeps,
  SigningError,
} from '@countersign/signing';
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
import type { Config } from './settings/config.ts';
import { StartError } from './settings/values.ts';
import { createAssistant } from './wiring/assistant.ts';
import { startBackgroundJobs } from './wiring/background-jobs.ts';
import { warnOfExpiry, watchCertificate } from './wiring/certificate-watch.ts';
import { ensureFirstAccount, type FirstAccount } from './wiring/first-account.ts';
import { createLogger, createSealingLog, listSealingDelays } from './wiring/logging.ts';
import { createMessages, createUserMailer } from './wiring/messages.ts';
import { createPdfToolkit } from './wiring/pdf-toolkit.ts';
import {
  createIdentification,
  createIdentityChecks,
  createPayments,
  type IdentificationProviders,
} from './wiring/providers.ts';
import { createReadinessCheck } from './wiring/readiness.ts';
import { openSealSigner, type SealSigner } from './wiring/seal-signer.ts';
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
  const parts = await openParts(config, closing, seams, logger);
  const { database } = parts;
  await openAdminSocket(config, database, closing, logger);
  const { signing, tokens, authorizationServer, identity } = parts;
  const background = await startBackgroundJobs(config.role, {
    database,
    jobs: [signing.jobs, tokens.jobs, authorizationServer.jobs, identity.jobs],
    logger,
  });
  closing.defer(() => background.stop());
  // The service has not started until the first account exists.
  let isStarted = false;
  const api = await createServiceApi(config, parts, logger, () => isStarted);
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

type Parts = Awaited<ReturnType<typeof openParts>>;

/** Opens storage, signer and providers, and creates the use-cases over them. */
async function openParts(config: Config, closing: AsyncDisposableStack, seams: ServerSeams, logger: Logger) {
  const storage = await openStorage(config, logger);
  closing.defer(() => storage.close());
  const sealSigner = await openSealSigner(config, systemClock, logger);
  closing.defer(() => sealSigner.close?.());
  closing.defer(watchCertificate(() => sealSigner.validity(), systemClock.now, logger));
  const identification = createIdentification(config, logger);
  closing.defer(() => identification.close());
  const wired = wireSigning(config, { ...storage, sealSigner, identification }, logger, seams);
  closing.defer(() => wired.messages.close());
  closing.defer(() => wired.payments?.events?.close());
  closing.defer(() => wired.toolkit.close());
  closing.defer(() => wired.assistant?.close());
  closing.defer(() => wired.identityChecks.close());
  const identity = wireIdentity(config, storage.database, {
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
  parts: Parts,
  logger: Logger,
  isStarted: () => boolean,
): Promise<FastifyInstance> {
  const { database, secrets, presignDownload } = parts;
  const { identity, signing, tokens, authorizationServer, blobs, settings } = parts;
  const checkReadiness = createServiceReadiness(parts);
  return createApi({
    identity,
    signing,
    tokens,
    authorizationServer,
    blobs,
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
    web: WEB_PAGES,
    clock: systemClock,
    logger,
    settings: apiSettings(config, settings.maxFileBytes),
  });
}

function createServiceReadiness({ database, blobs, sealSigner, identification, identityChecks }: Parts) {
  return createReadinessCheck({
    database,
    blobs,
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
  own: Pick<IdentityDeps, 'mailer' | 'providers' | 'passwordCosts'>,
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
  database: Database,
  closing: AsyncDisposableStack,
  logger: Logger,
): Promise<void> {
  if (databaseUrl !== undefined) return;
  const operator = createAdminOperator({ database, clock: systemClock, ids: randomIds });
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

function wireSigning(
  config: Config,
  {
    database,
    blobs,
    secrets,
    sealSigner,
    identification,
  }: Storage & {
    readonly sealSigner: SealSigner;
    readonly identification: IdentificationProviders;
  },
  logger: Logger,
  { decorate = (deps) => deps }: ServerSeams,
) {
  const messages = createMessages(config, { database, blobs, secrets });
  const payments = createPayments(config);
  const identityChecks = createIdentityChecks(config, logger);
  const toolkit = createPdfToolkit(config, sealSigner, logger);
  const assistant = createAssistant(config, secrets, logger);
  const deps: SigningDeps = {
    database,
    rateCounts: database.rateCounts,
    blobs,
    toolkit,
    assistant,
    notifier: messages.notifier,
    webhookSender: messages.webhookSender,
    paymentProvider: payments?.provider,
    virusScanner: config.clamdAddress && createClamdScanner({ address: config.clamdAddress }),
    idScanner: identityChecks.idScanner,
    faceCheck: identityChecks.faceCheck,
    messages: messageWriter,
    electronicId: identification.electronicId,
    companyRegister: identification.companyRegister,
    clock: systemClock,
    ids: randomIds,
    sealingLog: createSealingLog(logger),
    sealCertificate: () => sealSigner.fingerprint() ?? null,
    urls: {
      signing: (token) => `${config.baseUrl}/sign/${token}`,
      document: (documentId) => documentUrl(config, documentId),
      phone: `${config.baseUrl}/phone`,
      logo: (logoId) => `${config.baseUrl}/logos/${logoId}`,
      verification: `${config.baseUrl}/verify`,
    },
    settings: {
      ...DEFAULT_SETTINGS,
      providers: findProviders(config, messages.outbox !== undefined, payments !== null),
      retentionDays: config.retentionDays,
      maxUploadSeconds: Math.ceil(allowedMs(DEFAULT_SETTINGS.maxFileBytes, config.transfer) / 1_000),
      maxVisitorCodesOfLink: config.visitorCodesOfLinkPerHour,
      maxVisitorCodesOfAccount: config.visitorCodesOfAccountPerHour,
      masksContacts: config.maskContacts,
      keepsScanImages: config.idScan?.keepsImages ?? false,
      allowsLoopbackRedirects: config.nodeEnv !== 'production',
      sealsForDevelopment: config.sealKey === undefined,
    },
  };
  const decorated = decorate(deps);
  const signing: Signing = createSigning(decorated);
  return { messages, payments, identityChecks, signing, toolkit, assistant, settings: decorated.settings };
}

/** Throws until the signer has responded. */
function listSealWarnings(signer: SealSigner): readonly ReadinessWarning[] {
  if (signer.isReady?.() === false) throw new Error('no remote signer has responded yet');
  const known = signer.validity();
  const warning = known && warnOfExpiry(known, systemClock.now());
  return [...(warning ? [warning] : []), ...(signer.warnings?.() ?? [])];
}

/** Returns the providers of signature methods and checks. In development every channel of messages has one. */
function findProviders(
  { sms, whatsapp, idScan, electronicId, faceCheck, assistant }: Config,
  hasOutbox: boolean,
  takesPayments: boolean,
): ReadonlySet<Capability> {
  const providers = new Set<Capability>();
  if (hasOutbox || sms !== undefined) providers.add('deliverySms');
  if (hasOutbox || whatsapp !== undefined) providers.add('deliveryWhatsapp');
  if (idScan !== undefined) providers.add('signatureIdScan');
  if (takesPayments) providers.add('payments');
  if (assistant !== undefined) providers.add('aiAssistant');
  if (electronicId !== undefined) providers.add('signatureBankId');
  // The face is compared with the portrait of a scan.
  if (faceCheck !== undefined && idScan !== undefined) providers.add('signatureFaceLiveness');
  return providers;
}

function documentUrl(config: Config, documentId: string): string {
  return `${config.baseUrl}/documents/${documentId}`;
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
