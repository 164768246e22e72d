import type { SignatureFont } from '../layout.ts';
import type { PlacedBox } from '../placement/check-boxes.ts';

export type Stamp = InkStamp | IdentityStamp | ScanStamp;

export interface InkStamp {
  readonly kind?: 'ink';
  readonly box: PlacedBox;
  /**
   * A transparent PNG or JPEG of any size. The same object in several stamps is decoded and written once, for the
   * largest of their boxes.
   */
  readonly image?: Uint8Array;
  /** The name that is used instead of an image. */
  readonly typedName?: string;
  /** Handwriting for the typed name; print if undefined. */
  readonly font?: SignatureFont;
  /** Facts below the ink, in order of priority: name, date and time, address, method. */
  readonly lines: readonly string[];
}

/** A signee whom a provider identified (e-ID). */
export interface IdentityStamp {
  readonly kind: 'identity';
  readonly box: PlacedBox;
  readonly name: string;
  /** Facts in order of priority: personal number (masked by the caller), date and time, address, provider. */
  readonly lines: readonly string[];
}

export interface ScanStamp {
  readonly kind: 'id_scan';
  readonly box: PlacedBox;
  /** A PNG or JPEG, fitted without cropping. It is undefined if no image may be stored. */
  readonly image?: Uint8Array;
  readonly lines: readonly string[];
}
