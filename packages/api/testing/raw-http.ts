import { connect, type Socket } from 'node:net';

/** One answer as it came over the wire. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: string;
  /** Of a JSON body; the text otherwise. */
  readonly body: unknown;
}

/** A connection on which a test writes bytes of its own choice. */
export interface RawConnection {
  readonly socket: Socket;
  /** Resolves with the first answer; rejects if the connection is closed without one. */
  readonly answer: Promise<RawAnswer>;
  readonly closed: Promise<void>;
}

export function openRaw(port: number): RawConnection {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  const received: Buffer[] = [];
  const { promise: answer, resolve, reject } = Promise.withResolvers<RawAnswer>();
  answer.catch(() => undefined);
  socket.on('data', (chunk) => {
    received.push(chunk);
    const found = parseAnswer(Buffer.concat(received).toString());
    if (found !== null) resolve(found);
  });
  socket.on('error', () => undefined);
  socket.on('end', () => socket.end());
  const closed = new Promise<void>((done) => {
    socket.once('close', () => {
      reject(new Error('closed without an answer'));
      done();
    });
  });
  return { socket, answer, closed };
}

/** Null until the whole answer is there. */
function parseAnswer(text: string): RawAnswer | null {
  const end = text.indexOf('\r\n\r\n');
  const length = /\r\ncontent-length: (\d+)/i.exec(text)?.[1];
  if (end < 0 || length === undefined) return null;
  const content = text.slice(end + 4);
  if (Buffer.byteLength(content) < Number(length)) return null;
  const headers = text.slice(0, end).toLowerCase();
  const body = headers.includes('application/json') ? JSON.parse(content) : content;
  return { status: Number(text.split(' ')[1]), headers, body };
}
