import { MAX_REDIRECTS } from './limits.ts';

export function isTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'timed_out';
}

export function isRecentlyFailed(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'failed_lately';
}

/** `fetch` gives the reason in the cause. */
export function describeNetworkError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}

/**
 * A request to an authority (timestamps, OCSP, CRLs, certificates). It is plain data that can be sent between
 * threads.
 */
export interface NetworkRequest {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  readonly timeoutMs: number;
  /** A longer response rejects the request. */
  readonly maxBytes: number;
  /** The request bypasses caches, also of failures. */
  readonly fresh?: boolean;
}

/** The response. The sender follows redirects and checks every address. */
export interface NetworkAnswer {
  readonly status: number;
  /** The type without parameters, in lower case; empty if not given. */
  readonly contentType: string;
  readonly body: Uint8Array;
  readonly isCached?: boolean;
}

/**
 * Sends a request to an authority; the host's port to the network. Addresses come from settings and from
 * certificates, which anybody can write: a service must limit them to public addresses. Rejects if there is
 * no response within the limits, with `code` `timed_out` if it took too long, or `failed_lately` if it was
 * not sent (see `passOverFailing`).
 */
export type SendRequest = (request: NetworkRequest) => Promise<NetworkAnswer>;

/** The request took too long or was not sent for lack of time. */
export class TimedOut extends Error {
  override readonly name = 'TimedOut';
  readonly code = 'timed_out';
}

/** The request was not sent because the server failed recently. `fresh` bypasses this. */
export class RecentlyFailed extends Error {
  override readonly name = 'RecentlyFailed';
  readonly code = 'failed_lately';
}

/**
 * Sends a request with `fetch` to any http or https address, with at most three redirects. For local
 * programs: does not restrict access to private networks.
 */
export async function sendOverHttp(request: NetworkRequest): Promise<NetworkAnswer> {
  const signal = AbortSignal.timeout(request.timeoutMs);
  try {
    const response = await follow(request, signal);
    return {
      status: response.status,
      contentType: readMediaType(response.headers.get('content-type')),
      body: await readBody(response, request.maxBytes),
    };
  } catch (error) {
    if (!signal.aborted) throw error;
    throw new TimedOut(`No response within ${request.timeoutMs} ms`, { cause: error });
  }
}

function readMediaType(header: string | null | undefined): string {
  return header?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

async function follow(request: NetworkRequest, signal: AbortSignal): Promise<Response> {
  let { url, headers } = extractCredentials(request);
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const { method, body } = request;
    // The server may have closed a kept-alive connection.
    const sent = { ...headers, connection: 'close' };
    const init = { method, headers: sent, signal, redirect: 'manual' as const };
    const response = await fetch(url, body === undefined ? init : { ...init, body: new Uint8Array(body) });
    const location = response.headers.get('location');
    if (response.status < 300 || response.status >= 400 || location === null) return response;
    await response.body?.cancel();
    const next = new URL(location, url);
    // Another origin must not get them.
    if (next.origin !== new URL(url).origin) headers = request.headers;
    url = next.href;
  }
  throw new Error(`More than ${MAX_REDIRECTS} redirects`);
}

/** `fetch` refuses them in the URL, so they go into a header (RFC 7617). */
function extractCredentials({ url, headers }: NetworkRequest): {
  url: string;
  headers: Readonly<Record<string, string>>;
} {
  const parsed = new URL(url);
  if (parsed.username === '' && parsed.password === '') return { url, headers };
  const [name, password] = [parsed.username, parsed.password].map(decodeURIComponent);
  parsed.username = '';
  parsed.password = '';
  const authorization = `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`;
  return { url: parsed.href, headers: { ...headers, authorization } };
}

async function readBody(response: Response, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > maxBytes) throw new Error(`The response has more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

/** Leaves time for reporting failures. */
export function sendWithinBudget(send: SendRequest, budgetMs: number): SendRequest {
  const end = performance.now() + budgetMs;
  return async (request) => {
    const left = Math.floor(end - performance.now());
    if (left <= 0) throw new TimedOut(`All requests of this seal took ${budgetMs} ms together`);
    return send({ ...request, timeoutMs: Math.min(request.timeoutMs, left) });
  };
}
