export { isEmailAddress, isPhoneNumber } from '@countersign/forms/attributes';
export { LANGUAGES, type Language, MAX_NAME_LENGTH } from '@countersign/identity';
export { SIGNATURE_FONTS, type SignatureFont } from '@countersign/seal/signature-fonts';
export type {
  AuditEntry,
  AuditSubject,
  AuditType,
  AuditValue,
  ChainedEntry,
  ChainHead,
  ChainLink,
} from './audit/audit-entry.ts';
export { checkAuditTrail, type TrailCheck } from './audit/check-audit-trail.ts';
export { type BrokenEntry, type ChainFault, findBrokenEntry } from './audit/find-broken-entry.ts';
export { chainEntry } from './audit/hash-entry.ts';
export { type AuditTrail, readAuditTrail, type TrailEntry } from './audit/read-audit-trail.ts';
export type { BoxPosition } from './configuration/boxes.ts';
export {
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
export { currencyDigits } from './configuration/currency.ts';
export { fieldValues } from './configuration/fields.ts';
export { automaticReminders, metadata } from './configuration/follow-up.ts';
export {
  MAX_PERSONAL_MESSAGE_LENGTH,
  MAX_SIGNEES,
} from './configuration/limits.ts';
export { SHARING_SETTINGS } from './configuration/sharing.ts';
export { SIGNATURE_PLACEMENTS, type SignaturePlacement } from './configuration/signee.ts';
export { emailAddress, line, phoneNumber, uuid } from './configuration/text.ts';
export { createSigning, type Signing } from './create-signing.ts';
export { contactUpdateCooldown, reminderCooldown } from './documents/contact-limits.ts';
export { type DifferingName, listSignatureWarnings } from './documents/differing-names.ts';
export type {
  DocumentState,
  DocumentStatus,
  DocumentSummary,
  Signee,
} from './documents/document.ts';
export { DOCUMENT_STATUSES } from './documents/document.ts';
export type {
  EvidenceEvent,
  EvidenceFacts,
  ProofEvidence,
  SigneeEvidence,
  TrailEvidence,
} from './documents/evidence.ts';
export { RECORD_FILE_NAME } from './documents/evidence.ts';
export type { NamedValue } from './documents/field-values.ts';
export { listLinkHashes } from './documents/find-by-link.ts';
export { findFollowUpDate } from './documents/follow-up-documents.ts';
export type { ListedDocument } from './documents/list-documents.ts';
export type { HistoryEntry } from './documents/list-events.ts';
export { type MaskedPersonalNumber, maskPersonalNumber } from './documents/mask-personal-number.ts';
export type { PreparedView } from './documents/prepared-view.ts';
export {
  DOCUMENT_GROUPS,
  type DocumentGroup,
  type DocumentProgress,
  type GroupCounts,
  progressOf,
} from './documents/progress.ts';
export type { Recipient } from './documents/recipient-links.ts';
export { hasExpired } from './documents/record-expiry.ts';
export { findExpiryDate } from './documents/retention.ts';
export { searchText } from './documents/search-text.ts';
export { documentSignatureLevel, signatureLevelOf } from './documents/signature-level.ts';
export { DRAFT_STATUSES, type Draft, type DraftStatus } from './drafts/draft.ts';
export type { ScratchFile } from './drafts/draft-file.ts';
export type { DraftView } from './drafts/save-draft.ts';
export {
  BUSY,
  FILE_FAULTS,
  PREPARING_FAULTS,
  PROOF_FAULTS,
  REQUIRED_FIELD_FAULTS,
  SIGNING_ERRORS,
  VALUE_FAULTS,
} from './error-table.ts';
export type { ErrorDetail, SigningErrorCode } from './errors.ts';
export { SIGNING_ERROR_CODES, SigningError } from './errors.ts';
export type { StoredFile } from './files/file.ts';
export { MERGE_COUNT } from './files/merge-files.ts';
export type { RemovalSummary } from './files/removal-summary.ts';
export { formatOrganisationNumber, parseOrganisationNumber } from './identification/organisation-number.ts';
export { parsePersonalNumber } from './identification/personal-number.ts';
export type { Job, JobName } from './jobs/job.ts';
export { JOBS } from './jobs/registry.ts';
export { SIGNATURE_LEVELS, type SignatureLevel } from './methods/define-method.ts';
export {
  SIGNATURE_METHODS,
  SIGNATURE_TYPES,
  type SignatureType,
} from './methods/methods.ts';
export {
  type Identification,
  type IdentityScan,
  INK_KINDS,
  type Ink,
  identificationOf,
} from './methods/parts.ts';
export type { Signature } from './methods/signature.ts';
export { composeMessage } from './notifications/compose-message.ts';
export { createEvidenceOperator, type EvidenceOperator } from './operator/kept-evidence.ts';
export { createSealingOperator, type SealingOperator } from './operator/reseal-documents.ts';
export {
  DEFAULT_PAGE_SIZE,
  MAX_OFFSET,
  MAX_PAGE_SIZE,
  type Page,
  type PageQuery,
  readPage,
  selectPage,
} from './page.ts';
export type { BlobStore, ByteRange, StoredBlob } from './ports/blob-store.ts';
export { BlobMissing, BlobTooLarge } from './ports/blob-store.ts';
export type { Company, CompanyPerson, CompanyRegister, CompanyRole } from './ports/company-register.ts';
export { COMPANY_ROLES, CompanyRegisterUnavailable } from './ports/company-register.ts';
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
export type {
  ElectronicIdDevice,
  ElectronicIdInput,
  ElectronicIdMessage,
  ElectronicIdOrder,
  ElectronicIdOutcome,
  ElectronicIdPrompt,
  ElectronicIdProvider,
  ElectronicIdRequest,
  VerifiedIdentity,
} from './ports/electronic-id.ts';
export {
  ELECTRONIC_ID_DEVICES,
  ELECTRONIC_ID_MESSAGES,
  ElectronicIdRefused,
  ElectronicIdUnavailable,
} from './ports/electronic-id.ts';
export type {
  FaceCheckFailure,
  FaceCheckProvider,
  FaceCheckRequest,
  FaceCheckResult,
} from './ports/face-check.ts';
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
export type { MessageKind, MessageParamsOf, MessageWriter, WrittenMessage } from './ports/message-writer.ts';
export type {
  DeliveryFailure,
  DeliveryReport,
  MessageChannel,
  Notifier,
  OutboxMessage,
  OutboxReader,
  OutgoingMessage,
} from './ports/notifier.ts';
export {
  AttachmentTooLarge,
  DELIVERY_FAILURES,
  MESSAGE_CHANNELS,
  MessageRejected,
} from './ports/notifier.ts';
export type { Checkout, PaymentAmounts, PaymentOrder, PaymentProvider } from './ports/payment-provider.ts';
export type * from './ports/pdf-toolkit.ts';
export type { SealingLog } from './ports/sealing-log.ts';
export {
  CHANGE_KINDS,
  type LaterChange,
  type LaterChangeCode,
  type SignatureProblem,
  type SignatureProblemCode,
} from './ports/signature-findings.ts';
export type { VirusScanner } from './ports/virus-scanner.ts';
export type { WebhookSender } from './ports/webhook-sender.ts';
export { invalid, type Problem, problem, refusal, refuseProblems } from './problems.ts';
export type { ComplianceAnswers } from './proofs/company.ts';
export type { ProofDetails } from './proofs/define-proof.ts';
export type { PhoneView } from './proofs/hand-over.ts';
export type { KeptProof, KeptProofFacts } from './proofs/kept-proof.ts';
export { PROOF_KINDS, type ProofKind } from './proofs/kinds.ts';
export { PROOF_STATUSES, type Proof, type ProofFacts } from './proofs/proof.ts';
export type { ProofView } from './proofs/proof-view.ts';
export type { CheckView } from './proofs/session-proofs.ts';
export type { VisitorDetails } from './public-links/begin-visit.ts';
export type { VisitorView } from './public-links/open-public-link.ts';
export {
  PUBLIC_LINK_STATUSES,
  type PublicLink,
  publicLinkStatus,
  storedLinkConfiguration,
} from './public-links/public-link.ts';
export type { PublicLinkView } from './public-links/save-public-link.ts';
export { suggestContacts } from './public-links/share-public-link.ts';
export { neededFile, type SavedState } from './saved/saved-configuration.ts';
export { decodeSaved, encodeSaved, type SavedKind, type SavedStateOf } from './saved/saved-kinds.ts';
export type { RevisionCondition } from './saved/visible.ts';
export { explainIssues } from './schema/schema-problems.ts';
export type { Visitor } from './sessions/find-session.ts';
export type { SigningSession } from './sessions/session.ts';
export type { SigningSettings } from './settings.ts';
export { DEFAULT_SETTINGS } from './settings.ts';
export type {
  AcceptedFile,
  CannotSignReason,
  ChangedContact,
  ContactChange,
  CreatedDocument,
  CreateWebhookCommand,
  DownloadableFile,
  InkInput,
  MergeFilesCommand,
  NotSentReminder,
  OtherBox,
  ReminderOutcome,
  SentReminder,
  SignCommand,
  SigningDeps,
  SigningView,
  UploadFileCommand,
  Warning,
} from './signing.ts';
export { CANNOT_SIGN_REASONS, SIGNATURE_STATUSES } from './signing.ts';
export { storedDocument } from './stored-state/stored-document.ts';
export { storedEvent } from './stored-state/stored-event.ts';
export { storedKeptProof } from './stored-state/stored-kept-proof.ts';
export { storedView } from './stored-state/stored-view.ts';
export type { TemplateView } from './templates/save-template.ts';
export type { Template } from './templates/template.ts';
export type {
  FileVerification,
  SealedOrigin,
  VerifiedSignee,
  VerifiedTrail,
} from './verification/file-verification.ts';
export { RETRY_DELAYS_SECONDS } from './webhooks/retry-schedule.ts';
export type { EventType, Webhook, WebhookDelivery, WebhookEvent } from './webhooks/webhook.ts';
export { EVENT_TYPES, isSigneeEvent, TEST_EVENT_TYPE } from './webhooks/webhook.ts';
