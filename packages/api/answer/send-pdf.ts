import { BlobMissing, type ByteRange, type DownloadableFile, SigningError } from '@countersign/signing';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ApiDeps } from '../deps.ts';
import { ApiError } from '../errors/api-error.ts';
import { attachmentDisposition } from './content-disposition.ts';
import { selectBytes } from './select-bytes.ts';

const CACHE_CONTROL = {
  /** One hour: a cached copy outlives the link. */
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
