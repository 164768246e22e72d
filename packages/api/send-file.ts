import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import {
  BlobMissing,
  type ByteRange,
  type DownloadableFile,
  type ScratchFile,
  SigningError,
} from '@countersign/signing';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ApiDeps } from './deps.ts';
import { DOWNLOAD_LIFETIME_MS } from './downloads.ts';
import { ApiError } from './errors/error-table.ts';

/** RFC 6266: an ASCII name for old clients and the full name in UTF-8. */
export function attachmentDisposition(fileName: string): string {
  const plain = fileName.replaceAll(/[^\x20-\x7e]|["\\%/]/g, '_');
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeExtended(fileName)}`;
}

/** RFC 8187 3.2.1: encodeURIComponent leaves four characters that attr-char does not allow. */
function encodeExtended(fileName: string): string {
  return encodeURIComponent(fileName.toWellFormed()).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

const ENTITY_TAG = /(?:W\/)?("[\x21\x23-\x7e\x80-\xff]*")/g;

/** Weak comparison (RFC 9110 13.1.2). */
export function matchesEntityTag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return [...ifNoneMatch.matchAll(ENTITY_TAG)].some(([, opaque]) => opaque === etag);
}

export function entityTagOf(answer: unknown): string {
  return `"${createHash('sha256').update(JSON.stringify(answer)).digest('base64url').slice(0, 22)}"`;
}

export type Selection =
  | { readonly kind: 'whole' }
  | { readonly kind: 'part'; readonly range: ByteRange }
  | { readonly kind: 'not_modified' }
  | { readonly kind: 'not_satisfiable' };

interface ConditionalRequest {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
}

/** RFC 9110 14.1: units are case-insensitive. Several ranges may be ignored (14.2). */
const SINGLE_RANGE = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i;

/** Evaluates If-None-Match, If-Range and Range for `size` bytes, in the order of RFC 9110 13.2.2. */
export function selectBytes({ method, headers }: ConditionalRequest, etag: string, size: number): Selection {
  if (matchesEntityTag(headers['if-none-match'], etag)) return { kind: 'not_modified' };
  // RFC 9110 14.2: Range is defined for GET only.
  if (method !== 'GET' || !isRangeCurrent(headers['if-range'], etag)) return { kind: 'whole' };
  return selectRange(headers.range, size);
}

/** Strong comparison (RFC 9110 13.1.5). Files have no date. */
function isRangeCurrent(ifRange: string | string[] | undefined, etag: string): boolean {
  return ifRange === undefined || (typeof ifRange === 'string' && ifRange.trim() === etag);
}

/** Malformed, another unit or several ranges: the whole file. */
function selectRange(header: string | undefined, size: number): Selection {
  const [, first = '', last = ''] = SINGLE_RANGE.exec(header ?? '') ?? [];
  if (first === '') return last === '' ? { kind: 'whole' } : selectSuffix(Number(last), size);
  if (last !== '' && Number(last) < Number(first)) return { kind: 'whole' };
  if (Number(first) >= size) return { kind: 'not_satisfiable' };
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  return { kind: 'part', range: { first: Number(first), last: end } };
}

function selectSuffix(length: number, size: number): Selection {
  if (length === 0 || size === 0) return { kind: 'not_satisfiable' };
  return { kind: 'part', range: { first: Math.max(size - length, 0), last: size - 1 } };
}

const CACHE_CONTROL = {
  /** The copy is cached for one hour, since it outlives the link. */
  immutable: 'private, max-age=3600, immutable',
  revalidated: 'private, no-cache',
  saved: 'private, no-store',
} as const;

type SentFile = DownloadableFile | { readonly blobId: string; readonly caching: 'immutable' | 'revalidated' };

/**
 * Sends the PDF or the requested range. With `fileName` it is for saving. Throws `download_not_found` and
 * `range_not_satisfiable`.
 */
export async function sendPdf(
  blobs: ApiDeps['blobs'],
  file: SentFile,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const size = await orNotFound(blobs.size(file.blobId));
  const etag = `"${file.blobId}"`;
  const selection = selectBytes(request, etag, size);
  if (selection.kind === 'not_satisfiable') {
    reply.header('content-range', `bytes */${size}`);
    throw new ApiError('range_not_satisfiable');
  }
  const headers = describeFile(file, etag);
  if (selection.kind === 'not_modified') return reply.code(304).headers(headers).send();
  const range = selection.kind === 'part' ? selection.range : undefined;
  // Open first, so that errors have headers of their own.
  const stream = request.method === 'HEAD' ? undefined : await openStream(blobs, file.blobId, range);
  return reply
    .code(range === undefined ? 200 : 206)
    .headers({ ...headers, ...describeContent(size, range) })
    .send(stream);
}

function describeFile(file: SentFile, etag: string): Record<string, string> {
  return {
    etag,
    'accept-ranges': 'bytes',
    'cache-control': CACHE_CONTROL['caching' in file ? file.caching : 'saved'],
    // The strict policy blocks some browsers' PDF viewers.
    'content-security-policy': "frame-ancestors 'none'",
    ...('fileName' in file ? { 'content-disposition': attachmentDisposition(file.fileName) } : {}),
  };
}

function describeContent(size: number, range: ByteRange | undefined): Record<string, string | number> {
  const type = { 'content-type': 'application/pdf' };
  if (range === undefined) return { ...type, 'content-length': size };
  const { first, last } = range;
  return { ...type, 'content-length': last - first + 1, 'content-range': `bytes ${first}-${last}/${size}` };
}

async function openStream(blobs: ApiDeps['blobs'], blobId: string, range: ByteRange | undefined) {
  const { stream } = await orNotFound(blobs.read(blobId, range));
  return stream;
}

async function orNotFound<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof BlobMissing) throw new SigningError('download_not_found', {}, { cause: error });
    throw error;
  }
}

interface OpenFile {
  readonly file: FileHandle;
  readonly size: number;
}

export async function sendScratchFile(
  scratch: ScratchFile,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { file, size } = await openAndRemove(scratch);
  const content = file.createReadStream();
  if (request.method === 'HEAD' || reply.raw.destroyed) content.destroy();
  return reply
    .headers({
      'content-type': 'application/pdf',
      'content-length': size,
      'cache-control': 'private, no-store',
      'content-security-policy': "frame-ancestors 'none'",
      'content-disposition': attachmentDisposition(scratch.fileName),
    })
    .send(content.destroyed ? undefined : content);
}

/**
 * The client may have left already, so the end of the response removes nothing; an open file stays readable.
 */
async function openAndRemove({ path, release }: ScratchFile): Promise<OpenFile> {
  await using opening = new AsyncDisposableStack();
  const opened = await openWithSize(path, opening).finally(release);
  opening.move();
  return opened;
}

async function openWithSize(path: string, opening: AsyncDisposableStack): Promise<OpenFile> {
  const file = opening.use(await open(path));
  const { size } = await file.stat();
  return { file, size };
}

export async function locateDownload(
  { downloads, presignDownload, settings }: Pick<ApiDeps, 'downloads' | 'presignDownload' | 'settings'>,
  file: DownloadableFile,
): Promise<string> {
  if (presignDownload === undefined) return `${settings.baseUrl}/downloads/${downloads.issue(file)}`;
  const disposition = attachmentDisposition(file.fileName);
  return presignDownload(file.blobId, { disposition, seconds: DOWNLOAD_LIFETIME_MS / 1000 });
}
