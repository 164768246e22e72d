import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import S3rver from '@20minutes/s3rver';
import S3Error from '@20minutes/s3rver/lib/models/error.js';
import { makeTemporaryDir } from './temporary-dir.ts';

const BUCKET = 'documents';

/** Of `If-None-Match: *`; `refused` is 501. */
export type Conditions = 'kept' | 'ignored' | 'refused';

interface S3Refusal {
  readonly method: 'GET' | 'PUT';
  readonly status: number;
  /** Amazon's. */
  readonly code: string;
}

/** @20minutes/s3rver with Amazon's missing checks. */
export interface S3Server {
  readonly endpoint: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly requests: readonly string[];
  /** Of the next requests with their method. */
  readonly refusals: S3Refusal[];
  receivedBytes(): number;
  /** Of objects: `<key>._S3rver_object`. */
  readonly directory: string;
  /** Closes every connection and refuses new ones. */
  goDown(): Promise<void>;
  comeBack(): Promise<void>;
  close(): Promise<void>;
}

export async function startS3Server(conditions: Conditions = 'kept'): Promise<S3Server> {
  const dir = makeTemporaryDir();
  const s3 = new S3rver({
    directory: dir.path,
    silent: true,
    vhostBuckets: false,
    configureBuckets: [{ name: BUCKET }],
  });
  await s3.configureBuckets();
  const current = new AsyncLocalStorage<IncomingMessage>();
  addChecks(s3, current, conditions);
  const restoreEncoding = encodeAsAmazon(current);
  const handle = s3.callback();
  const requests: string[] = [];
  const refusals: S3Refusal[] = [];
  let received = 0;
  const open = async (port: number) => {
    const server = createServer((request, response) => {
      requests.push(`${request.method} ${request.url}`);
      request.on('data', (chunk: Buffer) => {
        received += chunk.length;
      });
      if (refusals[0]?.method === request.method) {
        const { status = 500, code } = refusals.shift() ?? {};
        request.resume();
        response.writeHead(status, { 'content-type': 'application/xml' });
        response.end(`<Error><Code>${code}</Code></Error>`);
        return;
      }
      request.pause();
      current.run(request, () => handle(request, response));
    });
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return server;
  };
  let server = await open(0);
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    bucket: BUCKET,
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
    requests,
    refusals,
    receivedBytes: () => received,
    directory: `${dir.path}/${BUCKET}`,
    goDown: () => closeServer(server),
    async comeBack() {
      server = await open(port);
    },
    async close() {
      await closeServer(server);
      restoreEncoding();
      dir.remove();
    },
  };
}

async function closeServer(server: Server): Promise<void> {
  if (!server.listening) return;
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}

/**
 * Amazon compares the signed SHA-256 and the checksum header before it stores, and supports `If-None-Match`.
 */
function addChecks(s3: S3rver, current: AsyncLocalStorage<IncomingMessage>, conditions: Conditions): void {
  const { store } = s3;
  const putObject = store.putObject.bind(store);
  const getObject = store.getObject.bind(store);
  let last: Promise<unknown> = Promise.resolve();
  store.putObject = async (object) => {
    const headers = current.getStore()?.headers ?? {};
    const isConditional = headers['if-none-match'] === '*';
    if (isConditional && conditions === 'refused') throw refusal('NotImplemented', 501);
    const bytes = await buffer(object.content);
    requireChecksums(bytes, headers);
    const storing = last.then(async () => {
      const isTaken = isConditional && conditions === 'kept';
      if (isTaken && (await store.existsObject(object.bucket, object.key)))
        throw refusal('PreconditionFailed', 412);
      object.content = Readable.from([bytes]);
      return putObject(object);
    });
    last = storing.catch(() => undefined);
    return storing;
  };
  // s3rver ignores an end of 0.
  store.getObject = (bucket, key, options) =>
    getObject(bucket, key, options?.end === 0 ? { ...options, end: '0' } : options);
}

/**
 * s3rver 5.0 does not encode `'()*!` as Signature Version 4 does, and signs the address of a bucket without the slash
 * with which clients list it.
 */
function encodeAsAmazon(current: AsyncLocalStorage<IncomingMessage>): () => void {
  const original = globalThis.encodeURIComponent;
  globalThis.encodeURIComponent = (value) => {
    const encoded = original(value);
    const request = current.getStore();
    if (request === undefined) return encoded;
    if (value === BUCKET && request.url?.startsWith(`/${BUCKET}/?`)) return `${BUCKET}/`;
    return encoded.replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  };
  return () => {
    globalThis.encodeURIComponent = original;
  };
}

function requireChecksums(bytes: Buffer, headers: IncomingMessage['headers']): void {
  const length = Number(headers['content-length']);
  if (length !== bytes.length) throw refusal('IncompleteBody', 400);
  const sha256 = createHash('sha256').update(bytes).digest();
  if (headers['x-amz-content-sha256'] !== sha256.toString('hex'))
    throw refusal('XAmzContentSHA256Mismatch', 400);
  if (headers['x-amz-checksum-sha256'] !== sha256.toString('base64')) throw refusal('BadDigest', 400);
}

function refusal(code: string, status: number): S3Error {
  const error = new S3Error(code, code);
  error.status = status;
  return error;
}
