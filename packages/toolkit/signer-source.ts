import type { RemoteSignerOptions, SignatureAlgorithm } from '@countersign/seal';

/** Which key seals. A key in a file is read inside the threads and stays there. Paths are absolute. */
export type SignerSource =
  | KeySource
  /** A key that lies elsewhere: it is called in the thread that made the toolkit, for one digest a seal. */
  | ({ readonly kind: 'remote' } & RemoteSignerOptions)
  | ChangingSource;

/**
 * The same of a key whose certificates are renewed, or that may come up later than the toolkit: asked for before every seal.
 * What it rejects with is what the seal rejects with.
 */
export interface ChangingSource {
  readonly kind: 'changing';
  current(): Promise<RemoteSignerOptions>;
}

/** Of these, those that are plain data. */
export type KeySource =
  /** A PKCS#12 file (.p12, .pfx). */
  | { readonly kind: 'p12'; readonly path: string; readonly passphrase: string }
  /** Certificate chain and private key in PEM; both paths may be the same file. */
  | {
      readonly kind: 'pem';
      readonly certificatePath: string;
      readonly keyPath: string;
      readonly passphrase?: string;
    }
  /** A certificate made at first use, a new one in every thread. Nobody can trust it: tests and trying out. */
  | { readonly kind: 'development' };

/** Goes with the task, since it may be another the next time. */
export interface RemoteDescription {
  readonly kind: 'remote';
  readonly certificateChain: readonly Uint8Array[];
  readonly algorithm?: SignatureAlgorithm;
  readonly keyNames: readonly string[];
}

/** The key of this seal; undefined for one in a file. */
export async function openSource(source: SignerSource): Promise<RemoteSignerOptions | undefined> {
  if (source.kind === 'changing') return source.current();
  return source.kind === 'remote' ? source : undefined;
}

export function describeForThread({
  certificateChain,
  algorithm,
  keys,
}: RemoteSignerOptions): RemoteDescription {
  const keyNames = keys.map(({ name }) => name);
  return { kind: 'remote', certificateChain, ...(algorithm && { algorithm }), keyNames };
}
