import { openPdf } from '@countersign/pdf';
import { hasPrograms } from '@countersign/pdf/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendOverHttp } from '../../../packages/seal/network.ts';
import { sealPdf } from '../../../packages/seal/sign/seal-pdf.ts';
import { createSamplePdf } from '../../../packages/seal/testing/sample-pdf.ts';
import { startTestAuthority, type TestAuthority } from '../../../packages/seal/testing/test-authority.ts';
import { findMissedInFile } from '../../../packages/verify/testing/missed-changes.ts';

describe.skipIf(!hasPrograms('openssl'))('every level of a seal', () => {
  let authority: TestAuthority;

  beforeAll(async () => {
    authority = await startTestAuthority();
  }, 60_000);
  afterAll(() => authority.close());

  it.each([
    ['B-T', 300],
    ['B-LT', 200],
    ['B-LTA', 150],
  ] as const)('%s: detects a change of any byte, in %i tries', async (level, tries) => {
    const authorities = [{ url: authority.timestampUrl }];
    const pades = { level, demand: 'required', authorities, send: sendOverHttp } as const;
    const statement = { reason: 'All have signed', name: 'Countersign', signedAt: new Date(), pades };
    const sealed = await sealPdf(openPdf(await createSamplePdf()), authority.signer, statement);
    expect(findMissedInFile(sealed.toBytes(), tries)).toEqual([]);
  });
});
