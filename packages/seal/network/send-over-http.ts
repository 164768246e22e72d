import { MAX_REDIRECTS } from '../limits.ts';
import { type NetworkAnswer, type NetworkRequest, TimedOut } from './send-request.ts';

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
