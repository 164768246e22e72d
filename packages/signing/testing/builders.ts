import { randomUUID } from 'node:crypto';
import { hashSecret } from '@countersign/base';
import { BUILT_AT } from '@countersign/identity/testing';
import type { AuditEntry } from '../audit/audit-entry.ts';
import type { DocumentState, Signee } from '../documents/document.ts';
import { contentOf, type WrittenPreparation } from '../documents/prepare-document.ts';
import type { StoredFile } from '../files/file.ts';
import type { Signature } from '../methods/methods.ts';
import type { Webhook, WebhookDelivery, WebhookEvent } from '../webhooks/webhook.ts';

export function buildFile(
  owner: { accountId: string; userId: string },
  changes: Partial<StoredFile> = {},
): StoredFile {
  return {
    fileId: randomUUID(),
    accountId: owner.accountId,
    userId: owner.userId,
    blobId: randomUUID(),
    originalName: 'Avtal.pdf',
    size: 1234,
    sha256: 'ab'.repeat(32),
    pages: 2,
    createdAt: BUILT_AT,
    deletedAt: null,
    ...changes,
  };
}

export function buildAuditEntry(changes: Partial<AuditEntry> = {}): AuditEntry {
  return {
    entryId: randomUUID(),
    subject: { kind: 'file', id: randomUUID() },
    type: 'file.uploaded',
    accountId: randomUUID(),
    userId: randomUUID(),
    date: BUILT_AT,
    fileIds: [],
    details: {},
    ...changes,
  };
}

export function buildInkSignature(changes: Partial<InkSignature> = {}): InkSignature {
  return {
    method: 'digital_ink',
    signedAt: BUILT_AT,
    ipAddress: '192.0.2.1',
    userAgent: 'Test/1',
    consent: { text: 'I agree', language: 'en' },
    enteredFields: [],
    shown: { fileSha256: 'ab'.repeat(32), valuesSha256: 'cd'.repeat(32), salt: 'salt' },
    timeZone: 'UTC',
    ink: { kind: 'typed', typedName: 'Ada', font: null },
    values: [],
    attachments: [],
    ...changes,
  };
}

type InkSignature = Extract<Signature, { method: 'digital_ink' }>;

export function buildSignee(changes: Partial<Signee> = {}): Signee {
  const token = changes.token ?? randomUUID();
  return {
    signeeId: randomUUID(),
    fullName: 'Łukasz Żółć',
    emailAddress: 'lukasz@example.com',
    phoneNumber: null,
    signatureType: 'digital_ink',
    signaturePlacement: 'existing',
    signatureBox: { page: 0, x: 72.25, y: 640.5, scale: 1 },
    signingOrder: 1,
    disableInvitationMessage: false,
    tokenHash: hashSecret(token),
    token,
    invitedAt: null,
    openedAt: null,
    operatedTriggers: [],
    signature: null,
    ...changes,
  };
}

export function buildDocument(file: StoredFile, changes: Partial<DocumentState> = {}): DocumentState {
  return {
    documentId: randomUUID(),
    accountId: file.accountId,
    userId: file.userId,
    fileId: file.fileId,
    filePages: file.pages,
    name: 'Employment contract',
    status: 'created',
    language: 'en',
    sharingSetting: 'private',
    enableSigningOrder: false,
    personalMessage: '',
    fields: [],
    fieldsReadonlyMode: 'keepOriginal',
    signees: [buildSignee()],
    preparedBlobId: null,
    preparedSha256: null,
    boxes: [],
    sealedBlobId: null,
    sealedSha256: null,
    sealings: [],
    serviceTransactionId: randomUUID(),
    errorMessage: null,
    createdAt: BUILT_AT,
    updatedAt: BUILT_AT,
    completedAt: null,
    revokedAt: null,
    expiryDate: new Date(BUILT_AT.getTime() + 90 * 86_400_000),
    ...changes,
  };
}

export function buildEvent(changes: Partial<WebhookEvent> = {}): WebhookEvent {
  return {
    eventId: randomUUID(),
    type: 'document.created',
    documentId: randomUUID(),
    accountId: randomUUID(),
    userId: randomUUID(),
    signeeId: null,
    date: BUILT_AT,
    ...changes,
  };
}

export function buildWebhook(
  owner: { accountId: string; userId: string },
  changes: Partial<Webhook> = {},
): Webhook {
  return {
    webhookId: randomUUID(),
    accountId: owner.accountId,
    userId: owner.userId,
    clientId: null,
    webhookUrl: 'https://hooks.example.com/countersign',
    name: 'Archive',
    eventTypes: ['document.created', 'document.completed'],
    signingSecret: 'a secret with ünicode',
    createdAt: BUILT_AT,
    failingSince: null,
    disabledAt: null,
    ...changes,
  };
}

export function buildDelivery(webhookId: string, changes: Partial<WebhookDelivery> = {}): WebhookDelivery {
  return {
    deliveryId: randomUUID(),
    webhookId,
    event: buildEvent(),
    status: 'pending',
    attempts: 0,
    lastStatus: null,
    lastError: null,
    createdAt: BUILT_AT,
    updatedAt: BUILT_AT,
    ...changes,
  };
}

/** As the document is now. */
export function buildPreparation(document: DocumentState): WrittenPreparation {
  const boxes = document.signees.map(({ signeeId }) => ({
    ...{ id: signeeId, type: 'signature' as const, page: 0 },
    ...{ x: 0, y: 0, width: 219, height: 58 },
  }));
  const blob = { blobId: randomUUID(), size: 7, sha256: 'ab'.repeat(32) };
  return { blob, report: { boxes, fields: [], pages: 1 }, content: contentOf(document) };
}
