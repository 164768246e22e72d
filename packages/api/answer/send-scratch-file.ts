import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { ScratchFile } from '@countersign/signing';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { attachmentDisposition } from './content-disposition.ts';

/** Sends a temporary PDF and removes it in any case. */
export async function sendScratchFile(
  { path, fileName, release }: ScratchFile,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  reply.raw.once('close', release);
  const { size } = await stat(path);
  return reply
    .headers({
      'content-type': 'application/pdf',
      'content-length': size,
      'cache-control': 'private, no-store',
      'content-security-policy': "frame-ancestors 'none'",
      'content-disposition': attachmentDisposition(fileName),
    })
    .send(request.method === 'HEAD' ? undefined : createReadStream(path));
}
