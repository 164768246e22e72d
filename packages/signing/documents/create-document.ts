import { hashSecret, type IdSource } from '@countersign/base';
import {
  availableCapabilities,
  type Caller,
  findCallersAccount,
  requireBelowLimit,
} from '@countersign/identity';
import { checkAgainstFile } from '../configuration/check-against-file.ts';
import {
  boxPosition,
  type DocumentConfiguration,
  idScanPosition,
  type SigneeInput,
  warnOfUnusedBoxes,
} from '../configuration/configuration.ts';
import { storeFurtherBoxes } from '../configuration/further-boxes.ts';
import { type ConfigurationRequest, completeConfiguration } from '../configuration/problems.ts';
import { DEFAULT_SIGNATURE_PLACEMENT } from '../configuration/signee.ts';
import { storeConfiguration } from '../configuration/stored-configuration.ts';
import type { StoredTextTags } from '../configuration/text-tags.ts';
import type { SigningDeps } from '../deps.ts';
import { refuseProblems, type Warning } from '../errors.ts';
import type { StoredFile } from '../files/file.ts';
import { findOwnFile, lockOwnFile } from '../files/find-file.ts';
import { DEFAULT_SIGNATURE_TYPE } from '../methods/methods.ts';
import type { ReadStores, Stores } from '../ports/database.ts';
import type { SigningSettings } from '../settings.ts';
import {
  type FileSource,
  type ResolvedConfiguration,
  resolveConfiguration,
} from '../templates/resolve-configuration.ts';
import type { Decision, EntryDraft } from './audited-decision.ts';
import { insertDocument } from './decision.ts';
import type { DocumentState, Signee } from './document.ts';
import { resolveOwner } from './find-document.ts';
import { toLabels } from './labels.ts';
import { removalDate } from './retention.ts';

export function newSignees(configuration: DocumentConfiguration, ids: IdSource): readonly Signee[] {
  return configuration.signeeDetails.map((input, index) => {
    const order = configuration.enableSigningOrder ? (input.signingOrder ?? index + 1) : 1;
    return newSignee(input, order, ids);
  });
}

function newSignee(input: SigneeInput, signingOrder: number, ids: IdSource): Signee {
  const token = ids.secret();
  const signaturePlacement = input.signaturePlacement ?? DEFAULT_SIGNATURE_PLACEMENT;
  const signatureType = input.signatureType ?? DEFAULT_SIGNATURE_TYPE;
  const idScanBox = idScanPosition(input);
  return {
    signeeId: ids.uuid(),
    fullName: input.fullName?.trim() === '' ? '' : (input.fullName ?? ''),
    emailAddress: input.emailAddress || null,
    phoneNumber: input.phoneNumber || null,
    ...(input.phoneNumberDeliveryMethod === 'whatsapp' ? { phoneNumberDeliveryMethod: 'whatsapp' } : {}),
    signatureType,
    signaturePlacement,
    signatureBox: signaturePlacement === 'existing' ? boxPosition(input.signatureBox) : null,
    idScanBox: idScanBox ?? undefined,
    formFields: input.formFields,
    furtherBoxes: storeFurtherBoxes(input),
    ...storePayment(input),
    signingOrder,
    disableInvitationMessage: input.disableInvitationMessage ?? false,
    ...(input.requireMatchingName === true && { requireMatchingName: true }),
    tokenHash: hashSecret(token),
    token,
    invitedAt: null,
    openedAt: null,
    operatedTriggers: [],
    signature: null,
  };
}

function storePayment({ payment }: SigneeInput): Pick<Signee, 'payment'> {
  if (payment === undefined) return {};
  const { amount, currency, description = '' } = payment;
  return { payment: { amount, currency, ...(description === '' ? {} : { description }) } };
}

export interface NewDocumentContext {
  readonly caller: Pick<Caller, 'accountId' | 'userId'>;
  readonly file: Pick<StoredFile, 'fileId' | 'pages'>;
  readonly ownerId: string;
  readonly signees: readonly Signee[];
  readonly settings: SigningSettings;
  readonly ids: IdSource;
  readonly now: Date;
  readonly textTags?: StoredTextTags | undefined;
}

/** Documents are `created` [3-01] until a job has prepared them, and before `processing` while the assistant reads [3-05]. */
function newDocument(configuration: DocumentConfiguration, context: NewDocumentContext): Decision {
  const state = initialState(configuration, context);
  const document: DocumentState = state.reading === undefined ? state : { ...state, status: 'processing' };
  return creationDecision(document, context.caller.userId);
}

/** `userId`: null if a visitor of a public link made it. */
export function creationDecision(document: DocumentState, userId: string | null): Decision {
  const { documentId, status, reading } = document;
  const isProcessing = status === 'processing';
  return {
    document,
    entries: [
      creationEntry(document, userId),
      ...(isProcessing ? [{ type: 'document.processing' as const }] : []),
    ],
    jobs: [
      ...(isProcessing ? [] : [{ name: 'prepare-document' as const, documentId }]),
      ...(reading === undefined ? [] : [{ name: 'read-document' as const, documentId }]),
    ],
  };
}

/** The trail begins with what was removed from the file. */
function creationEntry(
  { fileId, name, userId: ownerId, signees }: DocumentState,
  userId: string | null,
): EntryDraft {
  // The entry has no names, which would outlive the document; the evidence has them.
  const invited = signees.map(({ signeeId, signatureType }) => ({ signeeId, signatureType }));
  return {
    type: 'document.created',
    userId,
    fileIds: [fileId],
    details: { name, ownerId, signees: invited },
  };
}

export function initialState(
  configuration: DocumentConfiguration,
  context: NewDocumentContext,
): DocumentState {
  const { caller, file, ownerId, signees, settings, ids, now, textTags } = context;
  const stored = storeConfiguration(configuration, settings);
  return {
    documentId: ids.uuid(),
    accountId: caller.accountId,
    userId: ownerId,
    fileId: file.fileId,
    filePages: file.pages,
    templateId: configuration.templateId,
    ...stored,
    status: 'created',
    signees,
    textTags,
    preparedBlobId: null,
    preparedSha256: null,
    boxes: [],
    reading: stored.aiAssistant && { status: 'processing' },
    sealedBlobId: null,
    sealedSha256: null,
    sealings: [],
    serviceTransactionId: ids.uuid(),
    errorMessage: null,
    createdAt: now,
    updatedAt: now,
    completedAt: null,
    revokedAt: null,
    expiryDate: removalDate(stored, now, settings.retentionDays),
  };
}

export interface CreatedDocument {
  readonly document: DocumentState;
  readonly warnings: readonly Warning[];
}

/** Everything is checked, also against the file, before the one transaction, to which `within` adds. */
export async function createDocument(
  deps: SigningDeps,
  caller: Caller,
  request: ConfigurationRequest,
  within?: (stores: Stores, document: DocumentState) => Promise<void>,
): Promise<CreatedDocument> {
  const { database, ids, settings, clock, paymentProvider } = deps;
  const account = await findCallersAccount(database.read, caller);
  const capabilities = availableCapabilities(account, settings.providers);
  const resolved = await resolveConfiguration(database.read, caller, request);
  const { allowsLoopbackRedirects } = settings;
  const sender = { capabilities, paymentProvider, allowsLoopbackRedirects };
  const completed = completeConfiguration(resolved.configuration, sender, clock.now(), resolved.problems);
  refuseProblems(completed.problems);
  const { configuration } = completed;
  if (configuration === null) throw new TypeError('a configuration without problems is complete');
  const ownerId = await resolveOwner(database.read, caller, configuration.userId);
  const { fileId, owner: fileOwner } = requireSource(resolved);
  const file = await findOwnFile(database.read, fileOwner, fileId);
  const checked = await checkAgainstFile(deps, file, configuration);
  const { problems, warnings, values, signees: placed, textTags } = checked;
  refuseProblems(problems);

  const language = configuration.language ?? account.language;
  const kept = { ...configuration, language, fields: values, signeeDetails: placed };
  const signees = newSignees(kept, ids);
  const context = { caller, file, ownerId, signees, settings, ids, now: clock.now(), textTags };
  const decision = newDocument(kept, context);
  await database.transact(async (stores) => {
    // The file may have been deleted since it was checked.
    await lockOwnFile(stores, fileOwner, fileId);
    await requireRoomForDocument(stores, caller.accountId, clock.now());
    await within?.(stores, decision.document);
    await insertDocument(stores, decision, deps, toLabels(configuration.labels ?? []));
  });
  return {
    document: decision.document,
    warnings: [...resolved.warnings, ...warnOfUnusedBoxes(configuration.signeeDetails), ...warnings],
  };
}

/** Throws `account_limit_reached` if the account has all of its documents of this month. */
export function requireRoomForDocument(stores: Stores, accountId: string, now: Date): Promise<void> {
  return requireBelowLimit(
    stores,
    accountId,
    'maxDocumentsPerMonth',
    async (max) => (await countThisMonth(stores, accountId, now, max)) + 1,
  );
}

/** Whether the account may have one more document at this moment. */
export async function hasRoomForDocument(
  stores: Pick<ReadStores, 'accounts' | 'audit'>,
  accountId: string,
  now: Date,
): Promise<boolean> {
  const max = (await stores.accounts.findAccount(accountId))?.limits.maxDocumentsPerMonth;
  return max === undefined || (await countThisMonth(stores, accountId, now, max)) < max;
}

function countThisMonth(
  { audit }: Pick<ReadStores, 'audit'>,
  accountId: string,
  now: Date,
  max: number,
): Promise<number> {
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth()));
  return audit.countCreated(accountId, month, max);
}

function requireSource({ source }: ResolvedConfiguration): FileSource {
  if (source === null) throw new TypeError('a configuration without problems has a file');
  return source;
}

export const creationOperations = { create: createDocument };
