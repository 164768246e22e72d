import { openCscSigner, SealError, sendOverHttp } from '@countersign/seal';
import type { SignerSource } from '../signer.ts';
import { UsageError } from './output.ts';

/** Comma-separated addresses of the API of the Cloud Signature Consortium. */
export async function openRemoteSigner(text: string): Promise<SignerSource> {
  const { SEAL_REMOTE_CREDENTIAL: credentialId, SEAL_REMOTE_TOKEN: token } = process.env;
  if (!credentialId) throw new UsageError('SEAL_REMOTE_URLS requires SEAL_REMOTE_CREDENTIAL');
  const urls = text.split(/[\s,]+/).filter((url) => url !== '');
  if (!urls.every((url) => /^https?:$/.test(URL.parse(url)?.protocol ?? '')))
    throw new UsageError('SEAL_REMOTE_URLS must be http or https addresses');
  const addresses = urls.map((url) => ({ url, credentialId, send: sendOverHttp, ...(token && { token }) }));
  try {
    return { kind: 'remote', ...(await openCscSigner(addresses)) };
  } catch (error) {
    if (error instanceof SealError) throw new UsageError(`SEAL_REMOTE_URLS: ${error.message}`);
    throw error;
  }
}
