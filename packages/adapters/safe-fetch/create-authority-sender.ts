import { Agent, type Dispatcher, request as sendRequest } from 'undici';
import { AdapterError } from '../errors.ts';
import type { AddressPolicy } from './allowed-address.ts';
import { checkUrl } from './check-url.ts';
import { createCheckedLookup, type ResolveName } from './checked-lookup.ts';

/** Redirects that are followed; each address is checked as the first was. */
const MAX_REDIRECTS = 3;
/** Of a redirect's body, which says nothing, so much is read to keep the connection. */
const MAX_REDIRECT_BYTES = 16 * 1024;

/** A request for a timestamp, an OCSP answer, a CRL or a certificate. */
export interface AuthorityRequest {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  /** From the first packet to the last byte. */
  readonly timeoutMs: number;
  readonly maxBytes: number;
}

export interface AuthorityAnswer {
  readonly status: number;
  /** Without its parameters, in lower case. */
  readonly contentType: string;
  readonly body: Uint8Array;
}

export interface AuthoritySenderOptions {
  /** Addresses from the settings, as they stand there: the operator may name a server of an inner network. */
  readonly configuredUrls: readonly string[];
  /** Development only: what certificates name may be on this machine. */
  readonly allowLoopback?: boolean;
  /** For tests: another resolver than the system's. */
  readonly resolveName?: ResolveName;
}

export interface AuthoritySender {
  /** Rejects with `authority_url_not_allowed`, `timed_out`, `answer_not_usable`, or with what the network said. */
  send(request: AuthorityRequest): Promise<AuthorityAnswer>;
  /** Waits for requests under way. */
  close(): Promise<void>;
}

/**
 * The only way out to the authorities that a seal asks. Certificates are written by others, so what they name must be a public
 * address, by https or http, also after every redirect and every name resolution; only addresses from the settings are
 * taken as they are.
 */
export function createAuthoritySender(options: AuthoritySenderOptions): AuthoritySender {
  const policy: AddressPolicy = {
    refusal: 'authority_url_not_allowed',
    allowLoopback: options.allowLoopback ?? false,
    allowPlainHttp: true,
  };
  const lookup = createCheckedLookup(policy, options.resolveName);
  // Requests are rare: a connection that is kept may have been closed by the other side when the next one comes.
  const checked = new Agent({ connect: { lookup }, pipelining: 0 });
  const plain = new Agent({ pipelining: 0 });
  const configured = new Set(options.configuredUrls);
  const openDoor = (url: string): Door => {
    if (configured.has(url)) return { target: new URL(url), dispatcher: plain };
    return { target: checkUrl(url, policy), dispatcher: checked };
  };
  return {
    send: (request) => sendInTime(request, openDoor),
    close: async () => void (await Promise.all([checked.close(), plain.close()])),
  };
}

interface Door {
  readonly target: URL;
  readonly dispatcher: Dispatcher;
}

async function sendInTime(
  request: AuthorityRequest,
  openDoor: (url: string) => Door,
): Promise<AuthorityAnswer> {
  const { timeoutMs } = request;
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    return await readAnswer(await follow(request, openDoor, signal), request.maxBytes);
  } catch (cause) {
    if (!signal.aborted) throw cause;
    throw new AdapterError('timed_out', { timeoutMs }, { cause });
  }
}

async function follow(
  { url, method, headers, body }: AuthorityRequest,
  openDoor: (url: string) => Door,
  signal: AbortSignal,
): Promise<Dispatcher.ResponseData> {
  let { target, dispatcher } = openDoor(url);
  // A password is for the server of the settings and for no other.
  let sent = { ...headers, ...takeCredentials(target) };
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const answer = await sendRequest(target, {
      method,
      headers: sent,
      body: body ?? null,
      dispatcher,
      signal,
    });
    const { location } = answer.headers;
    if (answer.statusCode < 300 || answer.statusCode > 399 || typeof location !== 'string') return answer;
    await answer.body.dump({ limit: MAX_REDIRECT_BYTES, signal });
    ({ target, dispatcher } = openDoor(new URL(location, target).href));
    sent = { ...headers };
  }
  throw new AdapterError('answer_not_usable', { limit: `${MAX_REDIRECTS} redirects` });
}

/** Moves a name and password from the address to the header that HTTP has for them (RFC 7617). */
function takeCredentials(target: URL): Record<string, string> {
  if (target.username === '' && target.password === '') return {};
  const [name, password] = [target.username, target.password].map(decodeURIComponent);
  target.username = '';
  target.password = '';
  return { authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}` };
}

async function readAnswer(answer: Dispatcher.ResponseData, maxBytes: number): Promise<AuthorityAnswer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop by an error ends the transfer.
  for await (const chunk of answer.body) {
    size += chunk.length;
    if (size > maxBytes) throw new AdapterError('answer_not_usable', { limit: `${maxBytes} bytes` });
    chunks.push(chunk);
  }
  const contentType = String(answer.headers['content-type'] ?? '').split(';', 1)[0] ?? '';
  return {
    status: answer.statusCode,
    contentType: contentType.trim().toLowerCase(),
    body: new Uint8Array(Buffer.concat(chunks)),
  };
}
