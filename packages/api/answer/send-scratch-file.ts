import { type FileHandle, open } from 'node:fs/promises';
import type { ScratchFile } from '@countersign/signing';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { attachmentDisposition } from './content-disposition.ts';

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
