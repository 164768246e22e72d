import { rm } from 'node:fs/promises';
import type { Caller } from '@countersign/identity';
import { hashSecret } from '@countersign/identity';
import { configuredBoxes } from '../configuration/boxes.ts';
import { pdfFileName } from '../documents/file-name.ts';
import { SigningError } from '../errors.ts';
import { findOwnFile } from '../files/find-file.ts';
import { withPdfOf } from '../files/pdf-of-file.ts';
import { asClientError } from '../pdf-faults.ts';
import { refuseProblems } from '../problems.ts';
import type { SigningDeps } from '../signing.ts';
import {
  type FileSource,
  type ResolvedConfiguration,
  resolveConfiguration,
} from '../templates/resolve-configuration.ts';
import type { Draft } from './draft.ts';
import { findDraft } from './save-draft.ts';

/** A PDF that was made for one answer. */
export interface ScratchFile {
  readonly path: string;
  readonly fileName: string;
  release(): Promise<void>;
}

export interface DownloadAddress {
  readonly token: string;
  readonly expiresAt: Date;
}

const ADDRESS_LIFETIME_MS = 10 * 60 * 1000;

/** Unused addresses per draft; further ones replace the oldest. */
const MAX_ADDRESSES = 20;

/** The PDF of a draft with its values, and its boxes outlined. Throws `draft_has_no_file`. */
export async function previewDraft(deps: SigningDeps, caller: Caller, draftId: string): Promise<ScratchFile> {
  return drawPreview(deps, await findDraft(deps, caller, draftId));
}

/** An address without access token: for one download within ten minutes, until the draft changes. */
export async function issueDownload(
  { database, clock, ids }: SigningDeps,
  caller: Caller,
  draftId: string,
): Promise<DownloadAddress> {
  const token = ids.secret();
  const expiresAt = new Date(clock.now().getTime() + ADDRESS_LIFETIME_MS);
  await findDraftWithFile({ database }, caller, draftId);
  await database.transact(async ({ saved }) => {
    const draft = await saved.lock('draft', draftId);
    if (draft === null) throw new SigningError('draft_not_found');
    const kept = draft.downloads.filter((one) => one.expiresAt > clock.now()).slice(1 - MAX_ADDRESSES);
    const downloads = [...kept, { tokenHash: hashSecret(token), expiresAt }];
    await saved.update('draft', { ...draft, downloads });
  });
  return { token, expiresAt };
}

/**
 * Downloads once. Throws `download_not_found` for an address that is unknown, used, expired or of an earlier
 * revision.
 */
export async function openDownload(deps: SigningDeps, draftId: string, token: string): Promise<ScratchFile> {
  const tokenHash = hashSecret(token);
  const draft = await deps.database.transact(async ({ saved }) => {
    const found = await saved.lock('draft', draftId);
    const address = found?.downloads.find((one) => one.tokenHash === tokenHash);
    if (!found || address === undefined) throw new SigningError('download_not_found');
    const downloads = found.downloads.filter((one) => one !== address);
    await saved.update('draft', { ...found, downloads });
    return address.expiresAt > deps.clock.now() ? found : null;
  });
  if (draft === null) throw new SigningError('download_not_found');
  return drawPreview(deps, draft);
}

async function findDraftWithFile(deps: Pick<SigningDeps, 'database'>, caller: Caller, draftId: string) {
  const draft = await findDraft(deps, caller, draftId);
  requireSource(await resolveConfiguration(deps.database.read, draft, draft.configuration));
}

/** Throws what is wrong with the template, or `draft_has_no_file`. */
function requireSource({ source, problems }: ResolvedConfiguration): FileSource {
  refuseProblems(problems);
  if (source === null) throw new SigningError('draft_has_no_file');
  return source;
}

/** The owner's file: readers of the draft may read its PDF. */
async function drawPreview({ database, blobs, toolkit }: SigningDeps, draft: Draft): Promise<ScratchFile> {
  const resolved = await resolveConfiguration(database.read, draft, draft.configuration);
  const { fileId, owner } = requireSource(resolved);
  const { signeeDetails = [], fields = [], fieldsReadonlyMode = 'keepOriginal' } = resolved.configuration;
  const file = await findOwnFile(database.read, owner, fileId);
  const path = await blobs.scratchPath('pdf');
  const release = () => rm(path, { force: true });
  const request = { values: fields, mode: fieldsReadonlyMode, boxes: configuredBoxes(signeeDetails) };
  try {
    await withPdfOf({ database, blobs }, file, (input) =>
      toolkit.preview(input, path, request, { account: draft.accountId }),
    );
    return { path, fileName: pdfFileName(draft.configuration.name), release };
  } catch (error) {
    await release();
    throw asClientError(error);
  }
}
