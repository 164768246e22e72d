import { Agent, type Dispatcher, request as sendRequest } from 'undici';
import { AdapterError } from '../errors.ts';
import type { AddressPolicy } from './allowed-address.ts';
import { type AuthorityAnswer, type AuthorityRequest, sendInTime } from './bounded-answer.ts';
import { checkUrl } from './check-url.ts';
import { createCheckedLookup, type ResolveName } from './checked-lookup.ts';

/** Redirects that are followed; each address is checked as the first was. */
const MAX_REDIRECTS = 3;
/** Of a redirect's body, which says nothing, so much is read to keep the connection. */
const MAX_REDIRECT_BYTES = 16 * 1024;

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
    send: (request) => sendInTime(request, (signal) => follow(request, openDoor, signal)),
    close: async () => void (await Promise.all([checked.close(), plain.close()])),
  };
}

interface Door {
  readonly target: URL;
  readonly dispatcher: Dispatcher;
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
