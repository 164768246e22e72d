import { SIGNING_ERROR_CODES } from '@countersign/signing';
import { z } from 'zod';

/** `code` is the HTTP status [7-01]; `errorCode` does not change with the language [D4-06]. */
export const errorBody = z.object({
  success: z.literal(false),
  message: z.string(),
  code: z.int(),
  errorCode: z.enum(SIGNING_ERROR_CODES),
  details: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
});
