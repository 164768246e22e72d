export type {
  DisplayedBox,
  FieldType,
  FieldValue,
  FormField,
  FormWarning,
  GivenValue,
  ReadonlyMode,
} from '@countersign/forms';
export type { FontSource } from '@countersign/pdf';
export type {
  IdentityStamp,
  InkStamp,
  NewPageHeading,
  PadesLevel,
  ScanStamp,
  ServerFailure,
  SignatureStripReport,
  Stamp,
} from '@countersign/seal';
export type { SignatureReport, VerificationReport } from '@countersign/verify';
export {
  ToolkitError,
  type ToolkitErrorCode,
  type ToolkitErrorParams,
  UnforeseenTaskError,
} from './errors.ts';
export { type InlineOptions, inlineToolkit } from './inline.ts';
export type {
  AdmissionReport,
  AttachedFile,
  BoxCheck,
  BoxRequest,
  CallOptions,
  CleanedAttachment,
  CompleteReport,
  CompleteRequest,
  ConformanceReport,
  CopyArgs,
  DocumentRequest,
  EvidenceReport,
  EvidenceRequest,
  EvidenceRow,
  FileReport,
  MergeArgs,
  MergeReport,
  PageSize,
  PdfInput,
  PlacedBox,
  PrepareReport,
  PrepareRequest,
  ReadArgs,
  RehearsalReport,
  RequestCheck,
  RequestFault,
  RewriteReport,
  SealOutcome,
  SealReport,
  SealRequest,
  SigningRequest,
  StripArgs,
  StripReport,
  UploadReport,
  Urgency,
  ValueCheck,
  WriteArgs,
} from './requests.ts';
export type { ChangingSource, KeySource, PadesSettings, SignerSource } from './signer.ts';
export type { PdfToolkit } from './toolkit.ts';
