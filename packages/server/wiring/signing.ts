import { createClamdScanner } from '@countersign/adapters/virus-scan';
import { allowedMs } from '@countersign/api';
import { randomIds, systemClock } from '@countersign/base';
import { messageWriter } from '@countersign/i18n';
import type { Capability } from '@countersign/identity';
import {
  createSigning,
  DEFAULT_SETTINGS,
  type PdfToolkit,
  type Signing,
  type SigningDeps,
} from '@countersign/signing';
import { encodeQrCode } from '@countersign/web';
import type { Logger } from 'pino';
import type { Observing } from '../observing/observing.ts';
import type { Config } from '../settings/config.ts';
import { createAssistant, type WiredAssistant } from './assistant.ts';
import { createSealingLog } from './logging.ts';
import { createMessages } from './messages.ts';
import { createPdfToolkit } from './pdf-toolkit.ts';
import { createIdentityChecks, createPayments, type IdentificationProviders } from './providers.ts';
import type { SealSigner } from './seal-signer.ts';
import type { Storage } from './storage.ts';

/** Both are told of what happens. */
export interface Watchers {
  readonly logger: Logger;
  readonly observing: Observing;
}

export interface WiredSigning {
  readonly signing: Signing;
  readonly settings: SigningDeps['settings'];
  readonly messages: ReturnType<typeof createMessages>;
  readonly payments: ReturnType<typeof createPayments>;
  readonly identityChecks: ReturnType<typeof createIdentityChecks>;
  readonly assistant: WiredAssistant | null;
  readonly toolkit: Pick<PdfToolkit, 'close'>;
  readonly loadOfToolkit: ReturnType<typeof createPdfToolkit>['load'];
}

/** Creates the use-cases over the adapters that the settings choose. Every call of an adapter is observed. */
export function wireSigning(
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
  { logger, observing }: Watchers,
  decorate: (deps: SigningDeps) => SigningDeps = (deps) => deps,
): WiredSigning {
  const messages = createMessages(config, { database, blobs, secrets });
  const payments = createPayments(config);
  const identityChecks = createIdentityChecks(config, logger);
  const { load, ...toolkit } = createPdfToolkit(config, sealSigner, { logger, observing });
  const assistant = createAssistant(config, secrets, logger);
  const deps: SigningDeps = {
    database,
    rateCounts: database.rateCounts,
    blobs,
    toolkit: observing.port('pdf', toolkit),
    assistant: observeModel(assistant, observing),
    notifier: {
      send: (message) => observing.call('message', message.channel, () => messages.notifier.send(message)),
    },
    webhookSender: {
      checkUrl: messages.webhookSender.checkUrl,
      post: (...args) =>
        observing.call('webhook', 'post', () => messages.webhookSender.post(...args), describeStatus),
    },
    paymentProvider: payments === null ? undefined : observing.port('payments', payments.provider),
    virusScanner:
      config.clamdAddress &&
      observing.port('virus_scan', createClamdScanner({ address: config.clamdAddress })),
    idScanner: identityChecks.idScanner && observing.port('id_scan', identityChecks.idScanner),
    faceCheck: identityChecks.faceCheck && observing.port('face_check', identityChecks.faceCheck),
    messages: messageWriter,
    electronicId: identification.electronicId && observing.port('electronic_id', identification.electronicId),
    companyRegister:
      identification.companyRegister && observing.port('company_register', identification.companyRegister),
    clock: systemClock,
    ids: randomIds,
    sealingLog: createSealingLog(logger),
    encodeQrCode,
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
  const { settings } = decorated;
  return { messages, payments, identityChecks, signing, toolkit, assistant, settings, loadOfToolkit: load };
}

/** Customers' servers have statuses without end. */
function describeStatus({ status }: { readonly status: number }): string {
  return status >= 200 && status < 300 ? 'ok' : `status_${Math.floor(status / 100)}xx`;
}

function observeModel(assistant: WiredAssistant | null, observing: Observing): WiredAssistant | null {
  if (assistant === null || assistant.model === null) return assistant;
  return { ...assistant, model: observing.port('assistant_model', assistant.model) };
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

export function documentUrl(config: Config, documentId: string): string {
  return `${config.baseUrl}/documents/${documentId}`;
}
