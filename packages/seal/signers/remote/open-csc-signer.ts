import { SealError } from '../../errors.ts';
import { describeNetworkError } from '../../network/network-error.ts';
import { orderChain, readCertificate } from '../read-certificate.ts';
import { callCsc } from './call-csc.ts';
import { chooseAlgorithm } from './choose-algorithm.ts';
import { type CscAddress, createCscKey, formatCscUrl } from './csc-key.ts';
import { readSignerFault } from './read-signer-fault.ts';
import type { SignerFailure } from './remote-key.ts';
import type { RemoteSignerOptions } from './remote-signer.ts';

export interface OpenedCscSigner extends Required<RemoteSignerOptions> {
  /** Failed requests for the certificates, in order. */
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
