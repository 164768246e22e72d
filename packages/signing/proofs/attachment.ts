import { basename, extname } from 'node:path/posix';
import { checkLine, MAX_NAME_LENGTH } from '@countersign/base/text';
import type { FieldValue } from '@countersign/toolkit';
import { MAX_INPUT_BYTES } from '@countersign/toolkit/errors';
import { z } from 'zod';
import { MEBIBYTE } from '../configuration/limits.ts';
import type { SigningDeps } from '../deps.ts';
import type { DocumentState } from '../documents/document.ts';
import { isSeen } from '../documents/field-entries.ts';
import { signingOptions } from '../documents/prepared-view.ts';
import { refuseProblems, SigningError } from '../errors.ts';
import { abandonedAfterSeconds, NewBlobs, storeWritten, withLocalPath } from '../files/pdf-blobs.ts';
import { asUploadError } from '../files/upload-file.ts';
import type { UploadedAttachment } from '../methods/methods.ts';
import { isPermanentFault } from '../ports/pdf-toolkit.ts';
import { defineProof, type ProofContext, type ProofOutcome, type ProofUpload } from './define-proof.ts';
import { valuesOfText } from './field-value.ts';
import { EMPTY_RESULT, isSucceeded } from './proof.ts';

/** The toolkit embeds no more. Throws `attachments_too_large`. */
export function requireBelowAttachmentLimit(
  document: DocumentState,
  added: readonly UploadedAttachment[],
): void {
  requireWithin(MAX_INPUT_BYTES - signedBytes(document), added);
}

/**
 * Each field that is still open has an equal part of what the signed ones left, so that no signee uses up what the
 * fields of others need. `fields` are the names of those that take attachments. Throws `attachments_too_large`.
 */
export function requireBelowPartOfField(
  document: DocumentState,
  fields: readonly string[],
  added: readonly UploadedAttachment[],
): void {
  const signed = new Set(
    document.signees.flatMap(({ signature, operatedTriggers }) =>
      signature === null ? [] : operatedTriggers.map(({ field }) => field),
    ),
  );
  const open = fields.filter((name) => !signed.has(name)).length;
  requireWithin((MAX_INPUT_BYTES - signedBytes(document)) / Math.max(1, open), added);
}

function signedBytes({ signees }: DocumentState): number {
  return sumOf(signees.flatMap(({ signature }) => signature?.attachments ?? []));
}

function requireWithin(maxBytes: number, added: readonly UploadedAttachment[]): void {
  if (sumOf(added) <= maxBytes) return;
  throw new SigningError('attachments_too_large', { megabytes: Math.floor((maxBytes / MEBIBYTE) * 10) / 10 });
}

function sumOf(attachments: readonly UploadedAttachment[]): number {
  return attachments.reduce((sum, { size }) => sum + size, 0);
}

const TRIGGER = 'svc-upload-attachment';
const RECEIVER = 'svc-uploaded-attachmentname';
const MAX_ATTACHMENT_BYTES = 20 * MEBIBYTE;
/** The limit counts for each field. */
const MAX_FILES = 5;

/** The usual extension comes first. */
const EXTENSIONS: Readonly<Record<string, readonly string[]>> = {
  'application/pdf': ['.pdf'],
  'image/png': ['.png'],
  'image/jpeg': ['.jpg', '.jpeg'],
};

const attachmentState = z.object({ name: z.string(), size: z.number(), blobId: z.string() }).nullable();
type AttachmentState = z.infer<typeof attachmentState>;

/** [2.10-42]; the type is that of the content. */
export const attachment = defineProof({
  kind: 'attachment',
  capability: 'attachments',
  triggers: [TRIGGER],
  minutes: 60,
  maxAttempts: 5,
  maxStarts: 50,
  cooldownSeconds: 0,
  maxSucceeded: MAX_FILES,
  state: z.object({ file: attachmentState }),
  startInput: z.object({}),
  start: async () => ({ kind: 'pending' as const, state: { file: null } }),
  receive: { maxBytes: MAX_ATTACHMENT_BYTES, run: receiveAttachment },
  cancel: async ({ deps }, { file }) => {
    if (file !== null) await deps.blobs.remove(file.blobId);
  },
  listBlobs: ({ file }) => (file === null ? [] : [file.blobId]),
  introduce: () => ({
    maxBytes: MAX_ATTACHMENT_BYTES,
    maxFiles: MAX_FILES,
    mediaTypes: Object.keys(EXTENSIONS),
  }),
  describe: ({ file }) => (file === null ? {} : { name: file.name, size: file.size }),
});

async function receiveAttachment(
  context: ProofContext,
  _state: { readonly file: AttachmentState },
  { content, originalName }: ProofUpload,
): Promise<ProofOutcome<{ file: AttachmentState }>> {
  const { deps, document, signee, now } = context;
  refuseProblems(checkLine('file', originalName, { min: 0, max: MAX_NAME_LENGTH }));
  // Only the cleaned file is kept, whatever happens to the request.
  const received = new NewBlobs(deps, document.accountId);
  try {
    const raw = await received.begin();
    await deps.blobs.putStream(raw, content, MAX_ATTACHMENT_BYTES);
    if (await isInfected(deps, raw)) return { kind: 'rejected', error: 'attachment_infected' };
    const cleaned = await storeCleaned(context, raw);
    if (cleaned === null) return { kind: 'rejected', error: 'attachment_not_supported' };
    const { blob, report } = cleaned;
    const uploaded: UploadedAttachment = {
      blobId: blob.blobId,
      size: blob.size,
      sha256: blob.sha256,
      mimeType: report.mimeType,
      name: nameOf(originalName, report.mimeType),
      uploadedAt: now,
    };
    const known = (await deps.database.read.proofs.listForSignee(document.documentId, signee.signeeId))
      .filter(isSucceeded)
      .filter((proof) => proof.field === context.field?.name)
      .flatMap(({ result }) => result.attachments);
    requireBelowPartOfField(document, listTriggers(context), [...known, uploaded]);
    const file = { name: uploaded.name, size: blob.size, blobId: blob.blobId };
    const result = {
      ...EMPTY_RESULT,
      values: fillReceivers(context, uploaded.name),
      facts: { name: uploaded.name, sha256: blob.sha256 },
      attachments: [uploaded],
    };
    return { kind: 'succeeded', state: { file }, result };
  } catch (error) {
    throw asUploadError(error);
  } finally {
    await received.removeAll();
  }
}

async function isInfected({ virusScanner, blobs }: SigningDeps, blobId: string): Promise<boolean> {
  if (virusScanner === undefined) return false;
  const { stream } = await blobs.read(blobId);
  try {
    return (await virusScanner.scan(stream)) !== null;
  } catch (cause) {
    throw new SigningError('service_busy', {}, { cause });
  } finally {
    stream.destroy();
  }
}

/** Returns null if the content may not be attached. */
async function storeCleaned({ deps, document, removeAt, now }: ProofContext, raw: string) {
  const { blobs, toolkit, ids, database, settings } = deps;
  const blobId = ids.uuid();
  const { documentId, accountId } = document;
  const startAfterSeconds =
    Math.ceil((removeAt.getTime() - now.getTime()) / 1000) + abandonedAfterSeconds(settings);
  // The process may end, and the signee may leave.
  await database.transact(({ jobs }) =>
    jobs.enqueue({ name: 'remove-unused-attachment', documentId, blobId }, { startAfterSeconds, accountId }),
  );
  try {
    return await withLocalPath(blobs, raw, (path) =>
      storeWritten(blobs, blobId, (output) =>
        toolkit.cleanAttachment({ input: path, output }, signingOptions(document)),
      ),
    );
  } catch (error) {
    if (isPermanentFault(error)) return null;
    throw error;
  }
}

/** The extension of the name becomes that of the content. */
function nameOf(originalName: string, mimeType: string): string {
  const name = basename(originalName.replaceAll('\\', '/')).trim();
  const [usual = '', ...others] = EXTENSIONS[mimeType] ?? [];
  const isRight = [usual, ...others].includes(extname(name).toLowerCase());
  return isRight ? name : `${name}${usual}`;
}

function listTriggers({ allFields }: ProofContext): readonly string[] {
  return allFields
    .filter((field) => isSeen(field) && field.attributes.some(({ name }) => name === TRIGGER))
    .map(({ name }) => name);
}

/** The fields that receive the name of an attachment [2.10-43]. */
function fillReceivers({ field, fields }: ProofContext, name: string): readonly FieldValue[] {
  const indexes = new Set(
    (field?.attributes ?? []).filter((one) => one.name === TRIGGER).map(({ index }) => index),
  );
  return fields
    .filter(({ attributes }) => attributes.some((one) => one.name === RECEIVER && indexes.has(one.index)))
    .flatMap((receiver) => valuesOfText(receiver, name));
}
