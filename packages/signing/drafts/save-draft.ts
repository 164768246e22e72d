import type { Caller } from '@countersign/identity';
import type { DraftConfiguration } from '../configuration/configuration.ts';
import { removalDate } from '../documents/retention.ts';
import { SigningError } from '../errors.ts';
import type { Problem } from '../problems.ts';
import { replaceRevision } from '../saved/replace-revision.ts';
import { type RevisionCondition, requireOwn, requireVisible } from '../saved/visible.ts';
import type { SigningDeps, Warning } from '../signing.ts';
import { untilUndisturbed } from '../until-undisturbed.ts';
import { type Draft, type DraftStatus, statusOf } from './draft.ts';
import { checkDraft, type DraftCheck, problemsOfDraft } from './draft-problems.ts';

export interface DraftView {
  readonly draft: Draft;
  readonly status: DraftStatus;
  readonly problems: readonly Problem[];
  /** Of this change. */
  readonly warnings: readonly Warning[];
}

export async function createDraft(
  deps: SigningDeps,
  caller: Caller,
  configuration: DraftConfiguration,
): Promise<DraftView> {
  const { warnings, ...checked } = await checkDraft(deps, caller, configuration);
  const { accountId, userId } = caller;
  const now = deps.clock.now();
  const draft: Draft = {
    id: deps.ids.uuid(),
    accountId,
    userId,
    ...checked,
    documentId: null,
    downloads: [],
    revision: 1,
    createdAt: now,
    updatedAt: now,
    expiresAt: removalDate({}, now, deps.settings.retentionDays),
  };
  await deps.database.transact((stores) => stores.saved.insert('draft', draft));
  return viewDraft(deps, caller, draft, warnings);
}

export async function getDraft(deps: SigningDeps, caller: Caller, draftId: string): Promise<DraftView> {
  return viewDraft(deps, caller, await findDraft(deps, caller, draftId), []);
}

/** It belongs to the caller. */
export async function duplicateDraft(deps: SigningDeps, caller: Caller, draftId: string): Promise<DraftView> {
  const { configuration } = await findDraft(deps, caller, draftId);
  return createDraft(deps, caller, configuration);
}

export type ConfigurationChange = (before: DraftConfiguration) => DraftConfiguration;

/** Throws `draft_sent`, `draft_expired` or `precondition_failed`. */
export function changeDraft(
  deps: SigningDeps,
  caller: Caller,
  draftId: string,
  change: ConfigurationChange,
  condition: RevisionCondition,
): Promise<DraftView> {
  return untilUndisturbed(async () => {
    const found = requireOwn(await findDraft(deps, caller, draftId), caller, 'draft_not_found', condition);
    requireOpen(deps, found);
    const { warnings, ...checked } = await checkDraft(deps, caller, change(found.configuration));
    const changed = reviseDraft(deps, found, checked);
    const isStored = await replaceRevision(deps, 'draft', found, changed);
    return isStored ? viewDraft(deps, caller, changed, warnings) : null;
  });
}

/** Earlier download addresses end. */
function reviseDraft(
  { clock, settings }: SigningDeps,
  draft: Draft,
  changes: Omit<DraftCheck, 'warnings'>,
): Draft {
  const now = clock.now();
  const expiresAt = removalDate({}, now, settings.retentionDays);
  return { ...draft, ...changes, downloads: [], revision: draft.revision + 1, updatedAt: now, expiresAt };
}

export async function deleteDraft(
  { database }: SigningDeps,
  caller: Caller,
  draftId: string,
  condition: RevisionCondition,
): Promise<void> {
  await database.transact(async ({ saved }) => {
    requireOwn(await saved.lock('draft', draftId), caller, 'draft_not_found', condition);
    await saved.remove('draft', draftId);
  });
}

export async function findDraft(
  { database }: Pick<SigningDeps, 'database'>,
  caller: Caller,
  draftId: string,
): Promise<Draft> {
  return requireVisible(await database.read.saved.find('draft', draftId), caller, 'draft_not_found');
}

export function requireOpen({ clock }: Pick<SigningDeps, 'clock'>, draft: Draft): void {
  const status = statusOf(draft, clock.now());
  if (status === 'sent') throw new SigningError('draft_sent', { documentId: draft.documentId ?? '' });
  if (status === 'expired') throw new SigningError('draft_expired');
}

async function viewDraft(
  deps: SigningDeps,
  caller: Caller,
  draft: Draft,
  warnings: readonly Warning[],
): Promise<DraftView> {
  const status = statusOf(draft, deps.clock.now());
  // Nothing keeps a sent draft from being sent.
  const problems = status === 'sent' ? [] : await problemsOfDraft(deps, caller, draft);
  return { draft, status, problems, warnings };
}
