import { rm } from 'node:fs/promises';
import { hashSecret } from '@countersign/base';
import { MINUTE_MS } from '@countersign/base/time';
import type { Caller } from '@countersign/identity';
import { configuredBoxes } from '../configuration/configuration.ts';
import { furtherBoxRequests } from '../configuration/further-boxes.ts';
import { DEFAULT_FIELDS_READONLY_MODE } from '../configuration/members.ts';
import { listNewFields } from '../configuration/placed-fields.ts';
import { findPlaces } from '../configuration/text-tags.ts';
import type { SigningDeps } from '../deps.ts';
import { pdfFileName } from '../documents/file-name.ts';
import { refuseProblems, SigningError } from '../errors.ts';
import type { StoredFile } from '../files/file.ts';
import { findOwnFile, withPdfOf } from '../files/find-file.ts';
import { asClientError } from '../ports/pdf-toolkit.ts';
import { requireVisible } from '../saved/find-saved.ts';
import type { Draft } from '../saved/saved-records.ts';
import {
  type FileSource,
  type ResolvedConfiguration,
  resolveConfiguration,
} from '../templates/resolve-configuration.ts';
import { findDraft } from './drafts.ts';

export interface ScratchFile {
  readonly path: string;
  readonly fileName: string;
  release(): Promise<void>;
}

export interface DownloadAddress {
  readonly token: string;
  readonly expiresAt: Date;
}

const ADDRESS_LIFETIME_MS = 10 * MINUTE_MS;

/** Further ones replace the oldest. */
const MAX_ADDRESSES = 20;

/** Previews the file with its values, and its boxes outlined. Throws `draft_has_no_file`. */
async function previewDraft(deps: SigningDeps, caller: Caller, draftId: string): Promise<ScratchFile> {
  return drawPreview(deps, await findDraft(deps, caller, draftId));
}

/** Throws `draft_has_no_file`. */
export async function readSourceFile(
  { database }: SigningDeps,
  caller: Caller,
  draftId: string,
): Promise<StoredFile> {
  const draft = await findDraft({ database }, caller, draftId);
  const { fileId, owner } = requireSource(
    await resolveConfiguration(database.read, draft, draft.configuration),
  );
  return findOwnFile(database.read, owner, fileId);
}

/** Issues an address for one download within ten minutes, without access token, until the draft changes. */
async function issueDownload(
  { database, clock, ids }: SigningDeps,
  caller: Caller,
  draftId: string,
): Promise<DownloadAddress> {
  const token = ids.secret();
  const expiresAt = new Date(clock.now().getTime() + ADDRESS_LIFETIME_MS);
  await database.transact(async (stores) => {
    const { saved } = stores;
    const draft = requireVisible(await saved.lock('draft', draftId), caller, 'draft_not_found');
    requireSource(await resolveConfiguration(stores, draft, draft.configuration));
    const kept = draft.downloads.filter((one) => one.expiresAt > clock.now()).slice(1 - MAX_ADDRESSES);
    const downloads = [...kept, { tokenHash: hashSecret(token), expiresAt }];
    await saved.update('draft', { ...draft, downloads });
  });
  return { token, expiresAt };
}

/** Throws `download_not_found` for an address that is unknown, used, expired or of an earlier revision. */
async function openDownload(deps: SigningDeps, draftId: string, token: string): Promise<ScratchFile> {
  const tokenHash = hashSecret(token);
  const isUsable = ({ downloads }: Draft) =>
    downloads.some((one) => one.tokenHash === tokenHash && one.expiresAt > deps.clock.now());
  const draft = await deps.database.read.saved.find('draft', draftId);
  if (draft === null || !isUsable(draft)) throw new SigningError('download_not_found');
  // Drawn before the address is used up: a busy service can be asked again.
  const preview = await drawPreview(deps, draft);
  try {
    await deps.database.transact(async ({ saved }) => {
      const locked = await saved.lock('draft', draftId);
      if (locked === null || !isUsable(locked)) throw new SigningError('download_not_found');
      const downloads = locked.downloads.filter((one) => one.tokenHash !== tokenHash);
      await saved.update('draft', { ...locked, downloads });
    });
    return preview;
  } catch (error) {
    await preview.release();
    throw error;
  }
}

/** Throws what is wrong with the template, or `draft_has_no_file`. */
function requireSource({ source, problems }: ResolvedConfiguration): FileSource {
  refuseProblems(problems);
  if (source === null) throw new SigningError('draft_has_no_file');
  return source;
}

/** Readers of the draft may read the owner's file. */
async function drawPreview({ database, blobs, toolkit }: SigningDeps, draft: Draft): Promise<ScratchFile> {
  const resolved = await resolveConfiguration(database.read, draft, draft.configuration);
  const { fileId, owner } = requireSource(resolved);
  const {
    signeeDetails = [],
    fields = [],
    fieldsReadonlyMode = DEFAULT_FIELDS_READONLY_MODE,
    textTags: areTagsWanted = false,
  } = resolved.configuration;
  const file = await findOwnFile(database.read, owner, fileId);
  const path = await blobs.scratchPath('pdf');
  const release = () => rm(path, { force: true });
  try {
    await withPdfOf({ database, blobs }, file, async (input) => {
      const wanted = { signees: signeeDetails, textTags: areTagsWanted };
      const places = await findPlaces(toolkit, input, file, wanted);
      const { signees } = places;
      const boxes = [...configuredBoxes(signees), ...furtherBoxRequests(signees, file.pages)];
      const added = listNewFields(signees).map(({ field }) => field);
      const covers = places.textTags?.covers;
      const request = { covers, fields: added, values: fields, mode: fieldsReadonlyMode, boxes };
      await toolkit.preview({ input, output: path, ...request }, { account: draft.accountId });
    });
    return { path, fileName: pdfFileName(draft.configuration.name), release };
  } catch (error) {
    await release();
    throw asClientError(error);
  }
}

export const draftFileOperations = { preview: previewDraft, readSourceFile, issueDownload, openDownload };
