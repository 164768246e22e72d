/**
 * Which key seals, as plain data that travels to a thread; the key itself is read inside the thread and stays there.
 * Paths are absolute.
 */
export type SignerSource =
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
