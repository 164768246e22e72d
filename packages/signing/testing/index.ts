export { MAX_SESSIONS_OF_LINK } from '../sessions/session.ts';
export { type BlobStoreHarness, blobStoreContract } from './blob-store.contract.ts';
export {
  buildAuditEntry,
  buildDelivery,
  buildDocument,
  buildEvent,
  buildFile,
  buildInkSignature,
  buildSignee,
  buildWebhook,
} from './builders.ts';
export { type CompanyRegisterHarness, companyRegisterContract } from './company-register.contract.ts';
export { copyVisits } from './copy-visits.ts';
export { type DatabaseHarness, databaseContract } from './database.contract.ts';
export {
  buildElectronicIdRequest,
  type ElectronicIdHarness,
  type ElectronicIdPerson,
  electronicIdContract,
  TEST_PERSON,
} from './electronic-id.contract.ts';
export { encodePng } from './encode-png.ts';
export { type FaceCheckHarness, faceCheckContract } from './face-check.contract.ts';
export { fakePdf, textField } from './fake-toolkit.ts';
export { type IdScanHarness, idScanContract, type ScannedDocumentKind } from './id-scan.contract.ts';
export { idempotencyStoreContract } from './idempotency-store.contract.ts';
export { createIdempotencyStoreMemory } from './idempotency-store-memory.ts';
export { MemoryBlobs } from './memory-blobs.ts';
export { type EnqueuedJob, MemoryDatabase } from './memory-database.ts';
export { type NotifierHarness, notifierContract } from './notifier.contract.ts';
export { type PdfToolkitHarness, pdfToolkitContract } from './pdf-toolkit.contract.ts';
export { rateCounterContract } from './rate-counter.contract.ts';
export { smallPdf } from './small-pdf.ts';
export { TEST_COMPANIES } from './test-companies.ts';
export { type WebhookSenderHarness, webhookSenderContract } from './webhook-sender.contract.ts';
export { signeeInput, typedSignature, Workbench } from './workbench.ts';
