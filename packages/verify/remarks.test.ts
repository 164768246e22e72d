import { checkCms } from '@countersign/seal/checks';
import { feed, makeCms, PADES, signBodies, signedPage, UNSIGNED } from '@countersign/seal/testing';
import { describe, expect, it } from 'vitest';
import { verifyFile } from './verify-signatures.ts';

/** The certificate is made for this run. */
async function verifySignedAt(date: string) {
  const value = UNSIGNED.replace('/Type/Sig', `/Type/Sig/M(D:${date}Z)`);
  const text = await signBodies({ ...signedPage(), 21: value });
  const { state, signatures } = verifyFile(Buffer.from(text, 'latin1'));
  return { state, remarks: signatures.map(({ remarks }) => remarks.map(({ code }) => code)) };
}

describe('[D12-08] a signature', () => {
  it('of now has no remarks', async () => {
    const now = new Date().toISOString().replaceAll(/[-:T]|\..*/g, '');
    expect(await verifySignedAt(now)).toEqual({ state: 'intact', remarks: [[]] });
  });

  it('before its certificate is intact, with a remark', async () => {
    const remarks = [['certificate_not_yet_valid']];
    expect(await verifySignedAt('20010203040506')).toEqual({ state: 'intact', remarks });
  });

  it('of the future, after its certificate, is intact with remarks', async () => {
    const remarks = [['certificate_expired', 'signing_time_in_future']];
    expect(await verifySignedAt('20990203040506')).toEqual({ state: 'intact', remarks });
  });

  it('in BER of indefinite length is valid, with a remark', async () => {
    const { cms } = await makeCms('rsa-2048');
    expect(remarksOf(toIndefinite(cms))).toEqual([[], ['not_der']]);
  });

  it('in BER whose lengths are too long is not valid', async () => {
    const { cms } = await makeCms('rsa-2048');
    const longer = Buffer.concat([Uint8Array.of(0x30, 0x83, 0), cms.subarray(2)]);
    expect(remarksOf(longer)).toEqual([['cms_not_der'], []]);
  });
});

function remarksOf(cms: Uint8Array) {
  const { problems, remarks } = checkCms(cms, feed, PADES);
  return [problems, remarks].map((found) => found.map(({ code }) => code));
}

/** ContentInfo and its content, as Bouncy Castle writes them. */
function toIndefinite(cms: Uint8Array): Uint8Array {
  const type = cms.subarray(4, 15);
  const signedData = cms.subarray(19);
  const [open, close] = [Uint8Array.of(0xa0, 0x80), Buffer.alloc(4)];
  return Buffer.concat([Uint8Array.of(0x30, 0x80), type, open, signedData, close]);
}
