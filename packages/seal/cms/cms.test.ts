import { execFileSync } from 'node:child_process';
import { createHash, sign } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDevelopmentSigner, type DevelopmentKey } from '../signers/development-signer.ts';
import { signatureOptions } from '../signers/signature-algorithm.ts';
import type { Signer } from '../signers/signer.ts';
import { hasTool } from '../testing/tools.ts';
import { buildCms } from './build-cms.ts';
import { checkCms } from './check-cms.ts';

const CONTENT = Buffer.from('what is signed');
const PADES = { requireSigningCertificate: true, requireDer: true };
const feed = (sink: { update(chunk: Uint8Array): unknown }) => sink.update(CONTENT);

async function make(key: DevelopmentKey) {
  const signer = await createDevelopmentSigner({ key });
  const cms = await buildCms(createHash('sha256').update(CONTENT).digest(), signer);
  return { signer, cms };
}

describe.each(['rsa-2048', 'rsa-3072', 'ec-p256'] as const)('a CMS made with %s', (key) => {
  let made: Awaited<ReturnType<typeof make>>;
  const folder = mkdtempSync(join(tmpdir(), 'seal-cms-'));
  beforeAll(async () => {
    made = await make(key);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('is valid over its content and contains the certificate of its signer', () => {
    expect(checkCms(made.cms, feed, PADES)).toEqual({
      problems: [],
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

  it.skipIf(!hasTool('openssl'))('is accepted by openssl as CAdES', () => {
    const path = (name: string) => join(folder, name);
    writeFileSync(path('cms.der'), made.cms);
    writeFileSync(path('content'), CONTENT);
    writeFileSync(path('signer.pem'), made.signer.pem);
    const output = execFileSync(
      'openssl',
      [
        'cms',
        '-verify',
        '-cades',
        '-binary',
        '-inform',
        'DER',
        '-in',
        path('cms.der'),
        '-content',
        path('content'),
        '-CAfile',
        path('signer.pem'),
        '-purpose',
        'any',
      ],
      { stdio: ['ignore', 'pipe', 'pipe'] },
    );
    expect(output.equals(CONTENT)).toBe(true);
  });
});

describe('every byte of a CMS', () => {
  it.each([
    ['ec-p256', [0x01, 0x20]],
    ['rsa-2048', [0x04]],
  ] as const)(
    'made with %s shows when it is changed',
    async (key, masks) => {
      const { cms } = await make(key);
      const missed: string[] = [];
      for (const mask of masks)
        for (let at = 0; at < cms.length; at++) {
          const changed = Uint8Array.from(cms, (byte, index) => (index === at ? byte ^ mask : byte));
          if (checkCms(changed, feed, PADES).problems.length === 0) missed.push(`${at}^${mask.toString(16)}`);
        }
      expect(missed).toEqual([]);
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
  const algorithm = { scheme: 'RSASSA-PSS', digest: 'sha256' } as const;
  const SIGNATURE_BYTES = 256;

  async function signWithPss(): Promise<Uint8Array> {
    const signer = await createDevelopmentSigner({ key: 'rsa-2048' });
    const key = { key: signer.pem, ...signatureOptions(algorithm) };
    const pss: Signer = { ...signer, algorithm, sign: async (bytes) => sign('sha256', bytes, key) };
    return buildCms(createHash('sha256').update(CONTENT).digest(), pss);
  }

  it('is valid, and detects every modified bit of the unsigned algorithm', async () => {
    const cms = Buffer.from(await signWithPss());
    expect(checkCms(cms, feed, PADES).problems).toEqual([]);
    const end = cms.length - SIGNATURE_BYTES;
    for (let at = end - 80; at < end; at++)
      for (let bit = 1; bit < 256; bit *= 2) {
        const changed = Buffer.from(cms);
        changed[at] = (changed[at] ?? 0) ^ bit;
        expect(checkCms(changed, feed, PADES).problems, `bit ${bit} of byte ${at - end}`).not.toEqual([]);
      }
  });
});
