import type { SignatureReport } from '@countersign/toolkit';

/** What is wrong with a signature. Codes are stable; i18n has the sentences. */
export type SignatureProblem = SignatureReport['problems'][number];
export type SignatureProblemCode = SignatureProblem['code'];

/** A change after a signature. */
export type LaterChange = SignatureReport['changes'][number];
export type LaterChangeCode = LaterChange['code'];

/** How much changed after a signature; each level includes those before. */
export const CHANGE_KINDS = [
  'none',
  'validation_data',
  'signature',
  'form_filling',
  'annotations',
  'other',
] as const satisfies readonly SignatureReport['laterChanges'][];
