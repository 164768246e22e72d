import { LANGUAGES } from '@countersign/signing';
import { z } from 'zod';

export { uuid } from '@countersign/signing';

/** UTC with milliseconds. */
export const timestamp = z.iso.datetime();

export const errorLanguage = z
  .enum(LANGUAGES)
  .optional()
  .meta({ description: 'Language of error messages; without it Accept-Language, else English.' });
