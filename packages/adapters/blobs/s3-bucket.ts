import { randomUUID } from 'node:crypto';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { BlobsUnavailable, type ByteRange } from '@countersign/signing/ports';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import { guardBytes, type ObjectDescription, verifyBytes } from './blob-cache.ts';
import { type FileDescription, onDisk } from './write-file.ts';

/** Replaces the SDK's error, which holds the request with its signature. */
class S3Failure extends Error {
  /** It is undefined without a response. */
  readonly status: number | undefined;

  constructor(error: unknown) {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    const status = statusOf(error);
    super([name, status, message || codeOf(error)].filter(Boolean).join(' '));
    this.name = 'S3Failure';
    this.status = status;
  }
}

/** Throws `BlobsUnavailable` for errors of the store or connection. */
async function onS3<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw isOwnFault(error) ? error : new BlobsUnavailable(new S3Failure(error));
  }
}

/** Reads the status of the error or of the cause of `BlobsUnavailable`. */
function statusOf(error: unknown): number | undefined {
  if (error instanceof S3ServiceException) return error.$metadata.httpStatusCode;
  if (error instanceof BlobsUnavailable && error.cause instanceof S3Failure) return error.cause.status;
  return undefined;
}

/** A programming error is not an outage. */
function isOwnFault(error: unknown): boolean {
  return error instanceof BlobsUnavailable || error instanceof TypeError || error instanceof RangeError;
}

/** A connection that was refused on several addresses has only a code. */
function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

const CONNECT_TIMEOUT_MS = 3_000;
const IDLE_TIMEOUT_MS = 15_000;
/** The SDK does not retry uploads, so they are retried here as often. */
const MAX_ATTEMPTS = 4;
/** The pause doubles each time, and between a half and the whole of it is waited. */
const FIRST_PAUSE_MS = 100;
const FIRST_PAUSE_WHEN_BUSY_MS = 500;
const SHA256_ENTRY = 'sha256';

const ignore = () => undefined;
const SILENT = { trace: ignore, debug: ignore, info: ignore, warn: ignore, error: ignore };

export interface S3Location {
  /** It is undefined for Amazon's endpoint of the region. */
  readonly endpoint: string | undefined;
  readonly region: string;
  readonly bucket: string;
  /** They are undefined for the SDK's default chain, such as the machine's role. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined;
  /** If true, the bucket is in the path. */
  readonly forcePathStyle: boolean;
  /** The prefix is empty or has a trailing slash. */
  readonly prefix: string;
}

/** A bucket. Its methods throw `BlobsUnavailable`. */
export class S3Bucket {
  readonly client: S3Client;
  readonly #location: S3Location;
  #isConditional = true;

  constructor(location: S3Location) {
    const { endpoint, region, credentials, forcePathStyle } = location;
    this.#location = location;
    this.client = new S3Client({
      region,
      forcePathStyle,
      ...(endpoint && { endpoint }),
      ...(credentials && { credentials }),
      maxAttempts: MAX_ATTEMPTS,
      logger: SILENT,
      // SHA-256 replaces the SDK's checksums.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: new NodeHttpHandler({
        connectionTimeout: CONNECT_TIMEOUT_MS,
        socketTimeout: IDLE_TIMEOUT_MS,
      }),
    });
  }

  /** The value is known after `detectConditions`. */
  get isConditional(): boolean {
    return this.#isConditional;
  }

  object(key: string): { readonly Bucket: string; readonly Key: string } {
    return { Bucket: this.#location.bucket, Key: this.#location.prefix + key };
  }

  /** Returns null if the object is missing. */
  async describe(key: string): Promise<ObjectDescription | null> {
    try {
      const head = await this.client.send(new HeadObjectCommand(this.object(key)));
      return { size: head.ContentLength ?? 0, sha256: head.Metadata?.[SHA256_ENTRY] };
    } catch (error) {
      if (statusOf(error) !== 404) return onS3(() => Promise.reject(error));
      // HEAD does not say whether the object or the bucket is missing.
      const found = await this.#get(key, 'bytes=0-0');
      if (found === null) return null;
      // An unread body keeps the connection.
      if (found.Body instanceof Readable) found.Body.destroy();
      throw new BlobsUnavailable(new Error('the store finds an object that it did not find'));
    }
  }

  /** Returns null if the object is missing. Verifies the SHA-256 of a whole object. */
  async read(key: string, range?: ByteRange) {
    const answer = await this.#get(key, range && `bytes=${range.first}-${range.last}`);
    if (answer === null) return null;
    const { Body, ContentLength = 0, ContentRange, Metadata } = answer;
    if (!(Body instanceof Readable)) throw new TypeError('the SDK gave no stream');
    if (range !== undefined) return { stream: guardBytes(Body), size: totalOf(ContentRange) };
    const description = { size: ContentLength, sha256: Metadata?.[SHA256_ENTRY] };
    return { stream: verifyBytes(Body, description), size: ContentLength };
  }

  /**
   * Returns whether the key was free. The object is stored in one request, so that the store compares the
   * SHA-256 and keeps no partial object.
   */
  async create(key: string, path: string, file: FileDescription): Promise<boolean> {
    if (!this.#isConditional && (await this.describe(key)) !== null) return false;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#put(key, path, file);
      } catch (error) {
        if (isFinal(error) || attempt === MAX_ATTEMPTS) return onS3(() => Promise.reject(error));
        await wait(pauseMs(error, attempt));
      }
    }
  }

  /** Lists the keys without the prefix, in no order that callers may rely on. */
  async *list(): AsyncGenerator<string> {
    const { bucket: Bucket, prefix: Prefix } = this.#location;
    for (let ContinuationToken: string | undefined; ; ) {
      const command = new ListObjectsV2Command({ Bucket, Prefix, ContinuationToken });
      const page = await onS3(() => this.client.send(command));
      for (const { Key = '' } of page.Contents ?? []) yield Key.slice(Prefix.length);
      ContinuationToken = page.NextContinuationToken;
      if (ContinuationToken === undefined) return;
    }
  }

  async remove(key: string): Promise<void> {
    await onS3(() => this.client.send(new DeleteObjectCommand(this.object(key))));
  }

  async probe(path: string, file: FileDescription): Promise<void> {
    const key = `probe/${randomUUID()}`;
    await this.create(key, path, file);
    await this.remove(key);
  }

  /** Finds out by creating an object twice. It has to be called first. */
  async detectConditions(path: string, file: FileDescription): Promise<void> {
    const key = `probe/${randomUUID()}`;
    try {
      await this.create(key, path, file);
      this.#isConditional = !(await this.create(key, path, file));
    } catch (error) {
      if (statusOf(error) !== 501) throw error;
      this.#isConditional = false;
    } finally {
      await this.remove(key);
    }
  }

  async #put(key: string, path: string, { size, sha256 }: FileDescription): Promise<boolean> {
    const body = (await onDisk(() => open(path, 'r'))).createReadStream();
    const failure = new AbortController();
    body.once('error', (error) => failure.abort(error));
    const command = new PutObjectCommand({
      ...this.object(key),
      Body: body,
      ContentLength: size,
      ChecksumSHA256: Buffer.from(sha256, 'hex').toString('base64'),
      Metadata: { [SHA256_ENTRY]: sha256 },
      ...(this.#isConditional && { IfNoneMatch: '*' }),
    });
    signContent(command, sha256);
    try {
      await this.client.send(command, { abortSignal: failure.signal });
      return true;
    } catch (error) {
      if (statusOf(error) === 412) return false;
      throw error;
    } finally {
      body.destroy();
    }
  }

  async #get(key: string, Range: string | undefined) {
    try {
      return await this.client.send(new GetObjectCommand({ ...this.object(key), ...(Range && { Range }) }));
    } catch (error) {
      if (error instanceof NoSuchKey) return null;
      return onS3(() => Promise.reject(error));
    }
  }
}

/** Stores answer so to simultaneous conditional writes and to too many requests. */
const PASSING_STATUSES = [409, 429];
/** The code of status 400 if the store waited too long for the body. */
const PASSING_CODE = 'RequestTimeout';
/** 429 says too many requests; 503 is Amazon's `SlowDown` and `ServiceUnavailable`. */
const BUSY_STATUSES = [429, 503];

/** Whether a retry would fail again. */
function isFinal(error: unknown): boolean {
  const status = statusOf(error);
  if (status === undefined || PASSING_STATUSES.includes(status)) return false;
  if (error instanceof Error && error.name === PASSING_CODE) return false;
  return status < 500 || status === 501;
}

function pauseMs(error: unknown, attempt: number): number {
  const isBusy = BUSY_STATUSES.includes(statusOf(error) ?? 0);
  const longest = (isBusy ? FIRST_PAUSE_WHEN_BUSY_MS : FIRST_PAUSE_MS) * 2 ** (attempt - 1);
  return (longest / 2) * (1 + Math.random());
}

/** The SDK omits the hash for streams. */
function signContent(command: PutObjectCommand, sha256: string): void {
  command.middlewareStack.add(
    (next) => (args) => {
      const { request } = args;
      if (hasHeaders(request)) request.headers['x-amz-content-sha256'] = sha256;
      return next(args);
    },
    { step: 'build', name: 'signContent' },
  );
}

function hasHeaders(request: unknown): request is { headers: Record<string, string> } {
  return typeof request === 'object' && request !== null && 'headers' in request;
}

/** Reads the total of `bytes 0-9/300`. */
function totalOf(contentRange: string | undefined): number {
  return Number(contentRange?.split('/')[1] ?? Number.NaN);
}
