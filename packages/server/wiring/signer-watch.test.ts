import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@countersign/base';
import type { DigestToSign } from '@countersign/seal';
import { createDevelopmentSigner } from '@countersign/seal/signers/development-signer';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { readConfig } from '../settings/config.ts';
import { watchSigners } from './certificate-watch.ts';
import { openSealSigner } from './seal-signer.ts';

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

it('keeps the key of SEAL_PEM in a file that only the service reads, and replaces it at the next start', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'countersign-seal-'));
  const path = join(dataDir, 'seal.pem');
  try {
    writeFileSync(path, 'the key of an earlier start', { mode: 0o644 });
    const { pem } = await createDevelopmentSigner();
    const config = readConfig({ DATA_DIR: dataDir, SEAL_PEM: pem.replaceAll('\n', '\\n') });
    const signer = await openSealSigner(config, systemClock, pino({ level: 'silent' }));
    expect(signer.source).toMatchObject({ kind: 'pem', keyPath: path, certificatePath: path });
    expect(readFileSync(path, 'utf8')).toBe(pem);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const unusable = ['CERTIFICATE', 'PRIVATE KEY'].map(
      (name) => `-----BEGIN ${name}-----\nAAAA\n-----END ${name}-----`,
    );
    const half = readConfig({ DATA_DIR: dataDir, SEAL_PEM: unusable.join('\n') });
    await expect(openSealSigner(half, systemClock, pino({ level: 'silent' }))).rejects.toThrow(/^SEAL_PEM: /);
  } finally {
    rmSync(dataDir, { recursive: true });
  }
});
