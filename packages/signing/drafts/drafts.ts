import type { Caller } from '@countersign/identity';
import type { DraftConfiguration, DraftSignee } from '../configuration/configuration.ts';
import type { SigningDeps } from '../deps.ts';
import { type CreatedDocument, createDocument } from '../documents/create-document.ts';
import type { DocumentState, Signee } from '../documents/document.ts';
import { findVisibleDocument } from '../documents/find-document.ts';
import { removalDate } from '../documents/retention.ts';
import { type ErrorDetail, SigningError, type Warning } from '../errors.ts';
import { type Page, type PageQuery, readPage, untilUndisturbed } from '../page.ts';
import { type RevisionCondition, replaceRevision, requireOwn, requireVisible } from '../saved/find-saved.ts';
import { type Draft, type DraftStatus, statusOf } from '../saved/saved-records.ts';
import { checkDraft, type DraftCheck, problemsOfDraft } from './draft-problems.ts';

export interface DraftView {
  readonly draft: Draft;
  readonly status: DraftStatus;
  readonly problems: readonly ErrorDetail[];
  /** The warnings are those of this change. */
  readonly warnings: readonly Warning[];
}

async function createDraft(
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

async function getDraft(deps: SigningDeps, caller: Caller, draftId: string): Promise<DraftView> {
  return viewDraft(deps, caller, await findDraft(deps, caller, draftId), []);
}

/** It belongs to the caller. */
async function duplicateDraft(deps: SigningDeps, caller: Caller, draftId: string): Promise<DraftView> {
  const { configuration } = await findDraft(deps, caller, draftId);
  return createDraft(deps, caller, configuration);
}

export type ConfigurationChange = (before: DraftConfiguration) => DraftConfiguration;

/** Throws `draft_sent`, `draft_expired` or `precondition_failed`. */
function changeDraft(
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

async function deleteDraft(
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

function requireOpen({ clock }: Pick<SigningDeps, 'clock'>, draft: Draft): void {
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

async function duplicateDocument(deps: SigningDeps, caller: Caller, documentId: string): Promise<DraftView> {
  const { read } = deps.database;
  const document = await findVisibleDocument(read, caller, documentId);
  const labels = await read.documents.findLabels(documentId);
  return createDraft(deps, caller, {
    ...configurationOf(document),
    labels: labels.length === 0 ? undefined : labels,
  });
}

function configurationOf(document: DocumentState): DraftConfiguration {
  const { aiAssistant, personalMessage, externalId, metadata, automaticReminders, notifyOwner } = document;
  const { copies, redirectUrl, replyTo } = document;
  return {
    fileId: document.fileId,
    name: document.name,
    signeeDetails: document.signees.map((signee, index) => ({
      ...signeeOf(signee, document),
      ...withoutTags(document, index),
    })),
    textTags: document.textTags && true,
    enableSigningOrder: document.enableSigningOrder,
    fields: document.fields,
    fieldsReadonlyMode: document.fieldsReadonlyMode,
    language: document.language,
    sharingSetting: document.sharingSetting,
    ...(personalMessage === '' ? {} : { personalMessage }),
    aiAssistant: aiAssistant && { enabled: true, ...aiAssistant },
    externalId,
    metadata,
    automaticReminders,
    notifyOwner,
    copies: copies?.map(({ deliveryProblem: _problem, place: _place, ...copy }) => copy),
    redirectUrl,
    replyTo,
  };
}

/** What the tags gave is found again. Members that are absent replace those of the tags. */
function withoutTags({ textTags }: DocumentState, index: number): DraftSignee {
  if (textTags === undefined) return {};
  const { signatureBox, furtherBoxes, formFields } = textTags.signees[index] ?? {};
  return { signatureBox, furtherBoxes, formFields };
}

function signeeOf(signee: Signee, { enableSigningOrder }: DocumentState): DraftSignee {
  const { fullName, emailAddress, phoneNumber, phoneNumberDeliveryMethod, signatureBox, idScanBox } = signee;
  return {
    ...(fullName === '' ? {} : { fullName }),
    emailAddress: emailAddress ?? undefined,
    phoneNumber: phoneNumber ?? undefined,
    phoneNumberDeliveryMethod,
    signatureType: signee.signatureType,
    signaturePlacement: signee.signaturePlacement,
    signatureBox: signatureBox ?? undefined,
    idScanBox,
    formFields: signee.formFields,
    furtherBoxes: signee.furtherBoxes,
    payment: signee.payment,
    ...(enableSigningOrder ? { signingOrder: signee.signingOrder } : {}),
    disableInvitationMessage: signee.disableInvitationMessage,
    ...(signee.requireMatchingName && { requireMatchingName: true }),
  };
}

export interface DraftSummary {
  readonly draft: Draft;
  readonly status: DraftStatus;
}

async function listDrafts(
  { database, clock }: SigningDeps,
  { accountId, userId }: Caller,
  { ownerId, ...query }: PageQuery & { readonly ownerId?: string | undefined },
): Promise<Page<DraftSummary>> {
  const now = clock.now();
  const { items, nextOffset } = await readPage(query, (page) =>
    database.read.saved.list('draft', { accountId, userId, ownerId, ...page }),
  );
  return { items: items.map((draft) => ({ draft, status: statusOf(draft, now) })), nextOffset };
}

/** Sends the draft with every check of POST /docs. Of simultaneous requests one sends it. */
async function sendDraft(
  deps: SigningDeps,
  caller: Caller,
  draftId: string,
  condition: RevisionCondition,
): Promise<CreatedDocument> {
  const found = requireOwn(await findDraft(deps, caller, draftId), caller, 'draft_not_found', condition);
  requireOpen(deps, found);
  return createDocument(deps, caller, found.configuration, async ({ saved }, { documentId }) => {
    const locked = requireOwn(await saved.lock('draft', draftId), caller, 'draft_not_found', condition);
    requireOpen(deps, locked);
    // It was changed after the check.
    if (locked.revision !== found.revision) throw new SigningError('service_busy');
    const updatedAt = deps.clock.now();
    await saved.update('draft', {
      ...locked,
      documentId,
      downloads: [],
      revision: locked.revision + 1,
      updatedAt,
    });
  });
}

export const draftOperations = {
  create: createDraft,
  list: listDrafts,
  get: getDraft,
  change: changeDraft,
  delete: deleteDraft,
  duplicate: duplicateDraft,
  duplicateDocument,
  send: sendDraft,
};
