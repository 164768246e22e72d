import type { OnfidoOptions } from '@countersign/adapters/face-check';
import { z } from 'zod';
import { StartError } from './errors.ts';
import { providerUrl } from './provider-url.ts';

export type FaceCheckSettings =
  | ({ readonly provider: 'onfido' } & OnfidoOptions)
  | { readonly provider: 'sandbox' };

export const FACE_CHECK_SETTINGS = {
  FACE_CHECK_PROVIDER: z.enum(['onfido', 'sandbox']).optional(),
  FACE_CHECK_MIN_SCORE: z.coerce.number().min(0.5).max(1).default(0.8),
  ONFIDO_API: providerUrl.optional(),
  ONFIDO_TOKEN: z.string().optional(),
  ONFIDO_WORKFLOW_ID: z.string().optional(),
  ONFIDO_WEBHOOK_TOKEN: z.string().optional(),
};

type Settings = z.output<z.ZodObject<typeof FACE_CHECK_SETTINGS>>;

/** Throws `setting_invalid` naming a setting that is missing. */
export function readFaceCheckSettings(settings: Settings): FaceCheckSettings | undefined {
  if (settings.FACE_CHECK_PROVIDER === undefined) return undefined;
  if (settings.FACE_CHECK_PROVIDER === 'sandbox') return { provider: 'sandbox' };
  return {
    provider: 'onfido',
    token: required(settings, 'ONFIDO_TOKEN'),
    workflowId: required(settings, 'ONFIDO_WORKFLOW_ID'),
    webhookToken: required(settings, 'ONFIDO_WEBHOOK_TOKEN'),
    minScore: settings.FACE_CHECK_MIN_SCORE,
    api: settings.ONFIDO_API?.replace(/\/+$/, ''),
  };
}

function required(
  settings: Settings,
  name: 'ONFIDO_TOKEN' | 'ONFIDO_WORKFLOW_ID' | 'ONFIDO_WEBHOOK_TOKEN',
): string {
  const value = settings[name];
  if (value === undefined)
    throw new StartError('setting_invalid', `${name}: required if FACE_CHECK_PROVIDER is onfido`);
  return value;
}
