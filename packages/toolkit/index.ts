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
export type * from './pdf-toolkit.ts';
export { createToolkitPool, type ProcessorLimits, type ToolkitPoolOptions } from './pool.ts';
export type { ChangingSource, SignerSource } from './signer-source.ts';
export type { Isolation, TaskPoolLimits } from './task-pool.ts';
