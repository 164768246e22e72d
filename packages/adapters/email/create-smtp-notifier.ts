import { createHash } from 'node:crypto';
import type { Notifier, OutgoingMessage } from '@countersign/signing';
import { createTransport } from 'nodemailer';
import { AdapterError } from '../errors.ts';

/** A mail server that says nothing for so long is tried again later by the job. */
const TIMEOUT_MS = 20_000;
/** Connections kept open to the mail server. */
const MAX_CONNECTIONS = 3;

export interface ClosableNotifier extends Notifier {
  close(): void;
}

/**
 * Sends email through a mail server. `url` is smtp://user:password@host:port or smtps://..., `from` an address or
 * `Name <address>`. A repeat is sent again with the same Message-ID, which mail servers and readers show once.
 * Throws `smtp_url_invalid`; `send` rejects with `channel_not_supported` for SMS, or what the mail server answered.
 */
export function createSmtpNotifier(url: string, from: string): ClosableNotifier {
  const transport = createTransport({
    url: checkSmtpUrl(url),
    pool: true,
    maxConnections: MAX_CONNECTIONS,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    // A message is text: nothing in it makes this process read a file or call a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send(message) {
      if (message.channel !== 'email')
        throw new AdapterError('channel_not_supported', { channel: message.channel });
      await transport.sendMail(composeMail(message, from));
    },
    close: () => transport.close(),
  };
}

function composeMail(message: OutgoingMessage, from: string) {
  return {
    from,
    // As an object, so that a comma in it is not a second recipient.
    to: { name: '', address: message.to },
    subject: message.subject,
    text: message.text,
    html: message.html,
    messageId: composeMessageId(message.messageId, from),
    // RFC 3834: keeps out-of-office replies from answering a machine.
    headers: { 'Auto-Submitted': 'auto-generated' },
  };
}

/** RFC 5322 3.6.4. Hashed, because our id may hold characters that an address may not. */
function composeMessageId(messageId: string, from: string): string {
  const domain = /@([^\s>]+)/.exec(from)?.[1] ?? 'countersign.invalid';
  return `<${createHash('sha256').update(messageId).digest('hex').slice(0, 40)}@${domain}>`;
}

function checkSmtpUrl(url: string): string {
  const protocol = URL.parse(url)?.protocol;
  if (protocol !== 'smtp:' && protocol !== 'smtps:') throw new AdapterError('smtp_url_invalid');
  return url;
}
