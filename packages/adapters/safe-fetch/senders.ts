import { DocumentUnavailable, type FetchDocument } from '@countersign/oauth';
import type { NetworkAnswer, NetworkRequest } from '@countersign/seal/network';
import type { WebhookSender } from '@countersign/signing';
import type { Dispatcher } from 'undici';
import { AdapterError } from '../errors.ts';
import {
  type AddressPolicy,
  checkUrl,
  createCheckedLookup,
  loadUndici,
  OutgoingAgent,
  type ResolveName,
  readBounded,
  sendInTime,
} from './safe-fetch.ts';

/** Each redirect is checked. */
const MAX_REDIRECTS = 3;
/** The body of a redirect is read, so that the connection can be used again. */
const MAX_REDIRECT_BYTES = 16 * 1024;

export interface AuthoritySenderOptions {
  /** Configured addresses may be internal. */
  readonly configuredUrls: readonly string[];
  /** Development allows loopback addresses. */
  readonly allowLoopback?: boolean;
  /** Tests resolve names themselves. */
  readonly resolveName?: ResolveName;
}

export interface AuthoritySender {
  /** Rejects with `authority_url_not_allowed`, `timed_out`, `answer_not_usable`, or the network's error. */
  send(request: NetworkRequest): Promise<NetworkAnswer>;
  close(): Promise<void>;
}

/**
 * Creates the only sender to authorities. Addresses in certificates must be public, also after redirects and
 * name resolution.
 */
export function createAuthoritySender(options: AuthoritySenderOptions): AuthoritySender {
  const policy: AddressPolicy = {
    refusal: 'authority_url_not_allowed',
    allowLoopback: options.allowLoopback ?? false,
    allowPlainHttp: true,
  };
  const lookup = createCheckedLookup(policy, options.resolveName);
  // Requests are rare, so an idle connection may have been closed.
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
  // A password is for the server of the settings only.
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

/** Builds the header of RFC 7617. */
function takeCredentials(target: URL): Record<string, string> {
  if (target.username === '' && target.password === '') return {};
  const [name, password] = [target.username, target.password].map(decodeURIComponent);
  target.username = '';
  target.password = '';
  return { authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}` };
}

/** The time is short, because people wait. It is not in the specification. */
const DOCUMENT_TIMEOUT_MS = 5_000;

export interface DocumentFetcherOptions {
  /** Development and tests use loopback over https, with this certificate. */
  readonly loopbackAuthorityPem?: string;
  /** Tests resolve names themselves. */
  readonly resolveName?: ResolveName;
}

export interface DocumentFetcher {
  readonly fetch: FetchDocument;
  close(): Promise<void>;
}

/**
 * Creates the only reader of client metadata documents: HTTPS from public addresses, no redirects [D8-21]
 * [D8-23].
 */
export function createDocumentFetcher(options: DocumentFetcherOptions = {}): DocumentFetcher {
  const { loopbackAuthorityPem: ca, resolveName } = options;
  const policy: AddressPolicy = { refusal: 'document_url_not_allowed', allowLoopback: ca !== undefined };
  const lookup = createCheckedLookup(policy, resolveName);
  const agent = new OutgoingAgent({
    connect: { lookup, timeout: DOCUMENT_TIMEOUT_MS, ca },
    headersTimeout: DOCUMENT_TIMEOUT_MS,
    bodyTimeout: DOCUMENT_TIMEOUT_MS,
    pipelining: 0,
    allowH2: false,
  });
  return {
    async fetch(url, maxBytes) {
      const target = checkUrl(url, policy);
      if (target.protocol !== 'https:')
        throw new AdapterError(policy.refusal, { host: target.host, reason: 'not https' });
      await loadUndici();
      const signal = AbortSignal.timeout(DOCUMENT_TIMEOUT_MS);
      const headers = { accept: 'application/json' };
      try {
        const answer = await agent.request(target, { headers, signal });
        const body = await readBounded(answer.body, maxBytes);
        return { status: answer.statusCode, headers: singleHeaders(answer.headers), body };
      } catch (error) {
        throw error instanceof AdapterError ? error : new DocumentUnavailable(error);
      }
    },
    close: () => agent.close(),
  };
}

function singleHeaders(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Readonly<Record<string, string>> {
  const entries = Object.entries(headers).map(([name, value = '']) => [name.toLowerCase(), String(value)]);
  return Object.fromEntries(entries);
}

export interface SignerSenderOptions {
  /** The certificate for mutual TLS. */
  readonly clientPem?: string | undefined;
  /** The authority that replaces those of the system. */
  readonly authorityPem?: string | undefined;
}

export interface SignerSender {
  /** Rejects with `timed_out`, `answer_not_usable`, or the network's error. */
  send(request: NetworkRequest): Promise<NetworkAnswer>;
  close(): Promise<void>;
}

/** Addresses of the settings may be internal. Redirects are not followed, to protect tokens. */
export function createSignerSender({ clientPem, authorityPem }: SignerSenderOptions = {}): SignerSender {
  const identity = clientPem === undefined ? {} : { cert: clientPem, key: clientPem };
  const trust = authorityPem === undefined ? {} : { ca: authorityPem };
  // Requests are rare, so an idle connection may have been closed.
  const agent = new OutgoingAgent({ connect: { ...identity, ...trust }, pipelining: 0 });
  return {
    send: (request) =>
      sendInTime(request, (signal) => {
        const { url, method, headers, body = null } = request;
        return agent.request(url, { method, headers, body, signal });
      }),
    close: () => agent.close(),
  };
}

/** The time is that of [D7-20]. */
export const WEBHOOK_TIMEOUT_MS = 10_000;
/** The body is read, so that the connection can be used again. */
const MAX_RESPONSE_BYTES = 64 * 1024;

export interface WebhookSenderOptions {
  /** Development allows http to loopback addresses. */
  readonly allowLoopbackHttp?: boolean;
  /** Tests resolve names themselves. */
  readonly resolveName?: ResolveName;
  /** Tests wait less. */
  readonly timeoutMs?: number;
}

export interface ClosableWebhookSender extends WebhookSender {
  close(): Promise<void>;
}

/** Creates the only sender to customers' URLs: HTTPS to public addresses, no redirects, 10 s. */
export function createWebhookSender(options: WebhookSenderOptions = {}): ClosableWebhookSender {
  const policy: AddressPolicy = {
    refusal: 'webhook_url_not_allowed',
    allowLoopback: options.allowLoopbackHttp ?? false,
  };
  const timeoutMs = options.timeoutMs ?? WEBHOOK_TIMEOUT_MS;
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
