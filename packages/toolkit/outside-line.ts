/**
 * Network and remote keys for threads. Requests are sent to the host, which decides where they may go and keeps tokens
 * and sessions apart from untrusted files.
 */
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

/** What the host does for its threads. */
export interface Outside {
  readonly send: SendRequest;
  /** Requests refer to them by index. */
  readonly keys: readonly RemoteKey[];
}

type Request =
  | { readonly to: 'network'; readonly request: NetworkRequest }
  | { readonly to: 'key'; readonly place: number; readonly request: DigestToSign };

type Asked = Request & { readonly id: number };

interface Answered {
  readonly id: number;
  readonly answer?: NetworkAnswer | Uint8Array;
  readonly failure?: Failure;
}

/** Errors lose their members on the way: see outcome.ts. */
interface Failure {
  readonly message: string;
  readonly code: unknown;
  readonly reason: SignerFaultReason | undefined;
}

/** The port for the thread (transfer it), and how to close the channel. */
export interface OutsideLine {
  readonly port: MessagePort;
  close(): void;
}

/** Serves the requests of one task. Close it when the task has ended. */
export function openOutsideLine(outside: Outside): OutsideLine {
  const { port1: here, port2: there } = new MessageChannel();
  here.on('message', async (asked: Asked) => here.postMessage(await perform(outside, asked)));
  return { port: there, close: () => here.close() };
}

async function perform({ send, keys }: Outside, asked: Asked): Promise<Answered> {
  const { id } = asked;
  try {
    if (asked.to === 'network') return { id, answer: await send(asked.request) };
    const key = keys[asked.place];
    if (key === undefined) throw new Error(`there is no key ${asked.place}`);
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

/** Returns the host's services over a port; `names` are those of the keys. */
export function reachOutside(port: MessagePort, names: readonly string[]): Outside {
  const waiting = new Map<number, Waiter>();
  let asked = 0;
  port.on('message', ({ id, answer, failure }: Answered) => {
    const waiter = waiting.get(id);
    waiting.delete(id);
    if (failure === undefined) waiter?.resolve(answer);
    else waiter?.reject(restoreError(failure));
  });
  const ask = (request: Request) =>
    new Promise((resolve, reject) => {
      waiting.set(++asked, { resolve, reject });
      port.postMessage({ id: asked, ...request } satisfies Asked);
    });
  return {
    send: async (request) => (await ask({ to: 'network', request })) as NetworkAnswer,
    keys: names.map((name, place) => ({
      name,
      signDigest: async (request) => (await ask({ to: 'key', place, request })) as Uint8Array,
    })),
  };
}

function restoreError({ message, code, reason }: Failure): Error {
  if (reason !== undefined) return new RemoteKeyError(reason, message);
  return Object.assign(new Error(message), { code });
}
