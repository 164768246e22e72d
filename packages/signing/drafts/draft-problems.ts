import { availableCapabilities, type Caller, findCallersAccount, MAX_PROBLEMS } from '@countersign/identity';
import type { DraftConfiguration } from '../configuration/configuration.ts';
import { checkAgainstFile } from '../configuration/file-problems.ts';
import { problemsOf } from '../configuration/problems-of.ts';
import { listOf } from '../documents/field-entries.ts';
import { resolveOwner } from '../documents/resolve-owner.ts';
import { SigningError } from '../errors.ts';
import { asterisksFor } from '../files/conceal-passwords.ts';
import type { StoredFile } from '../files/file.ts';
import { refuseOthers } from '../files/find-file.ts';
import { withPdfOf } from '../files/pdf-of-file.ts';
import { asClientError, isPermanentFault } from '../pdf-faults.ts';
import type { ReadStores } from '../ports/database.ts';
import type { FieldValue } from '../ports/pdf-toolkit.ts';
import { type Problem, problem } from '../problems.ts';
import type { SigningDeps, Warning } from '../signing.ts';
import { type FileSource, resolveConfiguration } from '../templates/resolve-configuration.ts';
import type { Draft } from './draft.ts';

/** Stored. */
export interface DraftCheck extends Pick<Draft, 'fileProblems'> {
  readonly configuration: DraftConfiguration;
  readonly warnings: readonly Warning[];
}

/** Once, so that reading the draft needs no PDF task. Passwords are not stored. */
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
    const fields = await withPdfOf({ database, blobs }, file, (path) => toolkit.readFields(path, options));
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

/** Only the first of thousands that values may have. */
export async function problemsOfDraft(
  {
    database,
    clock,
    settings,
    paymentProvider,
  }: Pick<SigningDeps, 'database' | 'clock' | 'settings' | 'paymentProvider'>,
  caller: Caller,
  draft: Draft,
): Promise<readonly Problem[]> {
  const account = await findCallersAccount(database.read, caller);
  const capabilities = availableCapabilities(account, settings.providers);
  // The owner sends it.
  const resolved = await resolveConfiguration(database.read, draft, draft.configuration);
  const problems = [
    ...problemsOf(resolved.configuration, { capabilities, paymentProvider }, clock.now(), resolved.problems),
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
): Promise<readonly Problem[]> {
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
): Promise<readonly Problem[]> {
  if (source === null) return [];
  const { fileId, owner, path } = source;
  const code = refuseOthers(await files.find(fileId), owner);
  return code === null ? [] : [problem(code, path, { fileId })];
}
