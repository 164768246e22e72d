import type { WebhookSender } from '@countersign/signing';
import type { AddressPolicy } from './allowed-address.ts';
import { checkUrl } from './check-url.ts';
import { createCheckedLookup, type ResolveName } from './checked-lookup.ts';
import { loadUndici, OutgoingAgent } from './outgoing-agent.ts';

/** [D7-20] */
export const TIMEOUT_MS = 10_000;
/** Read to reuse the connection. */
const MAX_RESPONSE_BYTES = 64 * 1024;

export interface WebhookSenderOptions {
  /** Development only. */
  readonly allowLoopbackHttp?: boolean;
  /** For tests. */
  readonly resolveName?: ResolveName;
  /** For tests. */
  readonly timeoutMs?: number;
}

export interface ClosableWebhookSender extends WebhookSender {
  close(): Promise<void>;
}

/** The only sender to customers' URLs: HTTPS to public addresses, no redirects, 10 s. */
export function createWebhookSender(options: WebhookSenderOptions = {}): ClosableWebhookSender {
  const policy: AddressPolicy = {
    refusal: 'webhook_url_not_allowed',
    allowLoopback: options.allowLoopbackHttp ?? false,
  };
  const timeoutMs = options.timeoutMs ?? TIMEOUT_MS;
  const agent = new OutgoingAgent({
    connect: { lookup: createCheckedLookup(policy, options.resolveName), timeout: timeoutMs },
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    allowH2: false,
  });
  return {
    checkUrl: async (url) => void checkUrl(url, policy),
    post: (url, headers, body) => post({ agent, policy, timeoutMs }, url, headers, body),
    close: () => agent.close(),
  };
}

interface Sending {
  readonly agent: OutgoingAgent;
  readonly policy: AddressPolicy;
  readonly timeoutMs: number;
}

async function post(
  { agent, policy, timeoutMs }: Sending,
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
): Promise<{ readonly status: number }> {
  const target = checkUrl(url, policy);
  await loadUndici();
  const signal = AbortSignal.timeout(timeoutMs);
  const answer = await agent.request(target, { method: 'POST', headers, body, signal });
  // The body does not change the status.
  await answer.body.dump({ limit: MAX_RESPONSE_BYTES, signal }).catch(() => answer.body.destroy());
  return { status: answer.statusCode };
}
