import { readFile } from 'node:fs/promises';
import {
  createDevelopmentSigner,
  createRemoteSigner,
  loadP12Signer,
  loadPemSigner,
  type Signer,
} from '@countersign/seal';
import { ToolkitError } from '../errors.ts';
import type { KeySource, SignerSource } from '../signer.ts';

/** The signers by source: opening a .p12 costs tens of milliseconds, making a key more. */
const loaded = new Map<string, Promise<Signer>>();

/** Throws `certificate_unusable`. */
export async function loadSigner(source: SignerSource): Promise<Signer> {
  if (source.kind === 'remote') return createRemoteSigner(source);
  if (source.kind === 'changing') return createRemoteSigner(await source.current());
  const key = JSON.stringify(source);
  const known = loaded.get(key);
  if (known !== undefined) return known;
  const loading = readSigner(source);
  loaded.set(key, loading);
  // The file may be readable the next time.
  loading.catch(() => loaded.delete(key));
  return loading;
}

async function readSigner(source: KeySource): Promise<Signer> {
  if (source.kind === 'development') return createDevelopmentSigner();
  if (source.kind === 'p12') return loadP12Signer(await readKeyFile(source.path), source.passphrase);
  const [certificates, key] = await Promise.all([source.certificatePath, source.keyPath].map(readKeyFile));
  return loadPemSigner(`${certificates}\n${key}`, source.passphrase);
}

async function readKeyFile(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (cause) {
    const message = `the signer's file ${path} cannot be read`;
    throw new ToolkitError('certificate_unusable', message, { reason: 'not_readable' }, { cause });
  }
}
