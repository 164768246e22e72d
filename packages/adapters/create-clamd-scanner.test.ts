import { createHash } from 'node:crypto';
import { createServer, type Server, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { afterEach, describe, expect, it } from 'vitest';
import { createClamdScanner } from './virus-scan.ts';

const LAST_PARTS = 4;

describe('clamd', () => {
  let server: Server | undefined;
  afterEach(() => new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined))));

  /** Speaks the server's side of INSTREAM. */
  const listen = async (onContent: (content: Buffer, socket: Socket) => void, timeoutMs?: number) => {
    server = createServer((socket) => {
      const received: Buffer[] = [];
      socket.on('error', () => undefined);
      socket.on('data', (chunk) => {
        received.push(chunk);
        const content = endsStream(received) ? readStream(Buffer.concat(received)) : null;
        if (content !== null) onContent(content, socket);
      });
    });
    await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    return createClamdScanner({ address: { host: '127.0.0.1', port }, ...(timeoutMs && { timeoutMs }) });
  };
  const answering = (answer: string) => listen((_, socket) => socket.end(`${answer}\0`));

  it('sends the whole content, and takes OK for clean', async () => {
    const bytes = Buffer.alloc(3_000_000, 'x');
    let hash = '';
    const scanner = await listen((content, socket) => {
      hash = createHash('sha256').update(content).digest('hex');
      socket.end('stream: OK\0');
    });
    expect(await scanner.scan(Readable.from([bytes.subarray(0, 10), bytes.subarray(10)]))).toBeNull();
    expect(hash).toBe(createHash('sha256').update(bytes).digest('hex'));
  });

  it('names what was found', async () => {
    const scanner = await answering('stream: Eicar-Test-Signature FOUND');
    expect(await scanner.scan(Readable.from(['x']))).toBe('Eicar-Test-Signature');
  });

  it.each(['INSTREAM size limit exceeded. ERROR', '', 'OK'])('takes %j for no verdict', async (answer) => {
    const scanner = await answering(answer);
    await expect(scanner.scan(Readable.from(['x']))).rejects.toMatchObject({ code: 'answer_not_usable' });
  });

  it('rejects when clamd is down or says nothing', async () => {
    const silent = await listen(() => undefined, 100);
    await expect(silent.scan(Readable.from(['x']))).rejects.toMatchObject({ code: 'timed_out' });
    const down = createClamdScanner({ address: { path: '/nowhere/clamd.sock' } });
    await expect(down.scan(Readable.from(['x']))).rejects.toThrow('ENOENT');
  });

  // It waited for a verdict about what it had not sent.
  it('rejects at once when the content cannot be read', async () => {
    const scanner = await answering('stream: OK');
    const content = new Readable({
      read() {
        this.destroy(new Error('the disk is gone'));
      },
    });
    await expect(scanner.scan(content)).rejects.toThrow('the disk is gone');
  });
});

/** The last chunk may come in parts. */
function endsStream(received: readonly Buffer[]): boolean {
  return Buffer.concat(received.slice(-LAST_PARTS)).subarray(-4).equals(Buffer.alloc(4));
}

/** The content of a complete INSTREAM command; null while it is incomplete. */
function readStream(received: Buffer): Buffer | null {
  const command = 'zINSTREAM\0';
  if (received.length < command.length) return null;
  expect(received.subarray(0, command.length).toString()).toBe(command);
  const chunks: Buffer[] = [];
  for (let offset = command.length; received.length >= offset + 4; ) {
    const length = received.readUInt32BE(offset);
    if (length === 0) return Buffer.concat(chunks);
    chunks.push(received.subarray(offset + 4, offset + 4 + length));
    offset += 4 + length;
  }
  return null;
}
