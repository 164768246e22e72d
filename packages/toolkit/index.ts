export type { FontSource } from '@countersign/pdf';
export {
  ToolkitError,
  type ToolkitErrorCode,
  type ToolkitErrorParams,
  UnforeseenTaskError,
} from './errors.ts';
export type { Urgency } from './fair-queue.ts';
export { type InlineOptions, inlineToolkit } from './inline.ts';
export type { PadesSettings } from './pades-settings.ts';
export type {
  AdmissionReport,
  AttachedFile,
  BoxCheck,
  BoxRequest,
  CallOptions,
  CompleteReport,
  CompleteRequest,
  ConformanceReport,
  DisplayedBox,
  EvidenceReport,
  EvidenceRequest,
  EvidenceRow,
  FieldType,
  FieldValue,
  FileReport,
  FormField,
  GivenValue,
  IdentityStamp,
  InkStamp,
  MergeCallOptions,
  MergeReport,
  NewPageHeading,
  PadesLevel,
  PageSize,
  PdfInput,
  PdfToolkit,
  PlacedBox,
  PrepareReport,
  PrepareRequest,
  PreviewReport,
  ReadonlyMode,
  RehearsalReport,
  ScanStamp,
  SealOutcome,
  SealRequest,
  ServerFailure,
  SignatureReport,
  SignatureStripReport,
  Stamp,
  StripOptions,
  StripReport,
  UploadReport,
  VerificationReport,
} from './pdf-toolkit.ts';
export { createToolkitPool, type ToolkitPoolOptions } from './pool.ts';
export type { ChangingSource, SignerSource } from './signer-source.ts';
export type { Isolation, TaskPoolLimits } from './task-pool.ts';
