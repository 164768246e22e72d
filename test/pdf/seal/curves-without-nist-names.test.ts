import { createHash, sign } from 'node:crypto';
import { openPdf } from '@countersign/pdf';
import * as asn1js from 'asn1js';
import { AlgorithmIdentifier, ContentInfo, SignedData } from 'pkijs';
import { describe, expect, it } from 'vitest';
import { buildCms } from '../../../packages/seal/cms/build-cms.ts';
import { checkCms } from '../../../packages/seal/cms/check-cms.ts';
import { sealPdf } from '../../../packages/seal/sign/seal-pdf.ts';
import { strip } from '../../../packages/seal/strip/strip.ts';
import { createSamplePdf } from '../../../packages/seal/testing/sample-pdf.ts';
import { createCurveSigner } from '../../../packages/seal/testing/test-certificate.ts';
import { verifySignatures } from '../../../packages/verify/verify-signatures.ts';

/** Used by German qualified signatures; `toLegacyObject()` of Node 24 aborts for them. */
const CURVES = ['brainpoolP256r1', 'brainpoolP512t1', 'secp256k1', 'secp112r1', 'sect283k1'] as const;

async function seal(curve: string, paramEncoding: 'named' | 'explicit'): Promise<Uint8Array> {
  const signer = createCurveSigner(curve, paramEncoding);
  const options = { reason: 'Test', name: 'Test', signedAt: new Date(), placeholderBytes: 8192 };
  return (await sealPdf(openPdf(await createSamplePdf()), signer, options)).toBytes();
}

describe.each(['named', 'explicit'] as const)(
  'a seal with a key on a curve with %s parameters',
  (encoding) => {
    it.each(CURVES)('is valid on %s, and strip reports the signer', async (curve) => {
      const sealed = await seal(curve, encoding);
      const [signature] = verifySignatures(sealed);
      expect(signature).toMatchObject({ valid: true, problems: [], signerName: `Holder of ${curve}` });
      const { signatures } = strip(openPdf(sealed));
      expect(signatures).toEqual([expect.objectContaining({ signerName: `Holder of ${curve}` })]);
    });

    it('is invalid after the page was changed', async () => {
      const sealed = Buffer.from(await seal('brainpoolP256r1', encoding));
      const at = sealed.indexOf('/MediaBox');
      sealed.write('/MediaBux', at, 'latin1');
      expect(verifySignatures(sealed)[0]).toMatchObject({
        valid: false,
        problems: [{ code: 'content_changed' }],
      });
    });
  },
);

const CONTENT = Buffer.from('what is signed');
const POLICY = { requireSigningCertificate: true, requireDer: true };
const feed = (sink: { update(chunk: Uint8Array): unknown }) => sink.update(CONTENT);
const PLAIN_ECDSA_SHA256 = '0.4.0.127.0.7.1.1.4.1.3';
const BRAINPOOL_P256R1 = '1.3.36.3.3.2.8.1.1.7';

/** Converts the signature to plain ECDSA. Its identifier is not signed. */
async function makePlain(parameters?: string): Promise<Uint8Array> {
  const signer = createCurveSigner('brainpoolP256r1');
  const plain = {
    ...signer,
    sign: async (bytes: Uint8Array) =>
      sign('sha256', bytes, { key: signer.privateKey, dsaEncoding: 'ieee-p1363' }),
  };
  const cms = await buildCms(createHash('sha256').update(CONTENT).digest(), plain);
  const signedData = new SignedData({ schema: ContentInfo.fromBER(new Uint8Array(cms)).content });
  const [signerInfo] = signedData.signerInfos;
  if (!signerInfo) throw new Error('The CMS has no signer');
  signerInfo.signatureAlgorithm = new AlgorithmIdentifier({
    algorithmId: PLAIN_ECDSA_SHA256,
    ...(parameters && { algorithmParams: new asn1js.ObjectIdentifier({ value: parameters }) }),
  });
  const content = signedData.toSchema(true);
  return new Uint8Array(
    new ContentInfo({ contentType: ContentInfo.SIGNED_DATA, content }).toSchema().toBER(),
  );
}

describe('a CMS with many certificates', () => {
  it('is refused beyond the limit, since each is checked against each', async () => {
    const signer = createCurveSigner('prime256v1');
    const others = Array.from({ length: 30 }, () => createCurveSigner('prime256v1').certificateChain).flat();
    const certificateChain = [...signer.certificateChain, ...others];
    const cms = await buildCms(createHash('sha256').update(CONTENT).digest(), {
      ...signer,
      certificateChain,
    });
    expect(checkCms(cms, feed, POLICY).problems).toMatchObject([
      { code: 'too_many_certificates', params: { count: 31, limit: 30 } },
    ]);
  });
});

describe('plain ECDSA (BSI TR-03111)', () => {
  it.each([undefined, BRAINPOOL_P256R1])('is valid with the parameters %s', async (parameters) => {
    const check = checkCms(await makePlain(parameters), feed, POLICY);
    expect(check.problems).toEqual([]);
  });

  it('is invalid if it names another curve than that of the key', async () => {
    const check = checkCms(await makePlain('1.3.132.0.10'), feed, POLICY);
    expect(check.problems).toMatchObject([{ code: 'algorithm_parameters' }]);
  });

  it('is invalid over other content', async () => {
    const other = (sink: { update(chunk: Uint8Array): unknown }) => sink.update(Buffer.from('other'));
    const check = checkCms(await makePlain(), other, POLICY);
    expect(check.problems).toMatchObject([{ code: 'content_changed' }]);
  });
});
