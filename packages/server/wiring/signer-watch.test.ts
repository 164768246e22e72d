import type { DigestToSign } from '@countersign/seal';
import { expect, it } from 'vitest';
import { watchSigners } from './certificate-watch.ts';

const REQUEST: DigestToSign = {
  digest: new Uint8Array(32),
  algorithm: { scheme: 'ECDSA', digest: 'sha256' },
};

it('tells of a signer from when it failed until it signs again, of no other, and not where it is', async () => {
  let isDown = true;
  const signature = Uint8Array.of(1);
  const sign = async () => {
    if (isDown) throw new Error('no session with 10.0.0.7');
    return signature;
  };
  const watch = watchSigners([
    { name: 'HSM 1', signDigest: sign },
    { name: 'HSM 2', signDigest: async () => signature },
  ]);
  const [first, second] = watch.keys;
  expect(watch.warnings()).toEqual([]);
  await expect(first?.signDigest(REQUEST)).rejects.toThrow('no session');
  expect(await second?.signDigest(REQUEST)).toBe(signature);
  expect(watch.warnings()).toEqual([
    { code: 'seal_signer_failed', message: expect.stringMatching(/^Signer 1 of 2 failed/) },
  ]);
  expect(JSON.stringify(watch.warnings())).not.toMatch(/HSM|10\.0\.0\.7/);
  isDown = false;
  expect(await first?.signDigest(REQUEST)).toBe(signature);
  expect(watch.warnings()).toEqual([]);
});
