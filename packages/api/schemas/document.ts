import { LANGUAGES } from '@countersign/base/locale';
import {
  ASSISTANT_LANGUAGES,
  automaticReminders,
  type CreatedDocument,
  contactUpdateCooldown,
  DELIVERY_FAILURES,
  DOCUMENT_STATUSES,
  type DocumentState,
  type DocumentSummary,
  documentSignatureLevel,
  findExpiryDate,
  hasExpired,
  type LabelledDocument,
  type ListedDocument,
  listSignatureWarnings,
  MESSAGE_CHANNELS,
  metadata,
  PERSON_STATES,
  PREPARING_FAULTS,
  reminderCooldown,
  SHARING_SETTINGS,
  SIGNATURE_LEVELS,
  SIGNATURE_PLACEMENTS,
  SIGNATURE_STATUSES,
  type Signee,
  signatureLevelOf,
  UNREADABLE_REASONS,
} from '@countersign/signing';
import { z } from 'zod';
import { presentWarnings, timestamp, warnings } from './parts.ts';

export const documentSummary = z.object({
  documentId: z.string(),
  name: z.string(),
  createdAt: timestamp,
  status: z.enum(DOCUMENT_STATUSES),
  userId: z.string(),
});

/** Not in the specification: `GET /docs?include=progress`. */
export const listedDocument = documentSummary.extend({
  progress: z
    .object({
      signees: z.int(),
      signed: z.int(),
      waitingFor: z.array(z.string()).meta({ description: 'Names of those who may sign now.' }),
      isWaitingForCaller: z.boolean(),
      isDeclined: z.boolean().meta({ description: 'Whether a signee declined.' }),
      isExpired: z.boolean().meta({ description: 'Whether the time to sign was over.' }),
      people: z
        .array(z.object({ name: z.string(), state: z.enum(PERSON_STATES) }))
        .meta({ description: 'The first five in signing order, with a name or how they are reached.' }),
      signBy: timestamp.nullable().meta({ description: 'The last moment to sign; null: it is not open.' }),
      endedAt: timestamp.nullable().meta({ description: 'When it was completed, declined or withdrawn.' }),
    })
    .optional(),
  labels: z.array(z.string()).optional().meta({ description: 'With `include=progress`.' }),
});

export function presentDocumentSummary({
  documentId,
  name,
  createdAt,
  status,
  userId,
}: DocumentSummary): z.output<typeof documentSummary> {
  return { documentId, name, createdAt: createdAt.toISOString(), status, userId };
}

export function presentListedDocument(document: ListedDocument): z.output<typeof listedDocument> {
  const { signees, signed, next, isDeclined = false, isExpired = false } = document.progress;
  const { people, signBy, endedAt } = document.progress;
  const { isWaitingForCaller } = document;
  const waitingFor = next.map(({ fullName }) => fullName);
  return {
    ...presentDocumentSummary(document),
    progress: {
      ...{ signees, signed, waitingFor, isWaitingForCaller, isDeclined, isExpired },
      ...{ people: people.map((person) => ({ ...person })), signBy, endedAt },
    },
    labels: [...document.labels],
  };
}

const signatureLevel = z
  .enum(SIGNATURE_LEVELS)
  .nullable()
  .meta({ description: 'eIDAS: AES advanced, SES any other; null until signed.' });

export const signee = z
  .object({
    signeeId: z.string(),
    fullName: z.string().meta({ description: 'Empty until a signee without a name has signed.' }),
    emailAddress: z.string().nullable(),
    phoneNumber: z.string().nullable(),
    signatureType: z.string(),
    signaturePlacement: z.enum(SIGNATURE_PLACEMENTS),
    signingOrder: z.int(),
    signatureStatus: z.enum(SIGNATURE_STATUSES),
    signedAt: timestamp.nullable(),
    signatureLevel,
    reminders: z.object({
      reminderSentCount: z.int(),
      lastReminderSentAt: timestamp.nullable(),
      reminderCooldown: z.int().meta({ description: 'Seconds.' }),
    }),
    updates: z.object({
      lastUpdateAt: timestamp.nullable(),
      updateCooldown: z.int().meta({ description: 'Seconds.' }),
    }),
    // Not in the specification: messages that could not be delivered.
    deliveryProblems: z
      .array(
        z.object({ channel: z.enum(MESSAGE_CHANNELS), reason: z.enum(DELIVERY_FAILURES), at: timestamp }),
      )
      .optional(),
    // The specification has no such member: it says what the sender should know of the signature.
    warnings: warnings.meta({
      description:
        '`name_differs`: a check of a document or e-ID gave `params.name`. `params.sandbox` is `true` if it was a sandbox, which identifies nobody.',
    }),
  })
  .meta({ id: 'Signee' });

const deliveryProblem = z.object({ reason: z.enum(DELIVERY_FAILURES), at: timestamp });

/** [D10-14] */
const copyBody = z.object({
  fullName: z.string(),
  emailAddress: z.string(),
  language: z.enum(LANGUAGES),
  deliveryProblem: deliveryProblem.optional().meta({ description: 'The message could not be delivered.' }),
});

/** The body of a document [4.4-46]. */
export const documentBody = z.object({
  documentId: z.string(),
  name: z.string(),
  createdAt: timestamp,
  updatedAt: timestamp,
  completedAt: timestamp.nullable(),
  revokedAt: timestamp.nullable(),
  expiryDate: timestamp.meta({
    description: 'When an open document can no longer be signed, or when the document is removed.',
  }),
  status: z.enum(DOCUMENT_STATUSES),
  errorMessage: z.string().optional(),
  // The specification has no such member [D12-02].
  sealing: z
    .object({
      state: z.literal('delayed'),
      since: timestamp,
      reason: z
        .string()
        .meta({ description: 'The code of what failed last, such as timestamp_unavailable.' }),
      nextAttemptAt: timestamp,
    })
    .optional()
    .meta({ description: 'Everybody has signed, and it could not be sealed yet. It is tried without end.' }),
  // Not in the specification.
  isExpired: z.boolean().optional().meta({ description: 'Whether the time to sign was over.' }),
  declined: z.object({ signeeId: z.string(), reason: z.string(), declinedAt: timestamp }).optional(),
  serviceTransactionId: z.string(),
  language: z.enum(LANGUAGES),
  enableSigningOrder: z.boolean(),
  sharingSetting: z.enum(SHARING_SETTINGS),
  // Not in the specification: docs/decisions/0008-signature-levels.md.
  signatureLevel,
  signeeDetails: z.array(signee),
  userId: z.string(),
  fileId: z.string(),
  templateId: z.string().optional().meta({ description: 'The template that it was made from.' }),
  documentUrl: z.string().nullable(),
  // Not in the specification: docs/api/documents.md, "Members beyond the specification".
  externalId: z.string().nullable(),
  metadata,
  labels: z.array(z.string()),
  automaticReminders: automaticReminders.nullable(),
  notifyOwner: z.boolean(),
  copies: z.array(copyBody),
  redirectUrl: z.string().nullable(),
  replyTo: z.string().nullable(),
  // The specification does not say what is in it [D11-04].
  aiAssistant: z
    .object({
      enabled: z.literal(true),
      textToSpeech: z.boolean(),
      language: z.enum(ASSISTANT_LANGUAGES),
      status: z.enum(['processing', 'ready', 'unavailable']),
      reason: z.enum(UNREADABLE_REASONS).optional().meta({ description: 'Of `unavailable`.' }),
    })
    .optional()
    .meta({ description: 'Absent for a document without the assistant.' }),
});

export function presentDocument(
  document: LabelledDocument,
  documentUrl: (documentId: string) => string,
  now: Date,
): z.output<typeof documentBody> {
  const { documentId, name, status, language, enableSigningOrder, sharingSetting, userId, fileId } = document;
  return {
    documentId,
    name,
    createdAt: document.createdAt.toISOString(),
    updatedAt: document.updatedAt.toISOString(),
    completedAt: document.completedAt?.toISOString() ?? null,
    revokedAt: document.revokedAt?.toISOString() ?? null,
    expiryDate: findExpiryDate(document).toISOString(),
    status,
    errorMessage: document.errorMessage ?? undefined,
    ...presentSealing(document),
    ...(hasExpired(document) && { isExpired: true }),
    ...(document.declined && {
      declined: { ...document.declined, declinedAt: document.declined.declinedAt.toISOString() },
    }),
    serviceTransactionId: document.serviceTransactionId,
    language,
    enableSigningOrder,
    sharingSetting,
    signatureLevel: documentSignatureLevel(document.signees),
    signeeDetails: document.signees.map((state) => presentSignee(state, now)),
    userId,
    fileId,
    templateId: document.templateId,
    documentUrl: presentDocumentUrl(document, documentUrl),
    externalId: document.externalId ?? null,
    metadata: { ...document.metadata },
    labels: [...document.labels],
    automaticReminders: document.automaticReminders ?? null,
    notifyOwner: document.notifyOwner ?? false,
    copies: presentCopies(document),
    redirectUrl: document.redirectUrl ?? null,
    replyTo: document.replyTo ?? null,
    ...presentAssistant(document),
  };
}

function presentCopies({
  copies = [],
  language: ofDocument,
}: Pick<DocumentState, 'copies' | 'language'>): z.output<typeof documentBody>['copies'] {
  return copies.map(({ fullName = '', emailAddress, language = ofDocument, deliveryProblem: problem }) => ({
    fullName,
    emailAddress,
    language,
    deliveryProblem: problem && { reason: problem.reason, at: problem.at.toISOString() },
  }));
}

function presentAssistant({
  aiAssistant,
  reading,
}: DocumentState): Pick<z.output<typeof documentBody>, 'aiAssistant'> {
  if (aiAssistant === undefined || reading === undefined) return {};
  const { status } = reading;
  const reason = status === 'unavailable' ? { reason: reading.reason } : {};
  return { aiAssistant: { enabled: true, ...aiAssistant, status, ...reason } };
}

function presentSealing({
  sealingDelay,
}: Pick<DocumentState, 'sealingDelay'>): Pick<z.output<typeof documentBody>, 'sealing'> {
  if (sealingDelay === undefined) return {};
  const { since, reason, nextAttemptAt } = sealingDelay;
  const times = { since: since.toISOString(), nextAttemptAt: nextAttemptAt.toISOString() };
  return { sealing: { state: 'delayed', reason, ...times } };
}

/** Returns null while the assistant works [2.2-17]. */
function presentDocumentUrl(
  { documentId, status }: Pick<DocumentState, 'documentId' | 'status'>,
  documentUrl: (documentId: string) => string,
): string | null {
  return status === 'processing' ? null : documentUrl(documentId);
}

function presentSignee(state: Signee, now: Date): z.output<typeof signee> {
  const { signeeId, fullName, emailAddress, phoneNumber, signatureType, signaturePlacement, signingOrder } =
    state;
  return {
    signeeId,
    fullName,
    emailAddress,
    phoneNumber,
    signatureType,
    signaturePlacement,
    signingOrder,
    signatureStatus: state.signature === null ? 'awaiting_signature' : 'signed',
    signedAt: state.signature?.signedAt.toISOString() ?? null,
    signatureLevel: signatureLevelOf(state),
    reminders: {
      reminderSentCount: state.reminders?.count ?? 0,
      lastReminderSentAt: state.reminders?.recent.at(-1)?.toISOString() ?? null,
      reminderCooldown: reminderCooldown(state, now),
    },
    updates: {
      lastUpdateAt: state.contactUpdates?.lastAt.toISOString() ?? null,
      updateCooldown: contactUpdateCooldown(state, now),
    },
    ...presentDeliveryProblems(state),
    ...presentWarnings(listSignatureWarnings(state)),
  };
}

function presentDeliveryProblems({
  deliveries = [],
}: Signee): Pick<z.output<typeof signee>, 'deliveryProblems'> {
  const problems = deliveries.flatMap(({ channel, failure, at }) =>
    failure === null ? [] : [{ channel, reason: failure, at: at.toISOString() }],
  );
  return problems.length === 0 ? {} : { deliveryProblems: problems };
}

/** The answer to a document that was sent [4.4-38]. */
export const sentDocument = z.object({
  documentId: z.string(),
  name: z.string(),
  createdAt: timestamp,
  userId: z.string(),
  status: z.enum(['created', 'processing']),
  documentUrl: z.string().nullable(),
  warnings,
});

export const SENDING_ERRORS = [
  ...PREPARING_FAULTS,
  'file_not_found',
  'template_not_found',
  'not_yours',
  'contact_required',
  'signature_box_required',
  'initials_not_supported',
  'capability_missing',
  'account_limit_reached',
] as const;

export function presentSentDocument(
  { document, warnings: found }: CreatedDocument,
  documentUrl: (documentId: string) => string,
): z.output<typeof sentDocument> {
  return {
    documentId: document.documentId,
    name: document.name,
    createdAt: document.createdAt.toISOString(),
    userId: document.userId,
    status: document.status === 'processing' ? 'processing' : 'created',
    documentUrl: presentDocumentUrl(document, documentUrl),
    ...presentWarnings(found),
  };
}
