import { finished, PassThrough, type Readable } from 'node:stream';
import { invalid } from '@countersign/base';
import { type ErrorDetail, refuseProblems } from '@countersign/signing';
import type { Multipart, MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../errors/error-table.ts';
import { invalidRequest } from '../errors/route-errors.ts';
import { uploadForm } from '../schemas/parts.ts';
import { isStorable } from './body.ts';
import { parseRequest } from './conditions.ts';

/** Limits a part that is not a file, such as a language. All parts of a request are in memory until it ends. */
export const MAX_FORM_VALUE_BYTES = 1024;
/** The name of the part that holds the file [4.3-01]. */
const FILE_PART = 'file';

type Take<T> = (content: Readable, originalName: string) => Promise<T>;

interface Received<T> {
  readonly answer: T;
  readonly unknownParts: readonly string[];
}

/**
 * Streams the file to `take` as it arrives. Errors are thrown after all parts were read, since
 * `errorLanguage` may be last. Throws `file_missing`, `invalid_request`, and what `take` throws.
 */
export async function receiveUpload<T>(request: FastifyRequest, take: Take<T>): Promise<Received<T>> {
  if (!request.isMultipart()) throw new ApiError('file_missing');
  const upload = new Upload(take);
  try {
    const { fields, unknownParts } = await readParts(request, upload);
    parseRequest(uploadForm, fields);
    await request.confirmAccess();
    return { answer: await upload.finish(), unknownParts };
  } catch (error) {
    upload.abort(error);
    throw error;
  }
}

async function readParts<T>(request: FastifyRequest, upload: Upload<T>) {
  const fields: Record<string, unknown> = {};
  const unknownParts: string[] = [];
  const problems: ErrorDetail[] = [];
  for await (const part of request.parts()) {
    problems.push(...checkPart(part, Object.hasOwn(uploadForm.shape, String(part.fieldname))));
    if (part.type === 'file' && part.fieldname === FILE_PART && !upload.hasBegun) {
      await upload.receive(part);
    } else if (part.type === 'file') {
      part.file.resume();
      unknownParts.push(part.fieldname);
    } else if (Object.hasOwn(uploadForm.shape, part.fieldname)) {
      fields[part.fieldname] = part.value;
      if (part.fieldname === 'errorLanguage') request.formLanguage = String(part.value);
    } else {
      unknownParts.push(part.fieldname);
    }
  }
  refuseProblems(problems);
  return { fields, unknownParts };
}

/** A multiple of the longest known. */
const MAX_PART_NAME_LENGTH = 255;

function checkPart(part: Multipart, isKnown: boolean): readonly ErrorDetail[] {
  const { fieldname } = part;
  if (typeof fieldname !== 'string' || fieldname.length > MAX_PART_NAME_LENGTH || !isStorable(fieldname))
    return [invalidRequest('multipart')];
  // A part without a file name is not a file.
  if (part.type === 'file' || fieldname === FILE_PART) return [];
  if (part.valueTruncated && isKnown) return [invalid(fieldname, 'size', { max: MAX_FORM_VALUE_BYTES })];
  const isText = typeof part.value !== 'string' || isStorable(part.value);
  return isText ? [] : [invalid(fieldname, 'characters')];
}

/** A stream of its own: a reader may destroy it early, and the rest of the part is still consumed. */
class Upload<T> {
  readonly #take: Take<T>;
  readonly #content = new PassThrough();
  #outcome: Promise<T> | undefined;

  constructor(take: Take<T>) {
    this.#take = take;
  }

  get hasBegun(): boolean {
    return this.#outcome !== undefined;
  }

  async receive({ file, filename }: MultipartFile): Promise<void> {
    const content = this.#content;
    const discardRest = () => {
      file.unpipe(content);
      file.resume();
    };
    content.on('close', discardRest).on('error', discardRest);
    this.#outcome = this.#take(content, filename).finally(() => content.destroy());
    // The outcome is awaited in `finish`.
    this.#outcome.catch(() => undefined);
    file.pipe(content, { end: false });
    await this.#untilRead(file);
  }

  async finish(): Promise<T> {
    if (this.#outcome === undefined) throw new ApiError('file_missing');
    this.#content.end();
    return this.#outcome;
  }

  abort(error: unknown): void {
    this.#content.on('error', () => undefined);
    this.#content.destroy(error instanceof Error ? error : undefined);
  }

  /** A short body may fail before its part is read. */
  #untilRead(file: Readable): Promise<void> {
    return new Promise((resolve) => {
      finished(file, { writable: false }, (error) => {
        if (error) this.abort(error);
        resolve();
      });
    });
  }
}
