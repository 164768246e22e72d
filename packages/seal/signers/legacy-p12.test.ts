import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasPrograms } from '@countersign/pdf/testing';
import { expect, it } from 'vitest';
import { loadP12Signer } from './p12-signer.ts';

const folder = mkdtempSync(join(tmpdir(), 'legacy-p12-'));
const shell = (script: string) => spawnSync('sh', ['-c', script], { cwd: folder, encoding: 'utf8' });
const isMade =
  hasPrograms('openssl') &&
  shell(
    'openssl req -x509 -newkey rsa:2048 -nodes -keyout k.pem -out c.pem -days 30 -subj /CN=Old &&' +
      ' openssl pkcs12 -export -legacy -inkey k.pem -in c.pem -passout pass:x -out old.p12',
  ).status === 0;

it.skipIf(!isMade)('a key in RC2 or 3DES is refused with two commands that convert it', async () => {
  const error: Error = await loadP12Signer(readFileSync(join(folder, 'old.p12')), 'x').catch((e) => e);
  expect(error).toMatchObject({
    code: 'certificate_unusable',
    params: { reason: 'encryption_not_supported' },
  });
  const [, first = '', second = ''] = /convert it: (openssl .*) && (openssl .*)$/.exec(error.message) ?? [];
  const commands = [
    `${first.replace('OLD.p12', 'old.p12')} -passin pass:x -passout pass:y`,
    `${second.replace('NEW.p12', 'new.p12')} -passin pass:y -passout pass:z`,
  ];
  for (const command of commands) expect(shell(command)).toMatchObject({ status: 0 });
  const signer = await loadP12Signer(readFileSync(join(folder, 'new.p12')), 'z');
  expect(signer.certificateChain).toHaveLength(1);
  rmSync(folder, { recursive: true });
});
