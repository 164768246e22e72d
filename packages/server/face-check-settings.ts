import type { OnfidoFaceCheckOptions } from '@countersign/adapters/onfido';
import { z } from 'zod';
import { type ONFIDO_SETTINGS, requireOnfido } from './onfido-settings.ts';

export type FaceCheckSettings =
  | ({ readonly provider: 'onfido' } & OnfidoFaceCheckOptions)
  | { readonly provider: 'sandbox' };

export const FACE_CHECK_SETTINGS = {
  FACE_CHECK_PROVIDER: z.enum(['onfido', 'sandbox']).optional(),
  FACE_CHECK_MIN_SCORE: z.coerce.number().min(0.5).max(1).default(0.8),
};

type Settings = z.output<z.ZodObject<typeof FACE_CHECK_SETTINGS & typeof ONFIDO_SETTINGS>>;

/** Throws `setting_invalid`. */
export function readFaceCheckSettings(settings: Settings): FaceCheckSettings | undefined {
  if (settings.FACE_CHECK_PROVIDER === undefined) return undefined;
  if (settings.FACE_CHECK_PROVIDER === 'sandbox') return { provider: 'sandbox' };
  return {
    provider: 'onfido',
    workflowId: requireOnfido(settings, 'ONFIDO_WORKFLOW_ID', 'FACE_CHECK_PROVIDER'),
    minScore: settings.FACE_CHECK_MIN_SCORE,
  };
}
