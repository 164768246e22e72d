import { PassThrough, type Readable } from 'node:stream';
import { SigningError } from '@countersign/signing';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { parseRequest } from './parse-request.ts';

/** The part that holds the PDF: specification 4.3. */
const FILE_PART = 'file';

type Take<T> = (content: Readable, originalName: string) => Promise<T>;

interface Received<T> {
  readonly answer: T;
  /** Names of parts that nobody asked for. */
  readonly unknownParts: readonly string[];
}

/**
 * Streams the one file of a multipart body to `take` while it arrives. Parts may come in any order, so a refused file is
 * told only after the rest was read: `errorLanguage` may be the last part. Throws `file_missing`, `invalid_request`, and
 * what `take` throws.
 */
export async function receiveUpload<T>(
  request: FastifyRequest,
  form: z.ZodObject,
  take: Take<T>,
): Promise<Received<T>> {
  if (!request.isMultipart()) throw new SigningError('file_missing');
  let outcome: Promise<T> | undefined;
  const fields: Record<string, unknown> = {};
  const unknownParts: string[] = [];
  for await (const part of request.parts()) {
    if (part.type === 'file' && part.fieldname === FILE_PART && outcome === undefined) {
      outcome = takeFile(part, take);
      await Promise.allSettled([outcome]);
    } else if (part.type === 'file') {
      part.file.resume();
      unknownParts.push(part.fieldname);
    } else if (part.fieldname in form.shape) {
      fields[part.fieldname] = part.value;
      if (part.fieldname === 'errorLanguage') request.formLanguage = String(part.value);
    } else {
      unknownParts.push(part.fieldname);
    }
  }
  if (outcome === undefined) throw new SigningError('file_missing');
  parseRequest(form, fields);
  return { answer: await outcome, unknownParts };
}

/**
 * Hands over a stream of our own: whoever stops reading early destroys that one, and the rest of the part is read to
 * its end and thrown away, so that the parts after it are still seen.
 */
async function takeFile<T>(part: MultipartFile, take: Take<T>): Promise<T> {
  const content = new PassThrough();
  const discardRest = () => {
    part.file.unpipe(content);
    part.file.resume();
  };
  content.on('close', discardRest).on('error', discardRest);
  part.file.on('error', (error) => content.destroy(error));
  part.file.pipe(content);
  try {
    return await take(content, part.filename);
  } finally {
    content.destroy();
    discardRest();
  }
}
