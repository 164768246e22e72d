import type { SignatureReport } from '@countersign/toolkit';

/** Codes are stable. */
export type SignatureProblem = SignatureReport['problems'][number];
export type SignatureProblemCode = SignatureProblem['code'];

export type LaterChange = SignatureReport['changes'][number];
export type LaterChangeCode = LaterChange['code'];

/** Each level includes those before. */
export const CHANGE_KINDS = [
  'none',
  'validation_data',
  'signature',
  'form_filling',
  'annotations',
  'other',
] as const satisfies readonly SignatureReport['laterChanges'][];
