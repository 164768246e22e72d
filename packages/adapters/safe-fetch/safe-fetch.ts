import { type LookupAddress, type LookupOptions, lookup as resolveName } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { isHostName } from '@countersign/base/text';
import type { NetworkAnswer, NetworkRequest } from '@countersign/seal/network';
import ipaddr from 'ipaddr.js';
import type { Agent, Dispatcher } from 'undici';
import { AdapterError } from '../errors.ts';

/** All global unicast IPv6 addresses are in this range (RFC 4291 2.4). */
const GLOBAL_UNICAST_V6 = ipaddr.IPv6.parseCIDR('2000::/3');

export interface AddressPolicy {
  /** The code of forbidden addresses, which depends on the sender. */
  readonly refusal:
    | 'webhook_url_not_allowed'
    | 'authority_url_not_allowed'
    | 'document_url_not_allowed'
    | 'issuer_url_not_allowed';
  /** Development allows 127.0.0.0/8 and ::1, also over plain http. */
  readonly allowLoopback: boolean;
  /** OCSP, CRLs and timestamps have signed responses, and certificates name http addresses. */
  readonly allowPlainHttp?: boolean;
}

/** Whether the address is public. It has no brackets, and IPv4 within IPv6 counts as IPv4. */
export function isAllowedAddress(
  address: string,
  { allowLoopback }: Pick<AddressPolicy, 'allowLoopback'>,
): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  const range = parsed.range();
  if (range === 'loopback') return allowLoopback;
  if (range !== 'unicast') return false;
  return parsed.kind() === 'ipv4' || parsed.match(GLOBAL_UNICAST_V6);
}

/** Whether the host of a URL is this machine: `localhost`, 127.0.0.0/8 and ::1, written in any way. */
export function isLoopbackHost(hostname: string): boolean {
  const host = bareHost(hostname);
  return host === 'localhost' || (ipaddr.isValid(host) && ipaddr.process(host).range() === 'loopback');
}

/** Removes IPv6 brackets and the final dot. */
function bareHost(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}

type Undici = typeof import('undici');
type RequestOptions = Partial<
  Pick<Dispatcher.RequestOptions<null>, 'method' | 'headers' | 'body' | 'signal'>
>;

/** The library is loaded beforehand, so that loading is not part of a request's time. */
export const loadUndici = () => import('undici');

/** An agent, loaded at the first request because it takes 12 MB of memory. */
export class OutgoingAgent {
  readonly #options: Agent.Options;
  #opened: Promise<{ readonly agent: Agent; readonly request: Undici['request'] }> | undefined;

  constructor(options: Agent.Options) {
    this.#options = options;
  }

  async request(url: string | URL, options: RequestOptions): Promise<Dispatcher.ResponseData> {
    this.#opened ??= this.#open().catch((error) => {
      // Loading may fail in a moment without memory or file handles, so the next request tries again.
      this.#opened = undefined;
      throw error;
    });
    const { agent, request } = await this.#opened;
    return request(url, { ...options, dispatcher: agent });
  }

  async close(): Promise<void> {
    await (await this.#opened)?.agent.close();
  }

  async #open() {
    const { Agent, request } = await loadUndici();
    return { agent: new Agent(this.#options), request };
  }
}

/** Sends a request. Rejects with `timed_out`, `answer_not_usable`, or the network's error. */
export async function sendInTime(
  { timeoutMs, maxBytes }: NetworkRequest,
  send: (signal: AbortSignal) => Promise<Dispatcher.ResponseData>,
): Promise<NetworkAnswer> {
  await loadUndici();
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    return await readAnswer(await send(signal), maxBytes);
  } catch (cause) {
    if (!signal.aborted) throw cause;
    throw new AdapterError('timed_out', { timeoutMs }, { cause });
  }
}

async function readAnswer(answer: Dispatcher.ResponseData, maxBytes: number): Promise<NetworkAnswer> {
  const body = await readBounded(answer.body, maxBytes);
  const contentType = String(answer.headers['content-type'] ?? '').split(';', 1)[0] ?? '';
  return {
    status: answer.statusCode,
    contentType: contentType.trim().toLowerCase(),
    body,
  };
}

/** Reads a body up to a limit. Rejects with `answer_not_usable`. */
export async function readBounded(
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  maxBytes: number,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // An error in the loop ends the transfer.
  for await (const chunk of content) {
    size += chunk.length;
    if (size > maxBytes) throw new AdapterError('answer_not_usable', { limit: `${maxBytes} bytes` });
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

/** These names are never public (RFC 6761, RFC 6762, RFC 9476, clouds). */
const INTERNAL_NAMES = [
  'localhost',
  'local',
  'internal',
  'intranet',
  'lan',
  'home',
  'corp',
  'home.arpa',
  'alt',
];

/**
 * Checks an address without network calls. `createCheckedLookup` checks the resolved addresses at every
 * connection.
 */
export function checkUrl(url: string, policy: AddressPolicy): URL {
  const parsed = URL.parse(url);
  if (parsed === null) throw refuse('', 'not a URL', policy);
  const host = bareHost(parsed.hostname);
  if (parsed.username !== '' || parsed.password !== '') throw refuse(host, 'credentials in the URL', policy);
  if (isAllowedLoopback(host, policy) && parsed.protocol === 'http:') return parsed;
  if (!isAllowedProtocol(parsed, policy)) throw refuse(host, 'not https', policy);
  if (!isAllowedHost(host, policy)) throw refuse(host, 'not a public address', policy);
  return parsed;
}

function refuse(host: string, reason: string, { refusal }: AddressPolicy): AdapterError {
  return new AdapterError(refusal, { host, reason });
}

function isAllowedProtocol({ protocol }: URL, { allowPlainHttp = false }: AddressPolicy): boolean {
  return protocol === 'https:' || (allowPlainHttp && protocol === 'http:');
}

function isAllowedHost(host: string, policy: AddressPolicy): boolean {
  if (isIP(host) !== 0) return isAllowedAddress(host, policy);
  if (isAllowedLoopback(host, policy)) return true;
  if (!isHostName(host)) return false;
  // A name without a dot may resolve in our own network.
  return host.includes('.') && !INTERNAL_NAMES.some((name) => host.endsWith(`.${name}`));
}

function isAllowedLoopback(host: string, { allowLoopback }: AddressPolicy): boolean {
  return allowLoopback && isLoopbackHost(host);
}

export type ResolveName = (
  hostname: string,
  options: LookupOptions & { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** Checks the addresses that are used, against DNS rebinding. One forbidden address refuses the name. */
export function createCheckedLookup(
  policy: AddressPolicy,
  resolve: ResolveName = resolveName,
): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, []);
      if (addresses.length === 0 || !addresses.every(({ address }) => isAllowedAddress(address, policy)))
        return callback(refuse(hostname, 'resolves to an address that is not public', policy), []);
      if (options.all === true) return callback(null, addresses);
      const [first] = addresses as [LookupAddress];
      callback(null, first.address, first.family);
    });
  };
}
