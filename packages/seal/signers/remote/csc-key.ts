import { pssParameters } from '../../cms/algorithm-identifiers.ts';
import { findDigestId } from '../../cms/object-identifiers.ts';
import { RemoteKeyError } from '../../errors.ts';
import type { SendRequest } from '../../network/send-request.ts';
import { askCsc } from './ask-csc.ts';
import type { DigestToSign, RemoteKey } from './remote-key.ts';

/** Where a credential lies that the API of the Cloud Signature Consortium (version 2) gives the use of. */
export interface CscAddress {
  /** Up to and with the version, as in `https://signer.example/csc/v2`. */
  readonly url: string;
  readonly credentialId: string;
  /**
   * Bearer token (RFC 6750) that may use the credential, in the words of the API one of scope `credential`. The API's other
   * ways, by PIN, one-time password or the consent of a person, are none for a seal.
   */
  readonly token?: string;
  readonly send: SendRequest;
}

/** A key behind `signatures/signHash` (CSC API 2.0, 11.10). `signAlgo` is one of those that the credential names. */
export function createCscKey(address: CscAddress, signAlgo: string): RemoteKey {
  return {
    name: nameCscAddress(address),
    signDigest: async (request) => {
      const { signatures } = await askCsc(
        address,
        'signatures/signHash',
        describeHash(address, signAlgo, request),
      );
      const [signature] = Array.isArray(signatures) ? signatures : [];
      if (typeof signature !== 'string' || signature === '')
        throw new RemoteKeyError('not_readable', 'The answer holds no signature');
      return new Uint8Array(Buffer.from(signature, 'base64'));
    },
  };
}

/** The address as it may be told and logged: without name, password and query. */
export function nameCscAddress({ url }: CscAddress): string {
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
