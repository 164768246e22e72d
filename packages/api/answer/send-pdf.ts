import { BlobMissing, type DownloadableFile, SigningError } from '@countersign/signing';
import type { FastifyReply } from 'fastify';
import type { ApiDeps } from '../deps.ts';
import { attachmentDisposition } from './content-disposition.ts';

/** Streams a stored PDF. With `fileName` it is offered for saving. Throws `download_not_found` when it is gone. */
export async function sendPdf(
  blobs: ApiDeps['blobs'],
  file: Pick<DownloadableFile, 'blobId'> & { readonly fileName?: string },
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { stream, size } = await openBlob(blobs, file.blobId);
  if (file.fileName !== undefined) reply.header('content-disposition', attachmentDisposition(file.fileName));
  return (
    reply
      .header('content-type', 'application/pdf')
      .header('content-length', size)
      .header('cache-control', 'private, no-store')
      // The strict policy of other answers keeps some browsers' own PDF viewers from starting.
      .header('content-security-policy', "frame-ancestors 'none'")
      .send(stream)
  );
}

async function openBlob(blobs: ApiDeps['blobs'], blobId: string) {
  try {
    return await blobs.read(blobId);
  } catch (error) {
    if (error instanceof BlobMissing) throw new SigningError('download_not_found', {}, { cause: error });
    throw error;
  }
}
