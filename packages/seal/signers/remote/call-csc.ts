import { RemoteKeyError } from '../../errors.ts';
import { MAX_SIGNER_RESPONSE_BYTES, REQUEST_TIMEOUT_MS } from '../../limits.ts';
import type { CscAddress } from './csc-key.ts';

const MAX_DESCRIPTION = 200;

/** Rejects with a {@link RemoteKeyError} or a network error. */
export async function callCsc(
  { url, token, send }: CscAddress,
  method: string,
  body: object,
): Promise<Readonly<Record<string, unknown>>> {
  const answer = await send({
    url: `${url.replace(/\/+$/, '')}/${method}`,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    body: new Uint8Array(Buffer.from(JSON.stringify(body))),
    timeoutMs: REQUEST_TIMEOUT_MS,
    maxBytes: MAX_SIGNER_RESPONSE_BYTES,
  });
  const content = readObject(answer.body);
  if (answer.status !== 200) throw describeRefusal(answer.status, content);
  if (!content) throw new RemoteKeyError('not_readable', 'The response is not a JSON object');
  return content;
}

function readObject(body: Uint8Array): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(body).toString('utf8'));
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

/** 429 and server errors may be temporary. */
function describeRefusal(status: number, content: Readonly<Record<string, unknown>> = {}): RemoteKeyError {
  const reason = status >= 400 && status < 500 && status !== 429 ? 'refused' : 'http_status';
  const parts = [content.error, content.error_description].filter((part) => typeof part === 'string');
  const words = parts
    .join(', ')
    .replaceAll(/[^\P{C}]/gu, ' ')
    .slice(0, MAX_DESCRIPTION);
  return new RemoteKeyError(
    reason,
    `The signer responded with HTTP status ${status}${words && `: ${words}`}`,
  );
}
