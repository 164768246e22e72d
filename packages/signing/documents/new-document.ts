import type { Caller } from '../accounts/account.ts';
import { hashSecret } from '../accounts/secrets.ts';
import type { IdSource } from '../ports/clock.ts';
import type { SigningSettings } from '../settings.ts';
import type { CreateDocumentCommand, SigneeInput } from '../signing.ts';
import { boxPosition } from './box-rules.ts';
import type { Decision, EntryDraft } from './decision.ts';
import type { DocumentState, SignaturePlacement, Signee } from './document.ts';
import { expiryAfter } from './retention.ts';

/** The signees of a checked request, each with a fresh link. */
export function newSignees(command: CreateDocumentCommand, ids: IdSource): readonly Signee[] {
  return command.signeeDetails.map((input, index) => {
    const order = command.enableSigningOrder ? (input.signingOrder ?? index + 1) : 1;
    return newSignee(input, order, ids);
  });
}

function newSignee(input: SigneeInput, signingOrder: number, ids: IdSource): Signee {
  const token = ids.secret();
  return {
    signeeId: ids.uuid(),
    fullName: input.fullName ?? '',
    emailAddress: input.emailAddress || null,
    phoneNumber: input.phoneNumber || null,
    signatureType: 'digital_ink',
    signaturePlacement: placementOf(input),
    signatureBox: placementOf(input) === 'existing' ? boxPosition(input.signatureBox) : null,
    signingOrder,
    disableInvitationMessage: input.disableInvitationMessage ?? false,
    tokenHash: hashSecret(token),
    token,
    invitedAt: null,
    openedAt: null,
    signature: null,
  };
}

function placementOf(input: SigneeInput): SignaturePlacement {
  return input.signaturePlacement === 'new_page' ? 'new_page' : 'existing';
}

export interface NewDocumentContext {
  readonly caller: Caller;
  readonly ownerId: string;
  readonly signees: readonly Signee[];
  readonly settings: SigningSettings;
  readonly ids: IdSource;
  readonly now: Date;
}

/** A document begins as `created` [3-01]; preparing it is a job. */
export function newDocument(command: CreateDocumentCommand, context: NewDocumentContext): Decision {
  const document = initialState(command, context);
  return {
    document,
    entries: [creationEntry(document, context.caller)],
    jobs: [{ name: 'prepare-document', documentId: document.documentId }],
  };
}

/** The trail of a document begins with its file: what was removed from that belongs to the document's story. */
function creationEntry(
  { fileId, name, userId: ownerId, signees }: DocumentState,
  { userId }: Caller,
): EntryDraft {
  const invited = signees.map(({ signeeId, fullName, signatureType }) => ({
    signeeId,
    fullName,
    signatureType,
  }));
  return {
    type: 'document.created',
    userId,
    fileIds: [fileId],
    details: { name, ownerId, signees: invited },
  };
}

function initialState(command: CreateDocumentCommand, context: NewDocumentContext): DocumentState {
  const { caller, ownerId, signees, settings, ids, now } = context;
  return {
    documentId: ids.uuid(),
    accountId: caller.accountId,
    userId: ownerId,
    fileId: command.fileId,
    name: command.name,
    status: 'created',
    language: command.language ?? 'en',
    sharingSetting: command.sharingSetting ?? settings.defaultSharing,
    enableSigningOrder: command.enableSigningOrder ?? false,
    personalMessage: command.personalMessage ?? '',
    fields: command.fields ?? [],
    fieldsReadonlyMode: command.fieldsReadonlyMode ?? 'keepOriginal',
    signees,
    preparedBlobId: null,
    boxes: [],
    sealedBlobId: null,
    sealedSha256: null,
    serviceTransactionId: ids.uuid(),
    errorMessage: null,
    createdAt: now,
    updatedAt: now,
    completedAt: null,
    revokedAt: null,
    expiryDate: expiryAfter(now, settings.retentionDays),
  };
}
