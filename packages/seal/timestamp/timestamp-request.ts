import { randomBytes } from 'node:crypto';
import * as asn1js from 'asn1js';
import { AlgorithmIdentifier, MessageImprint, TimeStampReq } from 'pkijs';
import { ID_SHA256 } from '../cms/object-identifiers.ts';

/** RFC 3161 3.4. */
export const QUERY_TYPE = 'application/timestamp-query';
const NONCE_BYTES = 16;

/** `nonce`: DER contents of the INTEGER. */
export interface TimestampRequest {
  readonly bytes: Uint8Array;
  readonly nonce: Uint8Array;
}

/** SHA-256, asking for certificates (RFC 3161 2.4.1). */
export function createTimestampRequest(digest: Uint8Array): TimestampRequest {
  const nonce = createNonce();
  const request = new TimeStampReq({
    version: 1,
    messageImprint: new MessageImprint({
      // Some authorities require NULL, though RFC 5754 2 prefers none.
      hashAlgorithm: new AlgorithmIdentifier({ algorithmId: ID_SHA256, algorithmParams: new asn1js.Null() }),
      hashedMessage: new asn1js.OctetString({ valueHex: new Uint8Array(digest) }),
    }),
    nonce: new asn1js.Integer({ valueHex: new Uint8Array(nonce).buffer }),
    certReq: true,
  });
  return { bytes: new Uint8Array(request.toSchema().toBER()), nonce };
}

/** Positive without leading zeros: all authorities return it unchanged. */
function createNonce(): Uint8Array {
  const nonce = new Uint8Array(randomBytes(NONCE_BYTES));
  nonce[0] = ((nonce[0] ?? 0) & 0x7f) | 0x40;
  return nonce;
}
