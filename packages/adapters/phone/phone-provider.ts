import {
  type DeliveryFailure,
  MessageRejected,
  type Notifier,
  type OutgoingMessage,
} from '@countersign/signing';
import { AdapterError } from '../errors.ts';
import type { MessageAttemptStore } from '../postgres/stores/message-store.ts';
import { OutgoingAgent, sendInTime } from '../safe-fetch/safe-fetch.ts';

/** Its methods reject as `Notifier.send` does. */
export interface PhoneProvider {
  send(message: OutgoingMessage): Promise<void>;
  /** Whether the provider has the message, whose response was lost. */
  hasTaken(message: OutgoingMessage, since: Date): Promise<boolean>;
  close(): Promise<void>;
}

/** A report that is not verified yet. */
export interface StatusReport {
  /** The address that was called. */
  readonly url: string;
  readonly form: Readonly<Record<string, string>>;
  readonly signature: string | undefined;
}

/** `pending` if the provider retries, and null if the message was delivered. */
export type ReportedOutcome = DeliveryFailure | 'pending' | null;

const TIMEOUT_MS = 15_000;
/** A message takes some kilobytes, a list some hundred. */
const MAX_ANSWER_BYTES = 1024 * 1024;
const DEFAULT_PAUSE_SECONDS = 5;
const MAX_PAUSE_SECONDS = 600;

export interface ProviderAnswer {
  readonly status: number;
  /** The body is parsed if it is JSON. */
  readonly body: unknown;
}

export interface ProviderClient {
  /** Rejects with `provider_busy`, `provider_failed` for 5xx, `timed_out`. */
  get(url: string): Promise<ProviderAnswer>;
  post(url: string, form: Readonly<Record<string, string>>): Promise<ProviderAnswer>;
  close(): Promise<void>;
}

export interface ProviderClientOptions {
  readonly username: string;
  readonly password: string;
  readonly timeoutMs?: number | undefined;
  readonly now?: () => number;
}

/** Creates a client with basic authentication. */
export function createProviderClient(options: ProviderClientOptions): ProviderClient {
  const { username, password, timeoutMs = TIMEOUT_MS, now = Date.now } = options;
  const agent = new OutgoingAgent({ pipelining: 0 });
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  let pausedUntil = 0;

  async function call(method: 'GET' | 'POST', url: string, form?: Readonly<Record<string, string>>) {
    const seconds = Math.ceil((pausedUntil - now()) / 1000);
    if (seconds > 0) throw new AdapterError('provider_busy', { seconds });
    const body = form === undefined ? null : new URLSearchParams(form).toString();
    const headers = {
      authorization,
      accept: 'application/json',
      ...(body === null ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
    };
    let retryAfter: unknown;
    const limits = { url, method, headers, timeoutMs, maxBytes: MAX_ANSWER_BYTES };
    const answer = await sendInTime(limits, async (signal) => {
      const response = await agent.request(url, { method, headers, body, signal });
      retryAfter = response.headers['retry-after'];
      return response;
    });
    if (answer.status === 429) {
      const pause = readPause(retryAfter);
      pausedUntil = now() + pause * 1000;
      throw new AdapterError('provider_busy', { seconds: pause });
    }
    if (answer.status >= 500) throw new AdapterError('provider_failed', { status: answer.status });
    return { status: answer.status, body: parseBody(Buffer.from(answer.body).toString('utf8')) };
  }

  return {
    get: (url) => call('GET', url),
    post: (url, form) => call('POST', url, form),
    close: () => agent.close(),
  };
}

/** Reads seconds; providers send no dates (RFC 9110 10.2.3). */
function readPause(retryAfter: unknown): number {
  const seconds = Number(retryAfter);
  if (!Number.isFinite(seconds) || seconds <= 0) return DEFAULT_PAUSE_SECONDS;
  return Math.min(Math.ceil(seconds), MAX_PAUSE_SECONDS);
}

function parseBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/**
 * Sends a message once as far as possible. Providers have no idempotency keys: attempts are stored first, and
 * after a lost response the provider's list is checked. Messages that are not listed may be repeated.
 */
export function createSendOnce(
  provider: PhoneProvider,
  attempts: MessageAttemptStore,
  now: () => Date = () => new Date(),
): Notifier {
  return {
    async send(message) {
      const { messageId } = message;
      const earlier = await attempts.find(messageId);
      if (earlier?.isSent) return;
      if (earlier === null) await attempts.begin(messageId, now());
      const isTaken = earlier !== null && (await provider.hasTaken(message, earlier.startedAt));
      try {
        if (!isTaken) await provider.send(message);
      } catch (error) {
        // The retry would otherwise take an equal message, such as an earlier reminder, for this one.
        if (earlier === null && isRefusal(error)) await attempts.remove(messageId);
        throw error;
      }
      await attempts.finish(messageId);
    },
  };
}

/** The provider behind the gateway may have taken the message. */
const AMBIGUOUS_STATUSES = [502, 504];

/** Whether the provider has certainly not taken the message. */
function isRefusal(error: unknown): boolean {
  if (error instanceof MessageRejected) return true;
  if (!(error instanceof AdapterError)) return false;
  if (error.code === 'provider_busy') return true;
  return error.code === 'provider_failed' && !AMBIGUOUS_STATUSES.includes(Number(error.params.status));
}
