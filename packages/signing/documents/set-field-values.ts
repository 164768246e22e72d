import type { Caller } from '@countersign/identity';
import { checkAgainstFile } from '../configuration/file-problems.ts';
import { findRepeatedFields } from '../configuration/problems-of.ts';
import { SigningError } from '../errors.ts';
import type { FieldValue } from '../ports/pdf-toolkit.ts';
import { refuseProblems } from '../problems.ts';
import type { SigningDeps } from '../signing.ts';
import { untilUndisturbed } from '../until-undisturbed.ts';
import { changeDocument, type Decision } from './decision.ts';
import type { DocumentState } from './document.ts';
import { type NamedValue, valuesOf } from './field-values.ts';
import { isPreparedFrom, type WrittenPreparation, writePrepared } from './prepare-document.ts';
import { viewOf } from './prepared-view.ts';
import { findUploaded } from './read-file.ts';
import { recordPreparation, replacePreparation } from './record-preparation.ts';
import { touch } from './retention.ts';
import { findVisibleDocument } from './visibility.ts';

/**
 * Prepares the PDF of a document without signatures anew. Resolves with all values. Throws
 * `document_not_editable`.
 */
export async function setFieldValues(
  deps: SigningDeps,
  caller: Caller,
  documentId: string,
  fields: readonly FieldValue[],
): Promise<readonly NamedValue[]> {
  refuseProblems(findRepeatedFields({ fields }));
  return untilUndisturbed(async () => {
    const document = await findVisibleDocument(deps.database.read, caller, documentId);
    requireEditable(document);
    return prepareAnew(deps, caller, document, fields);
  });
}

/** Null if the document was changed meanwhile. */
async function prepareAnew(
  deps: SigningDeps,
  { userId }: Caller,
  document: DocumentState,
  fields: readonly FieldValue[],
): Promise<readonly NamedValue[] | null> {
  const { documentId } = document;
  const file = await findUploaded(deps.database.read, document);
  const { problems, values } = await checkAgainstFile(deps, file, { fields });
  refuseProblems(problems);
  const changed = { ...document, fields: mergeValues(document.fields, values) };
  const prepared = await writePrepared(deps, changed);
  let isStored = false;
  await changeDocument(deps, documentId, (locked) => {
    requireEditable(locked);
    if (locked.preparedBlobId !== document.preparedBlobId) return null;
    const decision = recordValues({ ...locked, fields: changed.fields }, prepared, userId, deps);
    isStored = decision !== null;
    return decision;
  });
  return isStored ? valuesOf(viewOf(prepared.report).fields) : null;
}

/** [3-19] [3-20] */
function requireEditable({ status, signees }: DocumentState): void {
  const isOpen = status === 'created' || status === 'awaiting_signatures';
  if (isOpen && signees.every(({ signature }) => signature === null)) return;
  throw new SigningError('document_not_editable', { status });
}

function mergeValues(before: readonly FieldValue[], given: readonly FieldValue[]): readonly FieldValue[] {
  return [...new Map([...before, ...given].map((entry) => [entry.name, entry])).values()];
}

function recordValues(
  document: DocumentState,
  prepared: WrittenPreparation,
  userId: string,
  { clock, settings }: Pick<SigningDeps, 'clock' | 'settings'>,
): Decision | null {
  const now = clock.now();
  if (document.status === 'created')
    return recordPreparation(document, prepared, now, settings.retentionDays);
  if (!isPreparedFrom(document, prepared)) return null;
  return { ...replacePreparation(touch(document, now, settings.retentionDays), prepared, userId), jobs: [] };
}
