export {
  ToolkitError,
  type ToolkitErrorCode,
  type ToolkitErrorParams,
  UnforeseenTaskError,
} from './errors.ts';
export { type InlineOptions, inlineToolkit } from './inline.ts';
export type {
  BoxCheck,
  BoxRequest,
  CallOptions,
  CompleteReport,
  CompleteRequest,
  DisplayedBox,
  FieldType,
  FieldValue,
  FormField,
  InkStamp,
  MergeReport,
  PageSize,
  PdfInput,
  PdfToolkit,
  PlacedBox,
  PrepareReport,
  PrepareRequest,
  ReadonlyMode,
  SealRequest,
  SignatureReport,
  StripReport,
  UploadReport,
} from './pdf-toolkit.ts';
export { createToolkitPool, type ToolkitPoolOptions } from './pool.ts';
export type { SignerSource } from './signer-source.ts';
export type { TaskPoolLimits } from './task-pool.ts';
