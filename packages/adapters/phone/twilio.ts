import { createHmac } from 'node:crypto';
import { isSameSecret } from '@countersign/base';
import { type DeliveryFailure, MessageRejected, type OutgoingMessage } from '@countersign/signing';
import { AdapterError } from '../errors.ts';
import {
  createProviderClient,
  type PhoneProvider,
  type ProviderAnswer,
  type ReportedOutcome,
  type StatusReport,
} from './phone-provider.ts';

const API = 'https://api.twilio.com';

export interface TwilioOptions {
  /** The id of the account (AC...). */
  readonly accountSid: string;
  readonly authToken: string;
  /** A number with +, up to 11 characters, or a messaging service (MG...). */
  readonly smsFrom?: string;
  /** The sender is a number with +. */
  readonly whatsappFrom?: string;
  /** Content SIDs (HX...) by `kind.language`, else by `kind`. */
  readonly whatsappTemplates?: Readonly<Record<string, string>>;
  /** Returns null if delivery is not recorded. */
  readonly statusUrl: (message: OutgoingMessage) => string | null;
  /** Tests have an API of their own. */
  readonly api?: string | undefined;
  readonly timeoutMs?: number;
}

/** Creates a provider by API 2010-04-01. WhatsApp has content templates. */
export function createTwilioProvider(options: TwilioOptions): PhoneProvider {
  const { accountSid, authToken, api = API, timeoutMs } = options;
  const client = createProviderClient({
    username: accountSid,
    password: authToken,
    timeoutMs,
  });
  const messagesUrl = `${api}/2010-04-01/Accounts/${accountSid}/Messages.json`;
  return {
    async send(message) {
      const answer = await client.post(messagesUrl, composeForm(message, options));
      if (answer.status >= 400) throw explainRefusal(answer);
    },
    async hasTaken(message, since) {
      const query = new URLSearchParams({ To: addressOf(message), PageSize: '100' });
      query.set('DateSent>', since.toISOString().slice(0, 10));
      const { body } = await client.get(`${messagesUrl}?${query}`);
      const { messages = [] } = Object(body) as { messages?: readonly TakenMessage[] };
      return messages.some((taken) => isTakenSince(taken, since) && isSameText(message, taken.body ?? ''));
    },
    close: () => client.close(),
  };
}

interface TakenMessage {
  readonly body?: string;
  /** A date of RFC 2822; null until the message is sent. */
  readonly date_sent?: string | null;
  readonly date_created?: string | null;
}

const MAX_CLOCK_SKEW_MS = 60_000;

/** `DateSent>` has whole days, within which an equal reminder may have been sent. */
function isTakenSince({ date_sent, date_created }: TakenMessage, since: Date): boolean {
  const takenAt = Date.parse(date_sent ?? date_created ?? '');
  return Number.isNaN(takenAt) || takenAt >= since.getTime() - MAX_CLOCK_SKEW_MS;
}

function addressOf({ channel, to }: OutgoingMessage): string {
  return channel === 'whatsapp' ? `whatsapp:${to}` : to;
}

/** The text of an approved template has all variables. */
function isSameText({ channel, text, template }: OutgoingMessage, taken: string): boolean {
  if (channel !== 'whatsapp') return taken === text;
  return template !== undefined && cleanVariables(template.variables).every((value) => taken.includes(value));
}

function composeForm(message: OutgoingMessage, options: TwilioOptions): Record<string, string> {
  const statusUrl = options.statusUrl(message);
  return {
    To: addressOf(message),
    ...(statusUrl === null ? {} : { StatusCallback: statusUrl }),
    ...(message.channel === 'whatsapp'
      ? composeWhatsapp(message, options)
      : composeSms(message, options.smsFrom ?? '')),
  };
}

function composeSms({ text }: OutgoingMessage, from: string): Record<string, string> {
  return { Body: text, ...(from.startsWith('MG') ? { MessagingServiceSid: from } : { From: from }) };
}

/** WhatsApp refuses variables with line breaks and empty ones. */
function cleanVariables(variables: readonly string[]): readonly string[] {
  return variables.map((value) => value.replace(/\s+/g, ' ').trim() || '-');
}

function composeWhatsapp(
  { template }: OutgoingMessage,
  { whatsappFrom = '', whatsappTemplates = {} }: TwilioOptions,
): Record<string, string> {
  const { kind = '', language = '', variables = [] } = template ?? {};
  const contentSid = whatsappTemplates[`${kind}.${language}`] ?? whatsappTemplates[kind];
  if (contentSid === undefined) throw new MessageRejected('message_refused');
  const entries = cleanVariables(variables).map((value, index) => [String(index + 1), value]);
  return {
    From: `whatsapp:${whatsappFrom}`,
    ContentSid: contentSid,
    ContentVariables: JSON.stringify(Object.fromEntries(entries)),
  };
}

/**
 * The codes are in https://www.twilio.com/docs/api/errors. Others may be temporary or a fault of our
 * settings, so they are retried.
 */
const FAILURES: Readonly<Record<number, DeliveryFailure>> = {
  21211: 'recipient_invalid',
  21214: 'recipient_invalid',
  21217: 'recipient_invalid',
  21265: 'recipient_invalid',
  21614: 'recipient_invalid',
  21610: 'recipient_blocked',
  21612: 'message_refused',
  21617: 'message_refused',
  30003: 'recipient_unreachable',
  30004: 'recipient_blocked',
  30005: 'recipient_invalid',
  30006: 'recipient_invalid',
  30007: 'message_refused',
  63003: 'recipient_invalid',
  63016: 'message_refused',
  63024: 'recipient_invalid',
  63032: 'recipient_blocked',
};

function explainRefusal({ status, body }: ProviderAnswer): Error {
  const code = Number((Object(body) as { code?: unknown }).code ?? 0);
  const cause = new AdapterError('provider_failed', { status, code });
  const reason = FAILURES[code];
  return reason === undefined ? cause : new MessageRejected(reason, { cause });
}

/** Verifies a signature by https://www.twilio.com/docs/usage/security. */
export function isSignedByTwilio({ url, form, signature }: StatusReport, authToken: string): boolean {
  const sorted = Object.keys(form).sort();
  const text = url + sorted.map((name) => `${name}${form[name]}`).join('');
  const expected = createHmac('sha1', authToken).update(text).digest();
  return isSameSecret(Buffer.from(signature ?? '', 'base64'), expected);
}

export function readTwilioOutcome({ MessageStatus, ErrorCode }: StatusReport['form']): ReportedOutcome {
  if (MessageStatus === 'delivered' || MessageStatus === 'read') return null;
  if (MessageStatus !== 'failed' && MessageStatus !== 'undelivered') return 'pending';
  return FAILURES[Number(ErrorCode)] ?? 'recipient_unreachable';
}
