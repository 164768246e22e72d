import type { NetworkAnswer, NetworkRequest } from '@countersign/seal/network';
import type { Dispatcher } from 'undici';
import { AdapterError } from '../errors.ts';
import type { AddressPolicy } from './allowed-address.ts';
import { sendInTime } from './bounded-answer.ts';
import { checkUrl } from './check-url.ts';
import { createCheckedLookup, type ResolveName } from './checked-lookup.ts';
import { OutgoingAgent } from './outgoing-agent.ts';

/** Each is checked. */
const MAX_REDIRECTS = 3;
/** Read to reuse the connection. */
const MAX_REDIRECT_BYTES = 16 * 1024;

export interface AuthoritySenderOptions {
  /** They may be internal. */
  readonly configuredUrls: readonly string[];
  /** Development only. */
  readonly allowLoopback?: boolean;
  /** For tests. */
  readonly resolveName?: ResolveName;
}

export interface AuthoritySender {
  /** Rejects with `authority_url_not_allowed`, `timed_out`, `answer_not_usable`, or the network's error. */
  send(request: NetworkRequest): Promise<NetworkAnswer>;
  close(): Promise<void>;
}

/**
 * The only sender to authorities. Addresses in certificates must be public, also after redirects and name
 * resolution.
 */
export function createAuthoritySender(options: AuthoritySenderOptions): AuthoritySender {
  const policy: AddressPolicy = {
    refusal: 'authority_url_not_allowed',
    allowLoopback: options.allowLoopback ?? false,
    allowPlainHttp: true,
  };
  const lookup = createCheckedLookup(policy, options.resolveName);
  // Requests are rare: an idle connection may have been closed.
  const checked = new OutgoingAgent({ connect: { lookup }, pipelining: 0 });
  const plain = new OutgoingAgent({ pipelining: 0 });
  const configured = new Set(options.configuredUrls);
  const chooseRoute = (url: string): Route => {
    if (configured.has(url)) return { target: new URL(url), agent: plain };
    return { target: checkUrl(url, policy), agent: checked };
  };
  return {
    send: (request) => sendInTime(request, (signal) => follow(request, chooseRoute, signal)),
    close: async () => void (await Promise.all([checked.close(), plain.close()])),
  };
}

interface Route {
  readonly target: URL;
  readonly agent: OutgoingAgent;
}

async function follow(
  { url, method, headers, body }: NetworkRequest,
  chooseRoute: (url: string) => Route,
  signal: AbortSignal,
): Promise<Dispatcher.ResponseData> {
  let { target, agent } = chooseRoute(url);
  // A password is only for the server of the settings.
  let sent = { ...headers, ...takeCredentials(target) };
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const answer = await agent.request(target, {
      method,
      headers: sent,
      body: body ?? null,
      signal,
    });
    const { location } = answer.headers;
    if (answer.statusCode < 300 || answer.statusCode > 399 || typeof location !== 'string') return answer;
    await answer.body.dump({ limit: MAX_REDIRECT_BYTES, signal });
    ({ target, agent } = chooseRoute(new URL(location, target).href));
    sent = { ...headers };
  }
  throw new AdapterError('answer_not_usable', { limit: `${MAX_REDIRECTS} redirects` });
}

/** RFC 7617. */
function takeCredentials(target: URL): Record<string, string> {
  if (target.username === '' && target.password === '') return {};
  const [name, password] = [target.username, target.password].map(decodeURIComponent);
  target.username = '';
  target.password = '';
  return { authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}` };
}
