export { ASSISTANT_LANGUAGES } from '@countersign/assistant/languages';
export type { DisplayedBox, FieldValue, FormField, PlacedBox } from '@countersign/toolkit';
export type {
  AnswerEvent,
  AssistantAnswer,
  AssistantFacts,
  AssistantView,
} from './assistant/assistant.ts';
export { assistantAnswer, assistantFacts, UNREADABLE_REASONS } from './assistant/assistant.ts';
export {
  type AuditEntry,
  type AuditSubject,
  type AuditType,
  type AuditValue,
  type ChainedEntry,
  type ChainHead,
  type ChainLink,
  chainEntry,
} from './audit/audit-entry.ts';
export {
  type AuditTrail,
  type BrokenEntry,
  type ChainFault,
  checkAuditTrail,
  findBrokenEntry,
  readAuditTrail,
  type TrailCheck,
  type TrailEntry,
} from './audit/audit-trail.ts';
export {
  type BoxPosition,
  type DocumentConfiguration,
  type DraftConfiguration,
  documentConfiguration,
  documentRequest,
  draftConfiguration,
  type LinkConfiguration,
  linkConfiguration,
  type SignatureBoxInput,
  type SigneeInput,
  type TemplateConfiguration,
  templateConfiguration,
} from './configuration/configuration.ts';
export { MAX_PERSONAL_MESSAGE_LENGTH, MAX_SIGNEES } from './configuration/limits.ts';
export {
  automaticReminders,
  currencyDigits,
  fieldValues,
  labels,
  metadata,
  SHARING_SETTINGS,
} from './configuration/members.ts';
export { SIGNATURE_PLACEMENTS, type SignaturePlacement } from './configuration/signee.ts';
export { emailAddress, line, paragraphs, phoneNumber, uuid } from './configuration/text.ts';
export { createSigning, type Signing } from './create-signing.ts';
export type { SealingLog, SigningDeps } from './deps.ts';
export type { ChangedContact, ContactChange } from './documents/contacts.ts';
export type { CreatedDocument } from './documents/create-document.ts';
export {
  DOCUMENT_GROUPS,
  DOCUMENT_STATUSES,
  type DocumentGroup,
  type DocumentProgress,
  type DocumentState,
  type DocumentStatus,
  type DocumentSummary,
  type GroupCounts,
  MAX_SCANNED_BY_SEARCH,
  PERSON_STATES,
  type PreparedView,
  type Signee,
} from './documents/document.ts';
export type { DownloadableFile } from './documents/document-files.ts';
export type { HistoryEntry } from './documents/events.ts';
export {
  type EvidenceEvent,
  type EvidenceFacts,
  type ProofEvidence,
  RECORD_FILE_NAME,
  type SigneeEvidence,
  type TrailEvidence,
} from './documents/evidence-facts.ts';
export { listLinkHashes } from './documents/find-by-link.ts';
export type { LabelledDocument } from './documents/find-document.ts';
export { documentField, formField, type NamedValue, namedValues } from './documents/form-field.ts';
export {
  type Label,
  type LabelCount,
  type LabelledId,
  MAX_COUNTED_DOCUMENTS,
  MAX_COUNTED_LABELS,
  MAX_LISTED_LABELS,
} from './documents/labels.ts';
export { type ListedDocument, progressOf, searchText } from './documents/list-documents.ts';
export type { Recipient } from './documents/recipient-links.ts';
export {
  contactUpdateCooldown,
  findFollowUpDate,
  type NotSentReminder,
  type ReminderOutcome,
  reminderCooldown,
  type SentReminder,
} from './documents/reminders.ts';
export { findExpiryDate } from './documents/retention.ts';
export type { InkInput, SignCommand } from './documents/sign-command.ts';
export { documentSignatureLevel, signatureLevelOf } from './documents/signed-content.ts';
export { CANNOT_SIGN_REASONS, type CannotSignReason, hasExpired } from './documents/signing-access.ts';
export {
  type OtherBox,
  SIGNATURE_STATUSES,
  type SigningView,
  signingView,
} from './documents/signing-page-view.ts';
export { signingText } from './documents/signing-text.ts';
export type { ScratchFile } from './drafts/draft-file.ts';
export type { DraftView } from './drafts/drafts.ts';
export {
  BUSY,
  type ErrorDetail,
  type ErrorDetail as Problem,
  FILE_FAULTS,
  PREPARING_FAULTS,
  PROOF_FAULTS,
  REQUIRED_FIELD_FAULTS,
  refusal,
  refuseProblems,
  SIGNING_ERROR_CODES,
  SIGNING_ERRORS,
  SigningError,
  type SigningErrorCode,
  VALUE_FAULTS,
  type Warning,
} from './errors.ts';
export { type ExportedDocument, type ExportedRecord, readAccountRecords } from './export-account.ts';
export type { RemovalSummary, StoredFile } from './files/file.ts';
export { MERGE_COUNT, type MergeFilesCommand } from './files/merge-files.ts';
export type { AcceptedFile, UploadFileCommand } from './files/upload-file.ts';
export type { Job, JobName } from './jobs/job.ts';
export { JOBS, JOBS as SIGNING_JOBS } from './jobs/registry.ts';
export {
  SIGNATURE_LEVELS,
  SIGNATURE_METHODS,
  SIGNATURE_TYPES,
  type Signature,
  type SignatureLevel,
  type SignatureType,
} from './methods/methods.ts';
export {
  type Identification,
  type IdentityScan,
  INK_KINDS,
  type Ink,
  identificationOf,
} from './methods/signature-parts.ts';
export {
  DELIVERY_FAILURES,
  type DeliveryFailure,
  MESSAGE_CHANNELS,
  type MessageChannel,
} from './notifications/channels.ts';
export { composeMessage } from './notifications/messages.ts';
export type { ShownWaiting } from './notifications/waiting.ts';
export {
  createEvidenceOperator,
  createSealingOperator,
  type EvidenceOperator,
  type SealingOperator,
} from './operator.ts';
export {
  DEFAULT_PAGE_SIZE,
  MAX_OFFSET,
  MAX_PAGE_SIZE,
  type Page,
  type PageQuery,
  readPage,
  selectPage,
} from './page.ts';
export {
  ERASURE_KINDS,
  ERASURE_OUTCOMES,
  type ErasedItem,
  erasePerson,
  STAY_REASONS,
} from './people/erase-person.ts';
export { type PersonRecord, readPersonRecords } from './people/export-person.ts';
export {
  formatOrganisationNumber,
  type MaskedPersonalNumber,
  maskPersonalNumber,
  parseOrganisationNumber,
  parsePersonalNumber,
} from './personal-data.ts';
export type { ModelProvider, ModelQuestion } from './ports/assistant.ts';
export {
  BlobMissing,
  type BlobStore,
  BlobTooLarge,
  type ByteRange,
  type StoredBlob,
  type VirusScanner,
} from './ports/blob-store.ts';
export type {
  AuditStore,
  Database,
  DocumentFilters,
  DocumentStore,
  EnqueueOptions,
  FileStore,
  JobStore,
  KeptProofReads,
  KeptProofStore,
  ProofStore,
  ReadStores,
  SavedStore,
  SessionStore,
  Stores,
  UnstartedVisitors,
  WebhookStore,
} from './ports/database.ts';
export {
  ELECTRONIC_ID_DEVICES,
  ELECTRONIC_ID_MESSAGES,
  type ElectronicIdDevice,
  type ElectronicIdInput,
  type ElectronicIdMessage,
  type ElectronicIdOrder,
  type ElectronicIdOutcome,
  type ElectronicIdPrompt,
  type ElectronicIdProvider,
  ElectronicIdRefused,
  type ElectronicIdRequest,
  ElectronicIdUnavailable,
  type VerifiedIdentity,
} from './ports/electronic-id.ts';
export {
  type DocumentPictures,
  type HostedScanAnswer,
  type HostedScanner,
  type IdScanner,
  isHosted,
  type PictureScanner,
  SCAN_REFUSALS,
  type ScanAnswer,
  type ScanConditions,
  type ScannedIdentity,
  type ScannedImages,
  ScannerBusy,
  type ScanRefusal,
  type ScanRequest,
  type ScanSide,
} from './ports/id-scanner.ts';
export {
  AttachmentTooLarge,
  type DeliveryReport,
  type MessageKind,
  type MessageParamsOf,
  MessageRejected,
  type MessageWriter,
  type Notifier,
  type OutboxMessage,
  type OutboxReader,
  type OutgoingMessage,
  type WrittenMessage,
} from './ports/messages.ts';
export {
  CHANGE_KINDS,
  type LaterChange,
  type LaterChangeCode,
  type PdfToolkit,
  type SignatureProblem,
  type SignatureProblemCode,
} from './ports/pdf-toolkit.ts';
export {
  type Checkout,
  COMPANY_ROLES,
  type Company,
  type CompanyPerson,
  type CompanyRegister,
  CompanyRegisterUnavailable,
  type CompanyRole,
  type FaceCheckFailure,
  type FaceCheckProvider,
  type FaceCheckRequest,
  type FaceCheckResult,
  type PaymentAmounts,
  type PaymentOrder,
  type PaymentProvider,
  type WebhookSender,
} from './ports/providers.ts';
export type { AccountRemoval } from './ports/removal.ts';
export type { ComplianceAnswers } from './proofs/company.ts';
export { type PhoneView, phoneView } from './proofs/hand-over.ts';
export {
  type CheckView,
  type KeptProof,
  type KeptProofFacts,
  PROOF_KIND_NAMES,
  type Proof,
  type ProofDetails,
  type ProofFacts,
  type ProofKind,
  type ProofView,
  proofView,
} from './proofs/proof.ts';
export { type DifferingName, listSignatureWarnings } from './proofs/same-name.ts';
export type { PublicLinkView } from './public-links/links.ts';
export { suggestContacts } from './public-links/share-public-link.ts';
export { type VisitorDetails, type VisitorView, visitorView } from './public-links/visit.ts';
export { createRemovalOperator, type RemovalOperator } from './remove-account.ts';
export type { RevisionCondition } from './saved/find-saved.ts';
export {
  DRAFT_STATUSES,
  type Draft,
  type DraftStatus,
  decodeSaved,
  encodeSaved,
  neededFile,
  PUBLIC_LINK_STATUSES,
  type PublicLink,
  publicLinkStatus,
  type SavedKind,
  type SavedState,
  type SavedStateOf,
  storedLinkConfiguration,
  type Template,
} from './saved/saved-records.ts';
export { type TextMatches, textMatches, textSearch } from './saved/text-matches.ts';
export { explainIssues } from './schema-problems.ts';
export type { Visitor } from './sessions/find-session.ts';
export type { SigningSession } from './sessions/session.ts';
export { DEFAULT_SETTINGS, type SigningSettings } from './settings.ts';
export { storedDocument, storedEvent, storedKeptProof, storedView } from './stored-state/stored-records.ts';
export type { TemplateView } from './templates/templates.ts';
export type {
  FileVerification,
  SealedOrigin,
  VerifiedSignee,
  VerifiedTrail,
} from './verification/file-verification.ts';
export {
  EVENT_TYPES,
  type EventType,
  isSigneeEvent,
  RETRY_DELAYS_SECONDS,
  TEST_EVENT_TYPE,
  type Webhook,
  type WebhookDelivery,
  type WebhookEvent,
} from './webhooks/webhook.ts';
export type { CreateWebhookCommand } from './webhooks/webhooks.ts';
