import { createHmac } from 'node:crypto';
import { createOutbox, createSmtpNotifier, routeByChannel } from '@countersign/adapters/email';
import { createDeliveryReports, type DeliveryReports } from '@countersign/adapters/phone/delivery-reports';
import { createElksProvider } from '@countersign/adapters/phone/elks';
import { createSendOnce, type PhoneProvider } from '@countersign/adapters/phone/phone-provider';
import { createTwilioProvider } from '@countersign/adapters/phone/twilio';
import type { AdapterDatabase } from '@countersign/adapters/postgres/database';
import { type ClosableWebhookSender, createWebhookSender } from '@countersign/adapters/safe-fetch/senders';
import { messageWriter } from '@countersign/i18n';
import type { UserMail, UserMailer } from '@countersign/identity';
import {
  type BlobStore,
  composeMessage,
  MessageRejected,
  type Notifier,
  type OutboxReader,
} from '@countersign/signing';
import type { Logger } from 'pino';
import type { Config } from '../settings/config.ts';
import type { SmsSettings, WhatsappSettings } from '../settings/providers.ts';
import type { Secrets } from '../settings/secrets.ts';

export interface Messages {
  readonly notifier: Notifier;
  readonly webhookSender: ClosableWebhookSender;
  readonly deliveryReports: DeliveryReports;
  /** Development keeps messages here that have no provider. */
  readonly outbox?: OutboxReader | undefined;
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
  const outbox = config.nodeEnv === 'production' ? undefined : createOutbox(database);
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
    outbox,
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
    return createTwilioProvider({ accountSid, authToken, smsFrom: from, statusUrl, api });
  }
  const { username, password, api } = settings;
  return createElksProvider({ username, password, from, statusUrl, api });
}

function createWhatsappProvider(
  { account, from, templates }: WhatsappSettings,
  reports: DeliveryReports,
): PhoneProvider {
  const { accountSid, authToken, api } = account;
  const statusUrl = reports.statusUrl.bind(null, 'twilio');
  return createTwilioProvider({
    accountSid,
    authToken,
    statusUrl,
    whatsappFrom: from,
    whatsappTemplates: templates,
    api,
  });
}

/** Logs what can never be delivered. */
export function createUserMailer(notifier: Notifier, baseUrl: string, logger: Logger): UserMailer {
  return {
    async send(mail) {
      const { messageId, to } = mail;
      try {
        await notifier.send(composeMessage(write(mail, baseUrl), { messageId, channel: 'email', to }));
      } catch (error) {
        if (!(error instanceof MessageRejected)) throw error;
        logger.warn({ messageId, reason: error.reason }, 'mail to a user cannot be delivered');
      }
    },
  };
}

function write(mail: UserMail, baseUrl: string) {
  const { language, recipientName } = mail;
  switch (mail.kind) {
    case 'user_invitation': {
      const { senderName, accountName, days, token } = mail;
      const facts = { recipientName, senderName, accountName, days };
      return messageWriter.message(language, mail.kind, { ...facts, url: `${baseUrl}/invitations/${token}` });
    }
    case 'password_reset': {
      const url = `${baseUrl}/reset/${mail.token}`;
      return messageWriter.message(language, mail.kind, { recipientName, url, minutes: mail.minutes });
    }
    case 'security_notice': {
      const { notice, accountName = '' } = mail;
      const url = `${baseUrl}/settings/profile`;
      return messageWriter.message(language, mail.kind, { recipientName, url, notice, accountName });
    }
  }
}
