import { SigningError, type SigningErrorCode } from '@countersign/signing';
import { uuid } from '../schemas/text.ts';

/** An id in a path that is no UUID names nothing: the same answer as for an unknown one. */
export function requireUuid(value: string, code: SigningErrorCode): string {
  if (uuid.safeParse(value).success) return value.toLowerCase();
  throw new SigningError(code);
}
