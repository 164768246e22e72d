import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import {
  AttachmentTooLarge,
  type BlobStore,
  type DeliveryFailure,
  MessageRejected,
  type Notifier,
  type OutboxMessage,
  type OutboxReader,
  type OutgoingMessage,
} from '@countersign/signing';
import type { Transporter } from 'nodemailer';
import { AdapterError } from './errors.ts';
import type { AdapterDatabase } from './postgres/database.ts';
import type { KeptMessage } from './postgres/stores/message-store.ts';

const MAX_LISTED = 200;

/** Keeps messages instead of sending them, for development. Drops a repeated `messageId`. */
export function createOutbox(
  database: Pick<AdapterDatabase, 'messages'>,
  now: () => Date = () => new Date(),
): Notifier & OutboxReader {
  return {
    send: (message: OutgoingMessage) => database.messages.keep({ ...message, createdAt: now() }),
    async list(to?: string) {
      const query = to === undefined ? {} : { to };
      const messages = await database.messages.list({ ...query, limit: MAX_LISTED });
      return messages.map(toListed);
    },
  };
}

function toListed(message: KeptMessage): OutboxMessage {
  const {
    messageId,
    createdAt,
    channel,
    to,
    subject,
    text,
    html,
    senderName = '',
    replyTo,
    attachment,
  } = message;
  return {
    id: messageId,
    channel,
    to,
    senderName,
    replyTo: replyTo ?? null,
    subject,
    text,
    html,
    attachment: attachment?.fileName ?? null,
    createdAt: createdAt.toISOString(),
  };
}

/** The job retries if the server does not answer in this time. */
const TIMEOUT_MS = 20_000;
const MAX_CONNECTIONS = 3;
/** The limit of the name before the service's. */
const MAX_SENDER_NAME = 100;

export interface ClosableNotifier extends Notifier {
  close(): Promise<void>;
}

/**
 * Creates a notifier. `url` is smtp://user:password@host:port or smtps://..., `from` an address or `Name
 * <address>`. Repeated messages have the same Message-ID. Throws `smtp_url_invalid`; `send` rejects with
 * `MessageRejected` for a bad address, `AttachmentTooLarge`, `channel_not_supported` for SMS, or the server's
 * error.
 */
export function createSmtpNotifier(
  url: string,
  from: string,
  blobs: Pick<BlobStore, 'read'>,
): ClosableNotifier {
  const checkedUrl = checkSmtpUrl(url);
  let opened: Promise<Transporter> | undefined;
  return {
    async send(message) {
      if (message.channel !== 'email')
        throw new AdapterError('channel_not_supported', { channel: message.channel });
      opened ??= openTransport(checkedUrl);
      // Opening may fail in a moment without memory or file handles, so the next message tries again.
      opened.catch(() => {
        opened = undefined;
      });
      const transport = await opened;
      const file = message.attachment === undefined ? null : await blobs.read(message.attachment.blobId);
      try {
        const attachments = describeAttachment(message, file?.stream);
        await transport.sendMail({ ...composeMail(message, from), ...attachments });
      } catch (error) {
        throw asRejection(error, message);
      } finally {
        file?.stream.destroy();
      }
    },
    close: async () => (await opened)?.close(),
  };
}

/** The library is loaded on demand, because it takes 10 MB of memory. */
async function openTransport(url: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url,
    pool: true,
    maxConnections: MAX_CONNECTIONS,
    // A stream can be sent once; the job retries with a new one.
    maxRequeues: 0,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    // Messages are text, which cannot make this process read files or URLs.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

function describeAttachment({ attachment }: OutgoingMessage, content: Readable | undefined) {
  if (attachment === undefined || content === undefined) return {};
  return { attachments: [{ filename: attachment.fileName, contentType: 'application/pdf', content }] };
}

function composeMail(message: OutgoingMessage, from: string) {
  return {
    from: describeSender(message.senderName ?? '', from),
    // The address is an object, in which a comma does not make a second recipient.
    to: { name: '', address: message.to },
    replyTo: message.replyTo === undefined ? undefined : { name: '', address: message.replyTo },
    subject: message.subject,
    text: message.text,
    html: message.html,
    messageId: composeMessageId(message.messageId, from),
    // The header prevents out-of-office replies (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated' },
  };
}

/** Composes an id by RFC 5322 3.6.4. The message's id is hashed, because it may have other characters. */
function composeMessageId(messageId: string, from: string): string {
  const domain = /@([^\s>]+)/.exec(from)?.[1] ?? 'countersign.invalid';
  return `<${createHash('sha256').update(messageId).digest('hex').slice(0, 40)}@${domain}>`;
}

function checkSmtpUrl(url: string): string {
  const protocol = URL.parse(url)?.protocol;
  if (protocol !== 'smtp:' && protocol !== 'smtps:') throw new AdapterError('smtp_url_invalid');
  return url;
}

const ADDRESS = /^(?:(?<name>[^<]*)<(?<inBrackets>[^>]+)>|(?<bare>[^<>]+))$/;

/** Returns a name such as `Anna at Acme via Countersign`. */
function describeSender(senderName: string, from: string): string | { name: string; address: string } {
  const { name = '', inBrackets, bare = '' } = ADDRESS.exec(from)?.groups ?? {};
  const sender = toDisplayName(senderName);
  if (sender === '') return from;
  const service = name.replaceAll('"', '').trim() || 'Countersign';
  return { name: `${sender} via ${service}`, address: (inBrackets ?? bare).trim() };
}

/** Leaves out what ends a header, hides text or resembles an address. */
function toDisplayName(name: string): string {
  const plain = name
    .replace(/[\p{C}\p{Zl}\p{Zp}<>"@,;:\\]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return [...plain].slice(0, MAX_SENDER_NAME).join('');
}

/**
 * Decides by the enhanced status (RFC 3463) if there is one. 5.7.x may be a fault of our settings, so it is
 * retried.
 */
function asRejection(error: unknown, { attachment }: OutgoingMessage): unknown {
  const { responseCode, response = '' } = Object(error) as { responseCode?: number; response?: string };
  if (responseCode === undefined || responseCode < 500) return error;
  const [, subject, detail] = /\b5\.(\d{1,3})\.(\d{1,3})\b/.exec(response) ?? [];
  if (attachment !== undefined && isTooLarge(responseCode, subject, detail))
    return new AttachmentTooLarge({ cause: error });
  const reason = failureOf(responseCode, subject);
  return reason === null ? error : new MessageRejected(reason, { cause: error });
}

/** A message is too large by x.2.3 and x.3.4 of RFC 3463 3.3 and 3.4, or 552 of RFC 1870 6.1. */
function isTooLarge(code: number, subject: string | undefined, detail: string | undefined): boolean {
  if (subject === undefined) return code === 552;
  return (subject === '2' && detail === '3') || (subject === '3' && detail === '4');
}

const [ADDRESSING_STATUS, MAILBOX_STATUS] = ['1', '2'];
/** RFC 5321 4.2.3 has these codes for addresses. */
const ADDRESS_CODES = [550, 551, 553];

function failureOf(code: number, subject: string | undefined): DeliveryFailure | null {
  if (subject === ADDRESSING_STATUS) return 'recipient_invalid';
  if (subject === MAILBOX_STATUS) return 'recipient_unreachable';
  return subject === undefined && ADDRESS_CODES.includes(code) ? 'recipient_invalid' : null;
}

export function routeByChannel(routes: Readonly<Record<OutgoingMessage['channel'], Notifier>>): Notifier {
  return { send: (message) => routes[message.channel].send(message) };
}
