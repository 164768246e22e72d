/**
 * The network for a thread that has none of its own: requests travel to the thread that was handed the way out, answers
 * travel back. So one door decides where requests may go, however many threads there are.
 */
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import type { NetworkAnswer, NetworkRequest, SendRequest } from '@countersign/seal';

interface Asked {
  readonly id: number;
  readonly request: NetworkRequest;
}

interface Answered {
  readonly id: number;
  readonly answer?: NetworkAnswer;
  /** Errors lose their members on the way: see outcome.ts. */
  readonly failure?: { readonly message: string; readonly code: unknown };
}

/** The end that a thread gets (transfer it), and how to stop listening to it. */
export interface NetworkLine {
  readonly port: MessagePort;
  close(): void;
}

/** Performs with `send` what comes in at the other end. Close it when the task has ended. */
export function openNetworkLine(send: SendRequest): NetworkLine {
  const { port1: here, port2: there } = new MessageChannel();
  here.on('message', async ({ id, request }: Asked) => here.postMessage(await perform(send, id, request)));
  return { port: there, close: () => here.close() };
}

async function perform(send: SendRequest, id: number, request: NetworkRequest): Promise<Answered> {
  try {
    return { id, answer: await send(request) };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    return { id, failure: { message: error instanceof Error ? error.message : String(error), code } };
  }
}

/** Whoever waits for an answer. */
interface Waiter {
  resolve(answer: NetworkAnswer): void;
  reject(error: Error): void;
}

/** Sends by way of a line's end. */
export function sendThrough(port: MessagePort): SendRequest {
  const waiting = new Map<number, Waiter>();
  let asked = 0;
  port.on('message', ({ id, answer, failure }: Answered) => {
    const waiter = waiting.get(id);
    waiting.delete(id);
    if (answer !== undefined) waiter?.resolve(answer);
    else waiter?.reject(Object.assign(new Error(failure?.message), { code: failure?.code }));
  });
  return (request) =>
    new Promise((resolve, reject) => {
      waiting.set(++asked, { resolve, reject });
      port.postMessage({ id: asked, request } satisfies Asked);
    });
}
