import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { hasPrograms, type OutsideProgram, runToSuccess } from '@countersign/pdf/testing';
import type { DigestToSign, RemoteKey } from '../signers/signer.ts';
import type { KeyFiles } from './key-files.ts';

const MODULES = ['/usr/lib/softhsm/libsofthsm2.so', '/usr/lib64/softhsm/libsofthsm2.so'];
const PIN = '1234';
const KEY = ['--token-label', 'seal', '--login', '--pin', PIN, '--id', 'a1'];
/** The bytes up to the digest (RFC 8017 9.2, note 1) are needed, because the RSA-PKCS mechanism only pads. */
const SHA256_INFO = Buffer.from('3031300d060960864801650304020105000420', 'hex');

/** Returns undefined if the PKCS #11 tools are not installed. */
export function findSoftHsm(): string | undefined {
  if (!hasPrograms('softhsm2-util', 'pkcs11-tool')) return undefined;
  return MODULES.find((path) => existsSync(path));
}

export function openTokenKey({ keyPath }: KeyFiles, module: string): RemoteKey {
  const folder = mkdtempSync(join(dirname(keyPath), 'tokens-'));
  writeFileSync(join(folder, 'softhsm2.conf'), `directories.tokendir = ${folder}\n`);
  const env = { ...process.env, SOFTHSM2_CONF: join(folder, 'softhsm2.conf') };
  const run = (program: OutsideProgram, args: readonly string[]) => runToSuccess(program, args, { env });
  run('softhsm2-util', ['--init-token', '--free', '--label', 'seal', '--so-pin', PIN, '--pin', PIN]);
  run('softhsm2-util', [
    '--import',
    keyPath,
    '--token',
    'seal',
    '--label',
    'seal',
    '--id',
    'a1',
    '--pin',
    PIN,
  ]);
  let signed = 0;
  return {
    name: 'SoftHSM',
    // One after the other: SoftHSM writes its token at every login, and others may read half of it.
    async signDigest(request) {
      const path = join(folder, `signature-${signed++}`);
      writeFileSync(`${path}.in`, inputOf(request));
      const files = ['--input-file', `${path}.in`, '--output-file', path];
      run('pkcs11-tool', ['--module', module, ...KEY, '--sign', ...mechanismOf(request), ...files]);
      return new Uint8Array(readFileSync(path));
    },
  };
}

function inputOf({ digest, algorithm }: DigestToSign): Uint8Array {
  return algorithm.scheme === 'RSASSA-PKCS1-v1_5' ? Buffer.concat([SHA256_INFO, digest]) : digest;
}

function mechanismOf({ algorithm }: DigestToSign): readonly string[] {
  if (algorithm.scheme === 'ECDSA') return ['--mechanism', 'ECDSA'];
  if (algorithm.scheme === 'RSASSA-PKCS1-v1_5') return ['--mechanism', 'RSA-PKCS'];
  const pss = ['--hash-algorithm', 'SHA256', '--mgf', 'MGF1-SHA256', '--salt-len', '32'];
  return ['--mechanism', 'RSA-PKCS-PSS', ...pss];
}
