import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { sendOverHttp } from '../../../packages/seal/network.ts';
import { openCscSigner } from '../../../packages/seal/signers/csc-signer.ts';
import { loadP12Signer } from '../../../packages/seal/signers/p12-signer.ts';
import { loadPemSigner } from '../../../packages/seal/signers/pem-signer.ts';
import { createRemoteSigner } from '../../../packages/seal/signers/remote-signer.ts';
import type { SignatureAlgorithm } from '../../../packages/seal/signers/signature-algorithm.ts';
import {
  KEY_KINDS,
  type KeyFiles,
  type KeyKind,
  makeKeyFiles,
  makeP12,
} from '../../../packages/seal/testing/key-files.ts';
import { findSoftHsm, openTokenKey } from '../../../packages/seal/testing/soft-hsm.ts';
import {
  startTestRemoteSigner,
  type TestRemoteSignerOptions,
} from '../../../packages/seal/testing/test-remote-signer.ts';
import { describeSigner, type SignerHarness } from './signer.contract.ts';

const folder = mkdtempSync(join(tmpdir(), 'seal-keys-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Made once for all signers: an RSA key takes longer than its tests. */
const made = new Map<KeyKind, KeyFiles>();

function filesOf(kind: KeyKind): KeyFiles {
  const files = made.get(kind) ?? makeKeyFiles(folder, kind);
  made.set(kind, files);
  return files;
}

describeSigner('from PEM', KEY_KINDS, filesOf, async ({ key, chain }) => ({
  signer: await loadPemSigner(chain + key),
}));

describeSigner('from PKCS #12', KEY_KINDS, filesOf, async (files) => ({
  signer: await loadP12Signer(await makeP12(files, 'secret'), 'secret'),
}));

async function openRemote(files: KeyFiles, options: TestRemoteSignerOptions): Promise<SignerHarness> {
  const server = await startTestRemoteSigner(files, { token: 'let-me-in', ...options });
  const { url, credentialId } = server;
  const opened = await openCscSigner([{ url, credentialId, token: 'let-me-in', send: sendOverHttp }]);
  return { signer: createRemoteSigner(opened), close: () => server.close() };
}

describeSigner('over HTTP', KEY_KINDS, filesOf, (files) => openRemote(files, {}));
describeSigner('over HTTP that offers PSS alone', ['RSA 2048'], filesOf, (files) =>
  openRemote(files, { algorithms: ['1.2.840.113549.1.1.10'] }),
);
describeSigner('over HTTP that answers as PKCS #11 does', ['ECDSA P-256', 'ECDSA P-384'], filesOf, (files) =>
  openRemote(files, { isPlain: true }),
);

/** PKCS #11, if installed (Debian: softhsm2 and opensc). */
const module = findSoftHsm();

async function openToken(files: KeyFiles, algorithm?: SignatureAlgorithm): Promise<SignerHarness> {
  const { certificateChain } = await loadPemSigner(files.chain + files.key);
  const keys = [openTokenKey(files, module ?? '')];
  return { signer: createRemoteSigner({ certificateChain, keys, ...(algorithm && { algorithm }) }) };
}

describeSigner(
  'in a token of PKCS #11',
  module ? ['RSA 2048', 'ECDSA P-256', 'ECDSA P-384'] : [],
  filesOf,
  (files) => openToken(files),
);
describeSigner('in a token of PKCS #11 that uses PSS', module ? ['RSA 2048'] : [], filesOf, (files) =>
  openToken(files, { scheme: 'RSASSA-PSS', digest: 'sha256' }),
);
