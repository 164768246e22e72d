import { SIGNING_ERROR_CODES } from '@countersign/signing';
import { z } from 'zod';

/** decisions.md section 4. `code` is the HTTP status; `errorCode` never changes with the language. */
export const errorBody = z.object({
  success: z.literal(false),
  message: z.string(),
  code: z.int(),
  errorCode: z.enum(SIGNING_ERROR_CODES),
  details: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
});
