import { readFileSync } from 'node:fs';
import type { SignerSenderOptions } from '@countersign/adapters/safe-fetch';
import type { RemoteSealKey } from '../seal-key-settings.ts';

export type SignerTls = SignerSenderOptions;

export function readSignerTls({ clientPath, authorityPath }: RemoteSealKey): SignerTls {
  return {
    ...(clientPath !== undefined && { clientPem: readFileSync(clientPath, 'utf8') }),
    ...(authorityPath !== undefined && { authorityPem: readFileSync(authorityPath, 'utf8') }),
  };
}
