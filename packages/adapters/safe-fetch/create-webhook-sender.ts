import type { WebhookSender } from '@countersign/signing';
import { Agent, request } from 'undici';
import type { AddressPolicy } from './allowed-address.ts';
import { checkUrl } from './check-url.ts';
import { createCheckedLookup, type ResolveName } from './checked-lookup.ts';

/** From the first packet to the last byte that is read [D7-20]. */
const TIMEOUT_MS = 10_000;
/** Nothing in an answer's body is used; so much is read to keep the connection. */
const MAX_RESPONSE_BYTES = 64 * 1024;

export interface WebhookSenderOptions {
  /** Development only: customers' servers on this machine, over plain http. */
  readonly allowLoopbackHttp?: boolean;
  /** For tests: another resolver than the system's. */
  readonly resolveName?: ResolveName;
  /** For tests: milliseconds instead of 10 000. */
  readonly timeoutMs?: number;
}

export interface ClosableWebhookSender extends WebhookSender {
  /** Waits for requests under way. */
  close(): Promise<void>;
}

/** The only way out to a customer's URL: HTTPS to public addresses, no redirects, 10 s, little of the answer read. */
export function createWebhookSender(options: WebhookSenderOptions = {}): ClosableWebhookSender {
  const policy: AddressPolicy = {
    refusal: 'webhook_url_not_allowed',
    allowLoopback: options.allowLoopbackHttp ?? false,
  };
  const timeoutMs = options.timeoutMs ?? TIMEOUT_MS;
  const agent = new Agent({
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
  readonly agent: Agent;
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
  const signal = AbortSignal.timeout(timeoutMs);
  const answer = await request(target, { method: 'POST', dispatcher: agent, headers, body, signal });
  // A body that is too long, too slow or broken does not change what the status said.
  await answer.body.dump({ limit: MAX_RESPONSE_BYTES, signal }).catch(() => answer.body.destroy());
  return { status: answer.statusCode };
}
