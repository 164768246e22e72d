import type { Caller } from '@countersign/identity';
import { SigningError } from '../errors.ts';
import { concealPasswords } from '../files/conceal-passwords.ts';
import { readFieldsOf } from '../files/read-file-fields.ts';
import type { FieldValue, FormField } from '../ports/pdf-toolkit.ts';
import type { SigningDeps } from '../signing.ts';
import type { DocumentState } from './document.ts';
import { applyGivenValues, givenValues, listOf } from './field-entries.ts';
import { findPreparedView } from './prepared-view.ts';
import { findUploaded } from './read-file.ts';
import { findVisibleDocument } from './visibility.ts';

/** Shared by the fields of that name. */
export interface NamedValue {
  readonly name: string;
  readonly value: readonly string[];
}

/** In page order. */
export async function listDocumentFields(
  deps: SigningDeps,
  caller: Caller,
  documentId: string,
): Promise<readonly FormField[]> {
  return readFields(deps, await findVisibleDocument(deps.database.read, caller, documentId));
}

/** Throws `document_not_completed`. */
export async function listFieldValues(
  deps: SigningDeps,
  caller: Caller,
  documentId: string,
): Promise<readonly NamedValue[]> {
  const document = await findVisibleDocument(deps.database.read, caller, documentId);
  const { status } = document;
  if (status !== 'completed') throw new SigningError('document_not_completed', { status });
  return valuesOf(await readFields(deps, document));
}

/** In page order. */
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

/** Before preparation. */
async function readFieldsOfFile(deps: SigningDeps, document: DocumentState): Promise<readonly FormField[]> {
  const read = await readFieldsOf(deps, await findUploaded(deps.database.read, document));
  return concealPasswords(withValues(read, document.fields));
}

function withValues(fields: readonly FormField[], values: readonly FieldValue[]): readonly FormField[] {
  const entered = new Map(values.map(({ name, value }) => [name, listOf(value)]));
  return fields.map((field) => ({ ...field, value: entered.get(field.name) ?? field.value }));
}
