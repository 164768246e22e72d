import { createHash } from 'node:crypto';
import { checkOcsp, type IssuedCertificate } from '@countersign/seal/ocsp';

export type BankIdStatusFault =
  | 'status_missing'
  /** Of another signature: the response has another nonce, or none. */
  | 'status_of_other_signature'
  | 'certificate_revoked'
  /** Not readable, of another certificate, by another responder, or not current. */
  | 'status_not_valid';

/** Bytes of SHA-1 at the start of the nonce; 12 random ones follow. */
const HASH_BYTES = 20;
const NONCE_BYTES = 32;

/**
 * Checks the OCSP response (RFC 6960) beside a signature: about the certificate of the person, by the authority that
 * issued it or its responder, current, `good`, and asked for this signature. BankID: its nonce begins with the SHA-1 hash
 * of the signature in base64. Null if nothing is wrong.
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
