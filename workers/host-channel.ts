/** The host decides where requests of threads may go and keeps secrets apart from untrusted files. */

import { MessageChannel, type MessagePort } from 'node:worker_threads';
import type {
  DigestToSign,
  NetworkAnswer,
  NetworkRequest,
  RemoteKey,
  SendRequest,
  SignerFaultReason,
} from '@countersign/seal';
import { RemoteKeyError } from '@countersign/seal/errors';

export interface HostServices {
  readonly send: SendRequest;
  /** Requests name the keys by their indexes. */
  readonly keys: readonly RemoteKey[];
}

type Request =
  | { readonly to: 'network'; readonly request: NetworkRequest }
  | { readonly to: 'key'; readonly index: number; readonly request: DigestToSign };

type ChannelRequest = Request & { readonly id: number };

interface ChannelResponse {
  readonly id: number;
  readonly answer?: NetworkAnswer | Uint8Array;
  readonly failure?: Failure;
}

/** The failure is that of perform-task.ts. */
interface Failure {
  readonly message: string;
  readonly code: unknown;
  readonly reason: SignerFaultReason | undefined;
}

/** The port for the thread, which is transferred. */
export interface HostChannel {
  readonly port: MessagePort;
  close(): void;
}

/** Opens the channel of one task. Close it when the task has ended. */
export function openHostChannel(services: HostServices): HostChannel {
  const { port1: here, port2: there } = new MessageChannel();
  here.on('message', async (asked: ChannelRequest) => here.postMessage(await perform(services, asked)));
  return { port: there, close: () => here.close() };
}

async function perform({ send, keys }: HostServices, asked: ChannelRequest): Promise<ChannelResponse> {
  const { id } = asked;
  try {
    if (asked.to === 'network') return { id, answer: await send(asked.request) };
    const key = keys[asked.index];
    if (key === undefined) throw new Error(`unknown key: ${asked.index}`);
    return { id, answer: await key.signDigest(asked.request) };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    const reason = error instanceof RemoteKeyError ? error.reason : undefined;
    return { id, failure: { message: error instanceof Error ? error.message : String(error), code, reason } };
  }
}

interface Waiter {
  resolve(answer: NetworkAnswer | Uint8Array | undefined): void;
  reject(error: Error): void;
}

/** `names` are those of the keys. */
export function connectToHost(port: MessagePort, names: readonly string[]): HostServices {
  const waiting = new Map<number, Waiter>();
  let asked = 0;
  port.on('message', ({ id, answer, failure }: ChannelResponse) => {
    const waiter = waiting.get(id);
    waiting.delete(id);
    if (failure === undefined) waiter?.resolve(answer);
    else waiter?.reject(restoreError(failure));
  });
  const ask = (request: Request) =>
    new Promise((resolve, reject) => {
      waiting.set(++asked, { resolve, reject });
      port.postMessage({ id: asked, ...request } satisfies ChannelRequest);
    });
  return {
    send: async (request) => (await ask({ to: 'network', request })) as NetworkAnswer,
    keys: names.map((name, index) => ({
      name,
      signDigest: async (request) => (await ask({ to: 'key', index, request })) as Uint8Array,
    })),
  };
}

function restoreError({ message, code, reason }: Failure): Error {
  if (reason !== undefined) return new RemoteKeyError(reason, message);
  return Object.assign(new Error(message), { code });
}
