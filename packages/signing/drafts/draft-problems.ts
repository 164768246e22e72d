import { MAX_PROBLEMS, problem } from '@countersign/base';
import { availableCapabilities, type Caller, findCallersAccount } from '@countersign/identity';
import type { FieldValue } from '@countersign/toolkit';
import { checkAgainstFile } from '../configuration/check-against-file.ts';
import type { DraftConfiguration } from '../configuration/configuration.ts';
import { completeConfiguration } from '../configuration/problems.ts';
import type { SigningDeps } from '../deps.ts';
import { listOf } from '../documents/field-entries.ts';
import { resolveOwner } from '../documents/find-document.ts';
import { type ErrorDetail, SigningError, type Warning } from '../errors.ts';
import type { StoredFile } from '../files/file.ts';
import { refuseOthers, withPdfOf } from '../files/find-file.ts';
import { asterisksFor } from '../files/upload-file.ts';
import type { ReadStores } from '../ports/database.ts';
import { asClientError, isPermanentFault } from '../ports/pdf-toolkit.ts';
import type { Draft } from '../saved/saved-records.ts';
import { type FileSource, resolveConfiguration } from '../templates/resolve-configuration.ts';

/** The result of a check is stored with the draft. */
export interface DraftCheck extends Pick<Draft, 'fileProblems'> {
  readonly configuration: DraftConfiguration;
  readonly warnings: readonly Warning[];
}

/** The check runs once, so that reading the draft needs no PDF task. Passwords are not stored. */
export async function checkDraft(
  deps: SigningDeps,
  caller: Caller,
  configuration: DraftConfiguration,
): Promise<DraftCheck> {
  const unchecked = { configuration, fileProblems: [], warnings: [] };
  const { source, ...resolved } = await resolveConfiguration(deps.database.read, caller, configuration);
  if (source === null) return unchecked;
  const file = await deps.database.read.files.find(source.fileId);
  // Found again when the draft is read.
  if (file === null || refuseOthers(file, source.owner) !== null) return unchecked;
  const { problems, warnings, values } = await checkAgainstFile(deps, file, resolved.configuration);
  const { fields } = configuration;
  const isTaken = problems.length === 0;
  const given = fields === undefined ? {} : { fields: isTaken ? values : await conceal(deps, file, fields) };
  return {
    configuration: { ...configuration, ...given },
    fileProblems: [...problems],
    warnings: [...resolved.warnings, ...warnings],
  };
}

async function conceal(
  { database, blobs, toolkit }: SigningDeps,
  file: StoredFile,
  values: readonly FieldValue[],
): Promise<readonly FieldValue[]> {
  const options = { account: file.accountId };
  try {
    const fields = await withPdfOf({ database, blobs }, file, (path) =>
      toolkit.readFields({ input: path }, options),
    );
    const passwords = new Set(fields.filter(({ password }) => password).map(({ name }) => name));
    return values.map((entry) =>
      passwords.has(entry.name) ? { ...entry, value: asterisksFor(listOf(entry.value).join('')) } : entry,
    );
  } catch (error) {
    // A form that cannot be read has no known passwords.
    if (isPermanentFault(error)) return values;
    throw asClientError(error);
  }
}

/** Only the first are listed of thousands that values may have. */
export async function problemsOfDraft(
  {
    database,
    clock,
    settings,
    paymentProvider,
  }: Pick<SigningDeps, 'database' | 'clock' | 'settings' | 'paymentProvider'>,
  caller: Caller,
  draft: Draft,
): Promise<readonly ErrorDetail[]> {
  const account = await findCallersAccount(database.read, caller);
  const capabilities = availableCapabilities(account, settings.providers);
  // The owner sends it.
  const resolved = await resolveConfiguration(database.read, draft, draft.configuration);
  const { allowsLoopbackRedirects } = settings;
  const sender = { capabilities, paymentProvider, allowsLoopbackRedirects };
  const completed = completeConfiguration(resolved.configuration, sender, clock.now(), resolved.problems);
  const problems = [
    ...completed.problems,
    ...(await findOwnerProblems(database, caller, draft.configuration)),
    ...(await findSourceProblems(database.read, resolved.source)),
    ...draft.fileProblems,
  ];
  return problems.slice(0, MAX_PROBLEMS);
}

async function findOwnerProblems(
  { read }: SigningDeps['database'],
  caller: Caller,
  { userId }: DraftConfiguration,
): Promise<readonly ErrorDetail[]> {
  try {
    await resolveOwner(read, caller, userId);
    return [];
  } catch (error) {
    if (error instanceof SigningError) return error.details;
    throw error;
  }
}

/** The file may be another user's, or may have been deleted after the last change. */
async function findSourceProblems(
  { files }: ReadStores,
  source: FileSource | null,
): Promise<readonly ErrorDetail[]> {
  if (source === null) return [];
  const { fileId, owner, path } = source;
  const code = refuseOthers(await files.find(fileId), owner);
  return code === null ? [] : [problem(code, path, { fileId })];
}
