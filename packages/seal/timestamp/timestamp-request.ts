import { randomBytes } from 'node:crypto';
import * as asn1js from 'asn1js';
import { AlgorithmIdentifier, MessageImprint, TimeStampReq } from 'pkijs';
import { ID_SHA256 } from '../cms/object-identifiers.ts';

/** Media type of a request (RFC 3161 3.4). */
export const QUERY_TYPE = 'application/timestamp-query';
const NONCE_BYTES = 16;

/** A request for a timestamp, and the nonce its answer must repeat (DER contents of the INTEGER). */
export interface TimestampRequest {
  readonly bytes: Uint8Array;
  readonly nonce: Uint8Array;
}

/** Asks for a timestamp of a SHA-256 digest, with the authority's certificates in it (RFC 3161 2.4.1). */
export function createTimestampRequest(digest: Uint8Array): TimestampRequest {
  const nonce = createNonce();
  const request = new TimeStampReq({
    version: 1,
    messageImprint: new MessageImprint({
      // With NULL: some authorities refuse the identifier without parameters, though RFC 5754 2 prefers it.
      hashAlgorithm: new AlgorithmIdentifier({ algorithmId: ID_SHA256, algorithmParams: new asn1js.Null() }),
      hashedMessage: new asn1js.OctetString({ valueHex: new Uint8Array(digest) }),
    }),
    nonce: new asn1js.Integer({ valueHex: new Uint8Array(nonce).buffer }),
    certReq: true,
  });
  return { bytes: new Uint8Array(request.toSchema().toBER()), nonce };
}

/** Positive and without a leading zero byte, so that every authority writes it back in the same way. */
function createNonce(): Uint8Array {
  const nonce = new Uint8Array(randomBytes(NONCE_BYTES));
  nonce[0] = ((nonce[0] ?? 0) & 0x7f) | 0x40;
  return nonce;
}
