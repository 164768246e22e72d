import { createHash } from 'node:crypto';
import { checkOcsp, type IssuedCertificate } from '@countersign/seal/ocsp';

export type BankIdStatusFault =
  | 'status_missing'
  /** By its nonce. */
  | 'status_of_other_signature'
  | 'certificate_revoked'
  /** Not readable, or not about this certificate, by its responder, and current. */
  | 'status_not_valid';

/** SHA-1 at the start of the nonce; 12 random bytes follow. */
const HASH_BYTES = 20;
const NONCE_BYTES = 32;

/**
 * The OCSP response (RFC 6960) beside a signature has to be about the person's certificate, by its issuer or
 * that one's responder, current and `good`. Its nonce begins with the SHA-1 hash of the signature in base64.
 * Null if nothing is wrong.
 */
export async function findBankIdStatusFault(
  ocspResponse: string | null,
  signature: string,
  person: IssuedCertificate,
  now: Date,
): Promise<BankIdStatusFault | null> {
  if (ocspResponse === null) return 'status_missing';
  const checked = await checkOcsp(Buffer.from(ocspResponse, 'base64'), person, now);
  if ('reason' in checked) return checked.reason === 'revoked' ? 'certificate_revoked' : 'status_not_valid';
  const hash = createHash('sha1').update(signature, 'utf8').digest();
  const { nonce } = checked;
  const isOfSignature = nonce?.length === NONCE_BYTES && hash.equals(nonce.subarray(0, HASH_BYTES));
  return isOfSignature ? null : 'status_of_other_signature';
}
