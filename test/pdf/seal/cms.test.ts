import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasPrograms, runToSuccess } from '@countersign/pdf/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkCms } from '../../../packages/seal/cms/check-cms.ts';
import {
  CONTENT,
  feed,
  isIntact,
  makeCms,
  makePssCms,
  PADES,
  PSS_SIGNATURE_BYTES,
} from '../../../packages/seal/testing/sample-cms.ts';
import { findMissedChanges } from '../../../packages/verify/testing/missed-changes.ts';

describe.each(['rsa-2048', 'rsa-3072', 'ec-p256'] as const)('a CMS made with %s', (key) => {
  let made: Awaited<ReturnType<typeof makeCms>>;
  const folder = mkdtempSync(join(tmpdir(), 'seal-cms-'));
  beforeAll(async () => {
    made = await makeCms(key);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('is valid over its content and contains the certificate of its signer', () => {
    expect(checkCms(made.cms, feed, PADES)).toEqual({
      problems: [],
      remarks: [],
      signerName: 'Countersign development',
      digest: { algorithm: 'sha256', value: createHash('sha256').update(CONTENT).digest() },
      chain: [expect.objectContaining({ subject: 'CN=Countersign development' })],
      signingTime: undefined,
      timestamp: undefined,
    });
  });

  it('is invalid over other content', () => {
    const check = checkCms(made.cms, (sink) => sink.update(Buffer.from('something else')), PADES);
    expect(check.problems).toEqual([
      {
        code: 'content_changed',
        message: 'The document was changed: its digest does not match',
        params: {},
      },
    ]);
  });

  it('may be followed by zero bytes and nothing else', () => {
    expect(checkCms(Buffer.concat([made.cms, Buffer.alloc(9)]), feed, PADES).problems).toEqual([]);
    expect(
      checkCms(Buffer.concat([made.cms, Buffer.from('00a0', 'hex')]), feed, PADES).problems,
    ).toHaveLength(1);
  });

  it.skipIf(!hasPrograms('openssl'))('is accepted by openssl as CAdES', () => {
    const path = (name: string) => join(folder, name);
    writeFileSync(path('cms.der'), made.cms);
    writeFileSync(path('content'), CONTENT);
    writeFileSync(path('signer.pem'), made.signer.pem);
    const files = ['-inform', 'DER', '-in', path('cms.der'), '-content', path('content')];
    const trust = ['-CAfile', path('signer.pem'), '-purpose', 'any'];
    const output = runToSuccess('openssl', ['cms', '-verify', '-cades', '-binary', ...files, ...trust]);
    expect(output.equals(CONTENT)).toBe(true);
  });
});

describe('one byte in twelve of a CMS', () => {
  it.each(['ec-p256', 'rsa-2048'] as const)(
    'made with %s shows when it is changed',
    async (key) => {
      const { cms } = await makeCms(key);
      const changes = Array.from({ length: cms.length / 12 }, (_, index) => ({
        at: index * 12,
        mask: [0x01, 0x04, 0x20][index % 3] ?? 1,
      }));
      expect(findMissedChanges(cms, changes, isIntact)).toEqual([]);
    },
    180_000,
  );
});

describe('checkCms', () => {
  it.each([[''], ['00'], ['3000'], ['hello'], ['30820500']])('returns a problem for %s', (hex) => {
    expect(checkCms(Buffer.from(hex, 'hex'), feed, PADES).problems).toHaveLength(1);
  });
});

describe('a CMS made with RSASSA-PSS', () => {
  it('is valid, and detects a modified bit of each byte of the unsigned algorithm', async () => {
    const cms = await makePssCms();
    expect(checkCms(cms, feed, PADES).problems).toEqual([]);
    const end = cms.length - PSS_SIGNATURE_BYTES;
    const changes = Array.from({ length: 80 }, (_, index) => ({
      at: end - 80 + index,
      mask: 1 << (index % 8),
    }));
    expect(findMissedChanges(cms, changes, isIntact)).toEqual([]);
  });
});
