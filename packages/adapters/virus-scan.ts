import { createConnection, type Socket } from 'node:net';
import type { Readable } from 'node:stream';
import type { VirusScanner } from '@countersign/signing';
import { AdapterError } from './errors.ts';

/** The limit of the connection, and of the time between two signs of life. */
const TIMEOUT_MS = 30_000;
const MAX_ANSWER_BYTES = 4096;
const LENGTH_BYTES = 4;

export type ClamdAddress = { readonly host: string; readonly port: number } | { readonly path: string };

export interface ClamdOptions {
  readonly address: ClamdAddress;
  readonly timeoutMs?: number;
}

/** Creates a scanner by `INSTREAM`, with one connection for each file. */
export function createClamdScanner({ address, timeoutMs = TIMEOUT_MS }: ClamdOptions): VirusScanner {
  return {
    async scan(content) {
      const socket = createConnection(address);
      socket.setTimeout(timeoutMs, () => socket.destroy(new AdapterError('timed_out')));
      try {
        const answer = readAnswer(socket);
        // The rejection is awaited below.
        answer.catch(() => undefined);
        await sendContent(socket, content).catch(() => {
          if (content.errored) throw content.errored;
          // clamd may answer and close before everything was sent.
          return answer;
        });
        return readVerdict(await answer);
      } finally {
        socket.destroy();
      }
    },
  };
}

/** The content ends with a chunk of length 0. */
async function sendContent(socket: Socket, content: Readable): Promise<void> {
  await write(socket, Buffer.from('zINSTREAM\0'));
  for await (const chunk of content) {
    const bytes: Buffer = Buffer.from(chunk);
    if (bytes.length > 0) await write(socket, Buffer.concat([lengthOf(bytes), bytes]));
  }
  await write(socket, Buffer.alloc(LENGTH_BYTES));
}

function lengthOf(bytes: Uint8Array): Buffer {
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32BE(bytes.length);
  return length;
}

function write(socket: Socket, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.write(bytes, (error) => (error ? reject(error) : resolve()));
  });
}

async function readAnswer(socket: Socket): Promise<string> {
  let answer = Buffer.alloc(0);
  for await (const chunk of socket) {
    answer = Buffer.concat([answer, chunk]);
    if (answer.includes(0)) break;
    if (answer.length > MAX_ANSWER_BYTES) throw new AdapterError('answer_not_usable');
  }
  return answer.toString('utf8').split('\0')[0] ?? '';
}

/** Reads `stream: OK` or `stream: NAME FOUND`. Everything else is not a verdict. */
function readVerdict(answer: string): string | null {
  if (answer === 'stream: OK') return null;
  const found = /^stream: (.+) FOUND$/.exec(answer)?.[1];
  if (found === undefined) throw new AdapterError('answer_not_usable');
  return found;
}
