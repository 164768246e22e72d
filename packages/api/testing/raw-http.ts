import { connect, type Socket } from 'node:net';

export interface RawAnswer {
  readonly status: number;
  readonly headers: string;
  /** Parsed if it is JSON. */
  readonly body: unknown;
}

export interface RawConnection {
  readonly socket: Socket;
  /** Rejects if there is none. */
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
      const text = Buffer.concat(received).toString();
      // Responses without a body, or to HEAD, end with the headers.
      if (text.includes(HEAD_END)) resolve(readAnswer(text));
      else reject(new Error('closed without an answer'));
      done();
    });
  });
  return { socket, answer, closed };
}

const HEAD_END = '\r\n\r\n';

function parseAnswer(text: string): RawAnswer | null {
  const end = text.indexOf(HEAD_END);
  const length = /\r\ncontent-length: (\d+)/i.exec(text)?.[1];
  if (end < 0 || length === undefined) return null;
  const content = text.slice(end + HEAD_END.length);
  return Buffer.byteLength(content) < Number(length) ? null : readAnswer(text);
}

function readAnswer(text: string): RawAnswer {
  const end = text.indexOf(HEAD_END);
  const headers = text.slice(0, end).toLowerCase();
  const content = text.slice(end + HEAD_END.length);
  const isJson = headers.includes('application/json') && content !== '';
  return { status: Number(text.split(' ')[1]), headers, body: isJson ? JSON.parse(content) : content };
}
