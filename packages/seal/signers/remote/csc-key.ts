import { pssParameters } from '../../cms/algorithm-identifiers.ts';
import { findDigestId } from '../../cms/object-identifiers.ts';
import { RemoteKeyError } from '../../errors.ts';
import type { SendRequest } from '../../network/send-request.ts';
import { callCsc } from './call-csc.ts';
import type { DigestToSign, RemoteKey } from './remote-key.ts';

/** A credential behind the API of the Cloud Signature Consortium, version 2. */
export interface CscAddress {
  /** Up to and including the version: `https://signer.example/csc/v2`. */
  readonly url: string;
  readonly credentialId: string;
  /**
   * Bearer token (RFC 6750) of scope `credential`. Authorisation by PIN, one-time password or consent is not
   * supported.
   */
  readonly token?: string;
  readonly send: SendRequest;
}

/** `signatures/signHash` (CSC API 2.0, 11.10). `signAlgo` is one of the credential's. */
export function createCscKey(address: CscAddress, signAlgo: string): RemoteKey {
  return {
    name: formatCscUrl(address),
    signDigest: async (request) => {
      const { signatures } = await callCsc(
        address,
        'signatures/signHash',
        describeHash(address, signAlgo, request),
      );
      const [signature] = Array.isArray(signatures) ? signatures : [];
      if (typeof signature !== 'string' || signature === '')
        throw new RemoteKeyError('not_readable', 'The response has no signature');
      return new Uint8Array(Buffer.from(signature, 'base64'));
    },
  };
}

/** Without credentials and query. */
export function formatCscUrl({ url }: CscAddress): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}

function describeHash({ credentialId }: CscAddress, signAlgo: string, { digest, algorithm }: DigestToSign) {
  const parameters = algorithm.scheme === 'RSASSA-PSS' && pssParameters(algorithm.digest).toSchema().toBER();
  return {
    credentialID: credentialId,
    hashes: [Buffer.from(digest).toString('base64')],
    hashAlgorithmOID: findDigestId(algorithm.digest),
    signAlgo,
    ...(parameters && { signAlgoParams: Buffer.from(parameters).toString('base64') }),
  };
}
