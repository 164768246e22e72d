export { isSystemError } from '@countersign/toolkit/errors';
export type * from './blob-store.ts';
export { BlobMissing, BlobsUnavailable, BlobTooLarge } from './blob-store.ts';
export type * from './company-register.ts';
export { COMPANY_ROLES, CompanyRegisterUnavailable } from './company-register.ts';
export type * from './database.ts';
export { DatabaseUnavailable } from './database.ts';
export type * from './electronic-id.ts';
export {
  ELECTRONIC_ID_DEVICES,
  ELECTRONIC_ID_MESSAGES,
  ElectronicIdRefused,
  ElectronicIdUnavailable,
} from './electronic-id.ts';
export type * from './face-check.ts';
export type * from './id-scanner.ts';
export { SCAN_REFUSALS, ScannerBusy } from './id-scanner.ts';
export type * from './idempotency-store.ts';
export type * from './message-writer.ts';
export type * from './notifier.ts';
export { DELIVERY_FAILURES, MESSAGE_CHANNELS, MessageRejected } from './notifier.ts';
export type * from './pdf-toolkit.ts';
export type * from './rate-counter.ts';
export type * from './sealing-log.ts';
export type * from './webhook-sender.ts';
