import { createHmac } from 'node:crypto';
import { createOutbox, createSmtpNotifier, routeByChannel } from '@countersign/adapters/email';
import {
  createDeliveryReports,
  createElksProvider,
  createSendOnce,
  createTwilioProvider,
  type DeliveryReports,
  type PhoneProvider,
} from '@countersign/adapters/phone';
import type { AdapterDatabase } from '@countersign/adapters/postgres';
import { type ClosableWebhookSender, createWebhookSender } from '@countersign/adapters/safe-fetch';
import { type BlobStore, MessageRejected, type Notifier, type OutboxReader } from '@countersign/signing';
import type { Config } from '../config.ts';
import type { SmsSettings, WhatsappSettings } from '../phone-settings.ts';
import type { Secrets } from '../secrets.ts';

export interface Messages {
  readonly notifier: Notifier;
  readonly webhookSender: ClosableWebhookSender;
  readonly deliveryReports: DeliveryReports;
  /** In development for what has no provider. */
  readonly outbox?: OutboxReader;
  close(): Promise<void>;
}

interface MessageDeps {
  readonly database: AdapterDatabase;
  readonly blobs: BlobStore;
  readonly secrets: Pick<Secrets, 'downloadKey'>;
}

export function createMessages(config: Config, { database, blobs, secrets }: MessageDeps): Messages {
  const { smtpUrl, sms, whatsapp } = config;
  const webhookSender = createWebhookSender({ allowLoopbackHttp: config.allowLoopbackWebhooks });
  const outbox = config.environment === 'production' ? undefined : createOutbox(database);
  const unserved = outbox ?? { send: () => Promise.reject(new MessageRejected('provider_unavailable')) };
  const reports = createDeliveryReports({
    baseUrl: config.baseUrl,
    key: createHmac('sha256', secrets.downloadKey).update('message-status').digest(),
    ...readAuthToken(sms, whatsapp),
  });
  const smsProvider = sms && createSmsProvider(sms, reports);
  const whatsappProvider = whatsapp && createWhatsappProvider(whatsapp, reports);
  const mail = smtpUrl === undefined ? undefined : createSmtpNotifier(smtpUrl, config.mailFrom, blobs);
  const once = (provider: PhoneProvider | undefined) =>
    provider === undefined ? unserved : createSendOnce(provider, database.messageAttempts);
  return {
    notifier: routeByChannel({
      email: mail ?? unserved,
      sms: once(smsProvider),
      whatsapp: once(whatsappProvider),
    }),
    webhookSender,
    deliveryReports: reports,
    ...(outbox === undefined ? {} : { outbox }),
    async close() {
      await Promise.all([
        mail?.close(),
        webhookSender.close(),
        smsProvider?.close(),
        whatsappProvider?.close(),
      ]);
    },
  };
}

function readAuthToken(sms: SmsSettings | undefined, whatsapp: WhatsappSettings | undefined) {
  const account = sms?.provider === 'twilio' ? sms.account : whatsapp?.account;
  return account === undefined ? {} : { twilioAuthToken: account.authToken };
}

function createSmsProvider(settings: SmsSettings, reports: DeliveryReports): PhoneProvider {
  const { provider, from } = settings;
  const statusUrl = reports.statusUrl.bind(null, provider);
  if (settings.provider === 'twilio') {
    const { accountSid, authToken, api } = settings.account;
    return createTwilioProvider({ accountSid, authToken, smsFrom: from, statusUrl, ...(api && { api }) });
  }
  const { username, password, api } = settings;
  return createElksProvider({ username, password, from, statusUrl, ...(api && { api }) });
}

function createWhatsappProvider(
  { account, from, templates }: WhatsappSettings,
  reports: DeliveryReports,
): PhoneProvider {
  const { accountSid, authToken, api } = account;
  const statusUrl = reports.statusUrl.bind(null, 'twilio');
  return createTwilioProvider({
    ...{ accountSid, authToken, statusUrl, whatsappFrom: from, whatsappTemplates: templates },
    ...(api && { api }),
  });
}
