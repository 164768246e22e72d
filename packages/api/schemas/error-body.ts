import { z } from 'zod';
import { ERROR_CODES } from '../errors/error-table.ts';

/** `code` is the HTTP status [7-01]; `errorCode` is the same in every language [D4-06]. */
export const errorBody = z.object({
  success: z.literal(false),
  message: z.string(),
  code: z.int(),
  errorCode: z.enum(ERROR_CODES),
  details: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
});

/** RFC 6749 5.2 and RFC 6750 3.1, with the members of every error. */
export const oauthErrorBody = errorBody.extend({ error: z.string(), error_description: z.string() });
