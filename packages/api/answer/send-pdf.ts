import { BlobMissing, type ByteRange, type DownloadableFile, SigningError } from '@countersign/signing';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ApiDeps } from '../deps.ts';
import { ApiError } from '../errors/api-error.ts';
import { attachmentDisposition } from './content-disposition.ts';
import { selectBytes } from './select-bytes.ts';

/** Blobs never change. One hour, because a cached copy outlives the link. */
const CACHE_CONTROL = 'private, max-age=3600, immutable';
/** Saved files are not read from a cache. */
const CACHE_CONTROL_OF_DOWNLOADS = 'private, no-store';

type SentFile = Pick<DownloadableFile, 'blobId'> & { readonly fileName?: string };

/**
 * Sends a stored PDF or the requested byte range (RFC 9110 14). With `fileName` it is for saving. Throws
 * `download_not_found` if the blob is missing, `range_not_satisfiable` outside the file.
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

function describeFile({ fileName }: SentFile, etag: string): Record<string, string> {
  return {
    etag,
    'accept-ranges': 'bytes',
    'cache-control': fileName === undefined ? CACHE_CONTROL : CACHE_CONTROL_OF_DOWNLOADS,
    // The strict policy blocks some browsers' PDF viewers.
    'content-security-policy': "frame-ancestors 'none'",
    ...(fileName === undefined ? {} : { 'content-disposition': attachmentDisposition(fileName) }),
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
