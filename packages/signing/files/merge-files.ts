import { invalid, problem } from '@countersign/base';
import { checkLine, NAME_LENGTH } from '@countersign/base/text';
import type { Caller } from '@countersign/identity';
import type { MergeReport } from '@countersign/toolkit';
import { toMegabytes } from '../configuration/limits.ts';
import type { SigningDeps } from '../deps.ts';
import { type ErrorDetail, findRepeated, refusal, refuseProblems, type Warning } from '../errors.ts';
import { asClientError, isPermanentFault, type PermanentFault } from '../ports/pdf-toolkit.ts';
import { type StoredFile, warnOfRemovals } from './file.ts';
import { findGone, refuseOthers } from './find-file.ts';
import { NewBlobs, storeWritten, withLocalPath, withLocalPaths } from './pdf-blobs.ts';
import { type AcceptedFile, admitPdf, type NewFile, removeReplaced, storeFile } from './upload-file.ts';

export interface MergeFilesCommand {
  /** The ids are in lower case. */
  readonly fileIds: readonly string[];
  readonly name: string;
}

/** The number of files that can be merged [4.3-05] [4.3-06]. */
export const MERGE_COUNT = { min: 2, max: 8 } as const;
/** Not in the specification. More renames are only counted. */
const MAX_LISTED_RENAMES = 50;

/** Everything else is checked before a PDF is read; faults of a PDF name its index. */
export async function mergeFiles(
  deps: SigningDeps,
  caller: Caller,
  command: MergeFilesCommand,
): Promise<AcceptedFile> {
  refuseProblems(checkCommand(command));
  const inputs = await findInputs(deps, caller, command.fileIds);
  refuseProblems(checkTotalSize(inputs, deps.settings.maxFileBytes));
  const { file, report } = await merge(deps, caller, inputs, command.name);
  const fileId = await storeFile(deps, caller, file, {
    type: 'file.merged',
    fileIds: command.fileIds,
    details: {
      renamedFields: report.renamedFields.length,
      droppedStructures: report.droppedStructures,
      differingOutputIntents: report.differingOutputIntents,
    },
  });
  const { removals } = file.admitted;
  return { fileId, removals, warnings: [...warnOfMerge(report), ...warnOfRemovals(removals)] };
}

function checkCommand({ fileIds, name }: MergeFilesCommand): readonly ErrorDetail[] {
  const isInRange = fileIds.length >= MERGE_COUNT.min && fileIds.length <= MERGE_COUNT.max;
  if (!isInRange) return [invalid('fileIds', 'count', MERGE_COUNT)];
  return [
    ...findRepeated(fileIds).map((index) => invalid(placeOf(index), 'repeated')),
    ...checkLine('name', name, NAME_LENGTH),
  ];
}

async function findInputs(
  { database }: SigningDeps,
  caller: Caller,
  fileIds: readonly string[],
): Promise<readonly StoredFile[]> {
  const found = await Promise.all(fileIds.map((fileId) => database.read.files.find(fileId)));
  const refused = found.flatMap((file, index) => {
    const code = refuseOthers(file, caller);
    return code === null ? [] : [problem(code, placeOf(index))];
  });
  refuseProblems(refused);
  return found.filter((file) => file !== null);
}

/** The sizes are those of the uploads, because the stripped size is not public. */
function checkTotalSize(inputs: readonly StoredFile[], maxBytes: number): readonly ErrorDetail[] {
  const bytes = inputs.reduce((sum, { size }) => sum + size, 0);
  return bytes <= maxBytes ? [] : [tooLarge(bytes, maxBytes)];
}

function tooLarge(bytes: number, maxBytes: number): ErrorDetail {
  return problem('inputs_too_large', 'fileIds', { bytes, megabytes: toMegabytes(maxBytes) });
}

async function merge(
  deps: SigningDeps,
  caller: Caller,
  inputs: readonly StoredFile[],
  name: string,
): Promise<{ readonly file: NewFile; readonly report: MergeReport }> {
  const written = new NewBlobs(deps, caller.accountId);
  try {
    const blobId = await written.begin();
    const { blob: original, report } = await writeMerged(deps, caller, inputs, blobId);
    const admitted = await withLocalPath(deps.blobs, blobId, (path) =>
      admitPdf(deps, caller, { blobId, path }, written),
    );
    await removeReplaced(deps, original, admitted);
    return { file: { name, original, admitted }, report };
  } catch (error) {
    await written.removeAll();
    throw await asMergeError(deps, inputs, error);
  }
}

function writeMerged(
  { blobs, toolkit }: SigningDeps,
  { accountId: account }: Caller,
  inputs: readonly StoredFile[],
  blobId: string,
) {
  const ids = inputs.map((input) => input.blobId);
  const titles = inputs.map(({ originalName }, index) => titleOf(originalName, index));
  return withLocalPaths(blobs, ids, (paths) =>
    storeWritten(blobs, blobId, (output) => toolkit.merge({ inputs: paths, output, titles }, { account })),
  );
}

function titleOf(originalName: string, index: number): string {
  return originalName.replace(/\.pdf$/i, '').trim() || String(index + 1);
}

async function asMergeError(
  { database, settings }: SigningDeps,
  inputs: readonly StoredFile[],
  error: unknown,
): Promise<unknown> {
  if (isPermanentFault(error)) {
    return refusal(problemOf(error, settings.maxFileBytes), undefined, { cause: error });
  }
  const gone = await findGone(database.read, inputs);
  const [first] = gone.map((index) => problem('file_not_found', placeOf(index)));
  return first === undefined ? asClientError(error) : refusal(first, undefined, { cause: error });
}

function problemOf({ code, params: { input, ...params } }: PermanentFault, maxBytes: number): ErrorDetail {
  // A rewritten file may be larger than the upload.
  if (code === 'inputs_too_large') return tooLarge(Number(params.bytes), maxBytes);
  return problem(code, typeof input === 'number' ? placeOf(input) : 'fileIds', params);
}

function placeOf(index: number): string {
  return `fileIds.${index}`;
}

/** Shared names change [D3-39]: clients that fill the fields need to know. */
function warnOfMerge({
  renamedFields,
  droppedStructures,
  differingOutputIntents,
}: MergeReport): readonly Warning[] {
  const renamed = renamedFields.slice(0, MAX_LISTED_RENAMES).map(({ input, from, to }) => ({
    code: 'field_renamed',
    path: placeOf(input),
    params: { from, to },
  }));
  const unlisted = renamedFields.length - renamed.length;
  const dropped = droppedStructures.map((input) => ({ code: 'structure_dropped', path: placeOf(input) }));
  const differing = differingOutputIntents.map((input) => ({
    code: 'output_intents_differ',
    path: placeOf(input),
  }));
  const more = unlisted > 0 ? [{ code: 'more_fields_renamed', params: { count: unlisted } }] : [];
  return [...renamed, ...more, ...dropped, ...differing];
}
