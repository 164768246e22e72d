import { type Caller, findCallersAccount } from '@countersign/identity';
import type { DraftConfiguration } from '../configuration/configuration.ts';
import { checkAgainstFile } from '../configuration/file-problems.ts';
import { problemsOf } from '../configuration/problems-of.ts';
import { findOwner } from '../documents/find-owner.ts';
import { SigningError } from '../errors.ts';
import { refuseOthers } from '../files/find-file.ts';
import { availableCapabilities } from '../methods/available-capabilities.ts';
import { type Problem, problem } from '../problems.ts';
import type { SigningDeps, Warning } from '../signing.ts';
import type { Draft } from './draft.ts';

/** The stored result of checking the file. */
export interface DraftCheck extends Pick<Draft, 'fileProblems'> {
  readonly configuration: DraftConfiguration;
  readonly warnings: readonly Warning[];
}

/**
 * Checks a configuration against its file once, so that reading the draft needs no PDF task. Passwords are not
 * stored.
 */
export async function checkDraft(
  deps: SigningDeps,
  caller: Caller,
  configuration: DraftConfiguration,
): Promise<DraftCheck> {
  const { fileId, fields } = configuration;
  if (fileId === undefined) return { configuration, fileProblems: [], warnings: [] };
  const file = await deps.database.read.files.find(fileId);
  const code = refuseOthers(file, caller);
  if (file === null || code !== null) {
    const fileProblems = [problem(code ?? 'file_not_found', 'fileId', { fileId })];
    return { configuration, fileProblems, warnings: [] };
  }
  const { problems, warnings, values } = await checkAgainstFile(deps, file, configuration);
  const isReplaced = fields !== undefined && problems.length === 0;
  return {
    configuration: isReplaced ? { ...configuration, fields: values } : configuration,
    fileProblems: [...problems],
    warnings,
  };
}

/** Everything that keeps a draft from being sent now. */
export async function problemsOfDraft(
  { database, clock, settings }: Pick<SigningDeps, 'database' | 'clock' | 'settings'>,
  caller: Caller,
  { configuration, fileProblems }: Draft,
): Promise<readonly Problem[]> {
  const account = await findCallersAccount(database.read, caller);
  const capabilities = availableCapabilities(account.capabilities, settings.signatureProviders);
  return [
    ...problemsOf(configuration, { capabilities }, clock.now()),
    ...(await findOwnerProblems(database, caller, configuration)),
    ...(await findFileProblems(database, configuration, fileProblems)),
    ...fileProblems,
  ];
}

async function findOwnerProblems(
  { read }: SigningDeps['database'],
  caller: Caller,
  { userId }: DraftConfiguration,
): Promise<readonly Problem[]> {
  try {
    await findOwner(read, caller, userId);
    return [];
  } catch (error) {
    if (error instanceof SigningError) return error.details;
    throw error;
  }
}

/** The file may have been deleted after the last change. */
async function findFileProblems(
  { read }: SigningDeps['database'],
  { fileId }: DraftConfiguration,
  known: readonly Problem[],
): Promise<readonly Problem[]> {
  if (fileId === undefined || known.some(({ path }) => path === 'fileId')) return [];
  const file = await read.files.find(fileId);
  return file === null || file.deletedAt !== null ? [problem('file_not_found', 'fileId', { fileId })] : [];
}
