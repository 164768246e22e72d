import { createOutbox, createSmtpNotifier } from '@countersign/adapters/email';
import type { AdapterDatabase } from '@countersign/adapters/postgres';
import { type ClosableWebhookSender, createWebhookSender } from '@countersign/adapters/safe-fetch';
import type { BlobStore, Notifier, OutboxReader } from '@countersign/signing';
import type { Config } from '../config.ts';

export interface Messages {
  readonly notifier: Notifier;
  readonly webhookSender: ClosableWebhookSender;
  /** Only without SMTP_URL. */
  readonly outbox?: OutboxReader;
  close(): Promise<void>;
}

/** Senders of messages and webhooks. */
export function createMessages(
  config: Config,
  { database, blobs }: { readonly database: AdapterDatabase; readonly blobs: BlobStore },
): Messages {
  const webhookSender = createWebhookSender({ allowLoopbackHttp: config.allowLoopbackWebhooks });
  if (config.smtpUrl === undefined) {
    const outbox = createOutbox(database);
    return { notifier: outbox, webhookSender, outbox, close: () => webhookSender.close() };
  }
  const notifier = createSmtpNotifier(config.smtpUrl, config.mailFrom, blobs);
  return {
    notifier,
    webhookSender,
    async close() {
      notifier.close();
      await webhookSender.close();
    },
  };
}
