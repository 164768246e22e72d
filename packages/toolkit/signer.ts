import type { FontSource } from '@countersign/pdf';
import type { RemoteSignerOptions, SendRequest } from '@countersign/seal';
import type { PadesLevel } from '@countersign/seal/limits';
import { ToolkitError } from './errors.ts';

/** Plain data for threads. The network is `send` of the toolkit's options. */
export interface PadesSettings {
  readonly level: PadesLevel;
  /** `required`: fails below the level. `preferred`: seals and reports the level that was reached. */
  readonly demand: 'required' | 'preferred';
  readonly authorities: readonly { readonly url: string }[];
}

/** The `send` of a toolkit without network. */
export async function refuseToSend(): Promise<never> {
  throw new ToolkitError('no_network', 'the toolkit has no network access: set `send`');
}

/** The sealing key. A key file is read inside the threads. Paths are absolute. */
export type SignerSource =
  | KeySource
  /** A remote key: called in the thread that made the toolkit, for one digest per seal. */
  | ({ readonly kind: 'remote' } & RemoteSignerOptions)
  | ChangingSource;

/** Opened before every seal: certificates may be renewed, or the key may be available later. */
export interface ChangingSource {
  readonly kind: 'changing';
  current(): Promise<RemoteSignerOptions>;
}

export type KeySource =
  /** A PKCS#12 file (.p12, .pfx). */
  | { readonly kind: 'p12'; readonly path: string; readonly passphrase: string }
  /** Certificate chain and private key in PEM; both paths may be the same file. */
  | {
      readonly kind: 'pem';
      readonly certificatePath: string;
      readonly keyPath: string;
      readonly passphrase?: string | undefined;
    }
  /** An untrusted certificate, a new one in every thread. For tests and trials. */
  | { readonly kind: 'development' };

export interface TaskContext {
  readonly signer: SignerSource;
  /** Default: a signature without timestamp. */
  readonly pades?: PadesSettings | undefined;
  /** Levels above B-B require it. */
  readonly send?: SendRequest | undefined;
  readonly fonts?: readonly FontSource[] | undefined;
}
