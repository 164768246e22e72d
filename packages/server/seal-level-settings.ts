import { PADES_LEVELS } from '@countersign/seal/levels';
import type { PadesSettings } from '@countersign/toolkit';
import { z } from 'zod';
import { StartError } from './errors.ts';

export const SEAL_LEVEL_SETTINGS = {
  SEAL_TIMESTAMP_URLS: z.string().default('').transform(parseAddresses),
  SEAL_LEVEL: z.enum(PADES_LEVELS).optional(),
  SEAL_LEVEL_DEMAND: z.enum(['required', 'preferred']).default('preferred'),
};

/** Authorities imply a level with timestamps. */
export function readPades(
  settings: z.output<z.ZodObject<typeof SEAL_LEVEL_SETTINGS>>,
): PadesSettings | undefined {
  const { SEAL_TIMESTAMP_URLS: urls, SEAL_LEVEL_DEMAND: demand } = settings;
  const level = settings.SEAL_LEVEL ?? (urls.length > 0 ? 'B-T' : 'B-B');
  if (level === 'B-B') return undefined;
  if (urls.length === 0)
    throw new StartError('setting_invalid', `SEAL_TIMESTAMP_URLS: required if SEAL_LEVEL is ${level}`);
  return { level, demand, authorities: urls.map((url) => ({ url })) };
}

function parseAddresses(text: string, context: z.RefinementCtx): readonly string[] {
  const urls = text.split(/[\s,]+/).filter((url) => url !== '');
  const wrong = urls.findIndex((url) => !/^https?:$/.test(URL.parse(url)?.protocol ?? ''));
  // The address may contain a password.
  if (wrong >= 0)
    context.addIssue({ code: 'custom', message: `address ${wrong + 1} is not an http or https address` });
  return urls;
}
