import type { Caller } from '@countersign/identity';
import { checkAgainstFile } from '../configuration/file-problems.ts';
import { findRepeatedFields } from '../configuration/problems-of.ts';
import { SigningError } from '../errors.ts';
import type { FieldValue } from '../ports/pdf-toolkit.ts';
import { refuseProblems } from '../problems.ts';
import type { SigningDeps } from '../signing.ts';
import { changeDocument, type Decision } from './decision.ts';
import type { DocumentState } from './document.ts';
import { type NamedValue, valuesOf } from './field-values.ts';
import { replacedPreparationIdOf, type WrittenPreparation, writePrepared } from './prepare-document.ts';
import { viewOf } from './prepared-view.ts';
import { recordPreparation } from './record-preparation.ts';
import { touch } from './retention.ts';
import { findVisibleDocument } from './visibility.ts';

/** Tries, if others change the document at the same time. */
const MAX_ATTEMPTS = 5;

/** Longer than any request or download. */
const REMOVED_AFTER_SECONDS = 3600;

/**
 * POST /docs/{documentId}/field-values: writes values into the form of a document without signatures, by preparing
 * the PDF anew from the file. Resolves with all values. Throws `document_not_editable`.
 */
export async function setFieldValues(
  deps: SigningDeps,
  caller: Caller,
  documentId: string,
  fields: readonly FieldValue[],
): Promise<readonly NamedValue[]> {
  refuseProblems(findRepeatedFields({ fields }));
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const document = await findVisibleDocument(deps.database.read, caller, documentId);
    requireEditable(document);
    const result = await prepareAnew(deps, caller, document, fields);
    if (result !== null) return result;
  }
  throw new SigningError('service_busy');
}

/** Null if the document was changed meanwhile. */
async function prepareAnew(
  deps: SigningDeps,
  { userId }: Caller,
  document: DocumentState,
  fields: readonly FieldValue[],
): Promise<readonly NamedValue[] | null> {
  const { documentId, fileId } = document;
  const file = await deps.database.read.files.find(fileId);
  if (file === null) throw new SigningError('file_not_found', { fileId });
  const { problems, values } = await checkAgainstFile(deps, file, { fields });
  refuseProblems(problems);
  const changed = { ...document, fields: mergeValues(document.fields, values) };
  const blobId = replacedPreparationIdOf(documentId, deps.ids.uuid());
  await enqueueRemoval(deps, documentId, [document.preparedBlobId, blobId]);
  const prepared = await writePrepared(deps, changed, blobId);
  const stored = await changeDocument(deps, documentId, (locked) => {
    requireEditable(locked);
    if (locked.preparedBlobId !== document.preparedBlobId) return null;
    return recordValues({ ...locked, fields: changed.fields }, prepared, userId, deps);
  });
  if (stored?.preparedBlobId !== blobId) return null;
  return valuesOf(viewOf(prepared.report).fields);
}

/** Throws `document_not_editable` unless the document may still be changed [3-19] [3-20]. */
function requireEditable({ status, signees }: DocumentState): void {
  const isOpen = status === 'created' || status === 'awaiting_signatures';
  if (isOpen && signees.every(({ signature }) => signature === null)) return;
  throw new SigningError('document_not_editable', { status });
}

/** The earlier values, replaced by those given now. */
function mergeValues(before: readonly FieldValue[], given: readonly FieldValue[]): readonly FieldValue[] {
  return [...new Map([...before, ...given].map((entry) => [entry.name, entry])).values()];
}

function recordValues(
  document: DocumentState,
  { blob, report }: WrittenPreparation,
  userId: string,
  { clock, settings }: Pick<SigningDeps, 'clock' | 'settings'>,
): Decision | null {
  const now = clock.now();
  if (document.status === 'created')
    return recordPreparation(document, { blob, report }, now, settings.retentionDays);
  const changed = touch(document, now, settings.retentionDays);
  return {
    document: { ...changed, preparedBlobId: blob.blobId, boxes: report.boxes },
    entries: [{ type: 'document.prepared', userId, details: { sha256: blob.sha256, size: blob.size } }],
    jobs: [],
    view: viewOf(report),
  };
}

/**
 * Enqueued before the first byte is written, since the process may end: removes the PDF, old or new, that the
 * document does not have later. The old one may be in use now.
 */
function enqueueRemoval(
  { database }: SigningDeps,
  documentId: string,
  blobIds: readonly (string | null)[],
): Promise<void> {
  return database.transact(async ({ jobs }) => {
    for (const blobId of blobIds.filter((one) => one !== null)) {
      const job = { name: 'remove-replaced-preparation', documentId, blobId } as const;
      await jobs.enqueue(job, { startAfterSeconds: REMOVED_AFTER_SECONDS });
    }
  });
}
