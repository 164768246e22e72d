import type { Caller } from '@countersign/identity';
import type { FieldValue, FormField } from '@countersign/toolkit';
import { readAnew } from '../assistant/reading.ts';
import { checkAgainstFile } from '../configuration/check-against-file.ts';
import { listNewFields } from '../configuration/placed-fields.ts';
import { findRepeatedFields } from '../configuration/problems.ts';
import type { SigningDeps } from '../deps.ts';
import { refuseProblems, SigningError } from '../errors.ts';
import { readFieldsOf } from '../files/find-file.ts';
import { concealPasswords } from '../files/upload-file.ts';
import { untilUndisturbed } from '../page.ts';
import type { Decision } from './audited-decision.ts';
import { changeDocument } from './decision.ts';
import type { DocumentState } from './document.ts';
import { findUploaded } from './document-files.ts';
import { applyGivenValues, givenValues, listOf } from './field-entries.ts';
import { findOwners, nameOwners } from './field-owners.ts';
import { findVisibleDocument } from './find-document.ts';
import type { DocumentField, NamedValue } from './form-field.ts';
import {
  isPreparedFrom,
  recordPreparation,
  replacePreparation,
  type WrittenPreparation,
  writePrepared,
} from './prepare-document.ts';
import { findPreparedView, viewOf } from './prepared-view.ts';
import { touch } from './retention.ts';

/** Lists the fields in page order. */
async function listDocumentFields(
  deps: SigningDeps,
  caller: Caller,
  documentId: string,
): Promise<readonly DocumentField[]> {
  const document = await findVisibleDocument(deps.database.read, caller, documentId);
  const owners = findOwners(document);
  return nameOwners(await readFields(deps, document), owners).map(({ owner, ...field }) => ({
    ...field,
    signeeId: owner?.signeeId,
  }));
}

/** Throws `document_not_completed`. */
async function listFieldValues(
  deps: SigningDeps,
  caller: Caller,
  documentId: string,
): Promise<readonly NamedValue[]> {
  const document = await findVisibleDocument(deps.database.read, caller, documentId);
  const { status } = document;
  if (status !== 'completed') throw new SigningError('document_not_completed', { status });
  return valuesOf(await readFields(deps, document));
}

/** Lists the values in page order. */
export function valuesOf(fields: readonly FormField[]): readonly NamedValue[] {
  const values = new Map<string, readonly string[]>();
  for (const { name, value } of fields) {
    const entered = listOf(value);
    if (name !== '' && entered.length > 0 && !values.has(name)) values.set(name, entered);
  }
  return [...values].map(([name, value]) => ({ name, value }));
}

async function readFields(deps: SigningDeps, document: DocumentState): Promise<readonly FormField[]> {
  if (document.preparedBlobId === null) return readFieldsOfFile(deps, document);
  const { fields } = await findPreparedView(deps, document);
  return applyGivenValues(fields, givenValues(document));
}

/** Reads the file before it is prepared. */
async function readFieldsOfFile(deps: SigningDeps, document: DocumentState): Promise<readonly FormField[]> {
  const file = await findUploaded(deps.database.read, document);
  const signeeDetails = document.signees.map(({ formFields }) => ({ formFields }));
  const isMade = listNewFields(signeeDetails).length > 0;
  const read = isMade
    ? (await checkAgainstFile(deps, file, { signeeDetails })).fields
    : await readFieldsOf(deps, file);
  return concealPasswords(withValues(read, document.fields));
}

function withValues(fields: readonly FormField[], values: readonly FieldValue[]): readonly FormField[] {
  const entered = new Map(values.map(({ name, value }) => [name, listOf(value)]));
  return fields.map((field) => ({ ...field, value: entered.get(field.name) ?? field.value }));
}

/**
 * Prepares the PDF of a document without signatures anew. Resolves with all values. Throws
 * `document_not_editable`.
 */
async function setFieldValues(
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

/** Returns null if the document was changed meanwhile. */
async function prepareAnew(
  deps: SigningDeps,
  { userId }: Caller,
  document: DocumentState,
  fields: readonly FieldValue[],
): Promise<readonly NamedValue[] | null> {
  const { documentId } = document;
  const file = await findUploaded(deps.database.read, document);
  const signeeDetails = document.signees.map(({ formFields }) => ({ formFields }));
  const { problems, values } = await checkAgainstFile(deps, file, { signeeDetails, fields });
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

/** Allows changes until the first signature [3-19] [3-20]. */
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
  const { document: unread, jobs } = readAnew(document);
  if (document.status === 'created') {
    const preparation = recordPreparation(unread, prepared, now, settings.retentionDays);
    return preparation && { ...preparation, jobs: [...preparation.jobs, ...jobs] };
  }
  if (!isPreparedFrom(document, prepared)) return null;
  return { ...replacePreparation(touch(unread, now, settings.retentionDays), prepared, userId), jobs };
}

export const fieldValueOperations = { listFields: listDocumentFields, listFieldValues, setFieldValues };
