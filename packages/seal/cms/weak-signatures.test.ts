import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasPrograms, runToSuccess } from '@countersign/pdf/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDevelopmentSigner } from '../signers/development-signer.ts';
import { CONTENT, feed } from '../testing/sample-cms.ts';
import { checkCms } from './check-cms.ts';

const LENIENT = { requireSigningCertificate: false, requireDer: false };

describe.skipIf(!hasPrograms('openssl'))('a CMS of openssl', () => {
  const folder = mkdtempSync(join(tmpdir(), 'weak-signatures-'));
  const [signer, content] = [join(folder, 'signer.pem'), join(folder, 'content')];

  beforeAll(async () => {
    writeFileSync(signer, (await createDevelopmentSigner({ key: 'rsa-2048' })).pem);
    writeFileSync(content, CONTENT);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each<[string, readonly string[], readonly string[]]>([
    ['that binds its certificate', ['-cades', '-md', 'sha256'], []],
    ['that does not bind its certificate', ['-md', 'sha256'], ['certificate_not_bound']],
    [
      'without signed attributes',
      ['-md', 'sha256', '-noattr'],
      ['certificate_not_bound', 'attributes_not_signed'],
    ],
    ['with SHA-1', ['-cades', '-md', 'sha1'], ['weak_digest']],
  ])('%s is valid, with remarks', (_, options, remarks) => {
    const args = ['cms', '-sign', '-binary', '-outform', 'DER', '-in', content, '-signer', signer];
    const check = checkCms(runToSuccess('openssl', [...args, ...options]), feed, LENIENT);
    expect(check.problems).toEqual([]);
    expect(check.remarks.map(({ code }) => code)).toEqual(remarks);
  });

  it('[D12-08] with a key of 1,024 bits is valid, with a remark', () => {
    const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
    const request = ['req', '-x509', '-newkey', 'rsa:1024', '-nodes', '-subj', '/CN=Short', '-days', '9'];
    runToSuccess('openssl', [...request, '-keyout', key, '-out', certificate]);
    const args = ['cms', '-sign', '-binary', '-cades', '-md', 'sha256', '-outform', 'DER', '-in', content];
    const cms = runToSuccess('openssl', [...args, '-signer', certificate, '-inkey', key]);
    const { problems, remarks } = checkCms(cms, feed, LENIENT);
    expect(problems).toEqual([]);
    expect(remarks).toMatchObject([{ code: 'key_too_short', params: { bits: 1024, required: 2048 } }]);
  });
});
