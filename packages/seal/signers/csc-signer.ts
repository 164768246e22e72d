import { findDigestId, pssParameters } from '../cms/algorithms.ts';
import { RemoteKeyError, SealError } from '../errors.ts';
import { MAX_SIGNER_RESPONSE_BYTES, REQUEST_TIMEOUT_MS } from '../limits.ts';
import { describeNetworkError, type SendRequest } from '../network.ts';
import { chooseAlgorithm, type RemoteSignerOptions, readSignerFault } from './remote-signer.ts';
import { orderChain, readCertificate } from './signature-algorithm.ts';
import type { DigestToSign, RemoteKey, SignerFailure } from './signer.ts';

/** A credential behind the API of the Cloud Signature Consortium, version 2. */
export interface CscAddress {
  /** The address up to and including the version: `https://signer.example/csc/v2`. */
  readonly url: string;
  readonly credentialId: string;
  /**
   * Bearer token (RFC 6750) of scope `credential`. Authorisation by PIN, one-time password or consent is not
   * supported.
   */
  readonly token?: string | undefined;
  readonly send: SendRequest;
}

/** Signs with `signatures/signHash` (CSC API 2.0, 11.10). `signAlgo` is one of the credential's. */
function createCscKey(address: CscAddress, signAlgo: string): RemoteKey {
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

/** Formats the address without credentials and query. */
function formatCscUrl({ url }: CscAddress): string {
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

const MAX_DESCRIPTION = 200;

/** Rejects with a {@link RemoteKeyError} or a network error. */
async function callCsc(
  { url, token, send }: CscAddress,
  method: string,
  body: object,
): Promise<Readonly<Record<string, unknown>>> {
  const answer = await send({
    url: `${url.replace(/\/+$/, '')}/${method}`,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    body: new Uint8Array(Buffer.from(JSON.stringify(body))),
    timeoutMs: REQUEST_TIMEOUT_MS,
    maxBytes: MAX_SIGNER_RESPONSE_BYTES,
  });
  const content = readObject(answer.body);
  if (answer.status !== 200) throw describeRefusal(answer.status, content);
  if (!content) throw new RemoteKeyError('not_readable', 'The response is not a JSON object');
  return content;
}

function readObject(body: Uint8Array): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(body).toString('utf8'));
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

/** 429 and server errors may be temporary. */
function describeRefusal(status: number, content: Readonly<Record<string, unknown>> = {}): RemoteKeyError {
  const reason = status >= 400 && status < 500 && status !== 429 ? 'refused' : 'http_status';
  const parts = [content.error, content.error_description].filter((part) => typeof part === 'string');
  const words = parts
    .join(', ')
    .replaceAll(/[^\P{C}]/gu, ' ')
    .slice(0, MAX_DESCRIPTION);
  return new RemoteKeyError(
    reason,
    `The signer responded with HTTP status ${status}${words && `: ${words}`}`,
  );
}

export interface OpenedCscSigner extends Required<RemoteSignerOptions> {
  /** The failed requests for the certificates, in order. */
  readonly failures: readonly SignerFailure[];
}

/**
 * Reads a credential from the first address that responds (`credentials/info`). All must have the same key.
 * Pass the result to `createRemoteSigner`. Throws `signature_unavailable` if none responds,
 * `certificate_unusable` if the credential cannot seal.
 */
export async function openCscSigner(addresses: readonly CscAddress[]): Promise<OpenedCscSigner> {
  const failures: SignerFailure[] = [];
  for (const address of addresses) {
    const answer = await readCredential(address, failures);
    if (answer) return { ...describeCredential(answer, addresses), failures };
  }
  const details = failures.map(({ authority, message }) => `${authority}: ${message}`).join('; ');
  const reason = failures.at(-1)?.reason ?? 'no_key';
  const message = `No signer returned the certificates of the credential. ${details || 'None is configured'}`;
  throw new SealError('signature_unavailable', message, { signers: addresses.length, reason });
}

type Answer = Readonly<Record<string, unknown>>;

async function readCredential(address: CscAddress, failures: SignerFailure[]): Promise<Answer | undefined> {
  try {
    const request = {
      credentialID: address.credentialId,
      certificates: 'chain',
      certInfo: false,
      authInfo: false,
    };
    return await callCsc(address, 'credentials/info', request);
  } catch (error) {
    const message = describeNetworkError(error);
    failures.push({ authority: formatCscUrl(address), reason: readSignerFault(error), message });
    return undefined;
  }
}

function describeCredential(answer: Answer, addresses: readonly CscAddress[]): Required<RemoteSignerOptions> {
  const [key, cert] = [readMember(answer.key), readMember(answer.cert)];
  requireStatus('key', key.status, 'enabled');
  requireStatus('certificate', cert.status, 'valid');
  const certificates = listTexts(cert.certificates).map((text) =>
    readCertificate(Buffer.from(text, 'base64')),
  );
  const leaf = certificates[0] ?? readCertificate(undefined);
  const { algorithm, signAlgo } = chooseAlgorithm(leaf, listTexts(key.algo));
  return {
    certificateChain: orderChain(leaf, certificates).map(({ raw }) => new Uint8Array(raw)),
    algorithm,
    keys: addresses.map((address) => createCscKey(address, signAlgo)),
  };
}

function requireStatus(what: string, status: unknown, wanted: string): void {
  if (status === undefined || status === wanted) return;
  const message = `The signer says that the ${what} of the credential is not ${wanted} but ${String(status)}`;
  throw new SealError('certificate_unusable', message, { reason: 'disabled' });
}

function readMember(value: unknown): Answer {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function listTexts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}
