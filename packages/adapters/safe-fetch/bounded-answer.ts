import type { NetworkAnswer, NetworkRequest } from '@countersign/seal/network';
import type { Dispatcher } from 'undici';
import { AdapterError } from '../errors.ts';
import { loadUndici } from './outgoing-agent.ts';

/** Rejects with `timed_out`, `answer_not_usable`, or the network's error. */
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

/** Rejects with `answer_not_usable`. */
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
