import type { FaceCheckSettings } from '@countersign/adapters/face-check';
import { z } from 'zod';
import { StartError } from './errors.ts';
import { providerUrl } from './provider-url.ts';

export type { FaceCheckSettings };

export const FACE_CHECK_SETTINGS = {
  FACE_CHECK_PROVIDER: z.enum(['vendor', 'sandbox']).optional(),
  FACE_CHECK_NAME: z.string().min(1).max(50).default('Face check'),
  FACE_CHECK_URL: providerUrl.optional(),
  FACE_CHECK_TOKEN: z.string().optional(),
  FACE_CHECK_MIN_SCORE: z.coerce.number().min(0.5).max(1).default(0.8),
};

type Settings = z.output<z.ZodObject<typeof FACE_CHECK_SETTINGS>>;

/** Throws `setting_invalid` naming a setting that is missing. */
export function readFaceCheckSettings(settings: Settings): FaceCheckSettings | undefined {
  if (settings.FACE_CHECK_PROVIDER === undefined) return undefined;
  if (settings.FACE_CHECK_PROVIDER === 'sandbox') return { provider: 'sandbox' };
  return {
    provider: 'vendor',
    name: settings.FACE_CHECK_NAME,
    url: required(settings, 'FACE_CHECK_URL').replace(/\/+$/, ''),
    token: required(settings, 'FACE_CHECK_TOKEN'),
    minScore: settings.FACE_CHECK_MIN_SCORE,
  };
}

function required(settings: Settings, name: 'FACE_CHECK_URL' | 'FACE_CHECK_TOKEN'): string {
  const value = settings[name];
  if (value === undefined)
    throw new StartError('setting_invalid', `${name}: required if FACE_CHECK_PROVIDER is vendor`);
  return value;
}
