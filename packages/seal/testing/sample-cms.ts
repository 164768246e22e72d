import { createHash, sign } from 'node:crypto';
import { buildCms } from '../cms/build-cms.ts';
import { checkCms } from '../cms/check-cms.ts';
import { createDevelopmentSigner, type DevelopmentKey } from '../signers/development-signer.ts';
import { signatureOptions } from '../signers/signature-algorithm.ts';
import type { Signer } from '../signers/signer.ts';

export const CONTENT = Buffer.from('what is signed');
export const PADES = { requireSigningCertificate: true, requireDer: true };
/** RSA 2048, at the end of the CMS. */
export const PSS_SIGNATURE_BYTES = 256;

const PSS = { scheme: 'RSASSA-PSS', digest: 'sha256' } as const;

export const feed = (sink: { update(chunk: Uint8Array): unknown }) => sink.update(CONTENT);

export function isIntact(cms: Uint8Array): boolean {
  return checkCms(cms, feed, PADES).problems.length === 0;
}

export async function makeCms(key: DevelopmentKey) {
  const signer = await createDevelopmentSigner({ key });
  return { signer, cms: await buildOver(signer) };
}

export async function makePssCms(): Promise<Uint8Array> {
  const signer = await createDevelopmentSigner({ key: 'rsa-2048' });
  const key = { key: signer.pem, ...signatureOptions(PSS) };
  return buildOver({ ...signer, algorithm: PSS, sign: async (bytes) => sign('sha256', bytes, key) });
}

function buildOver(signer: Signer): Promise<Uint8Array> {
  return buildCms(createHash('sha256').update(CONTENT).digest(), signer);
}
