import type { PlacedBox } from '../placement/box.ts';
import type { SignatureFont } from './signature-fonts.ts';

/** What goes into one box. */
export type Stamp = InkStamp | IdentityStamp | ScanStamp;

/** A signature written by hand or typed. */
export interface InkStamp {
  readonly kind?: 'ink';
  readonly box: PlacedBox;
  /** PNG or JPEG of the drawn ink, transparent, any size. */
  readonly image?: Uint8Array;
  /** Instead of an image: the name as typed. */
  readonly typedName?: string;
  /** Handwriting for the typed name; print when absent. */
  readonly font?: SignatureFont;
  /** Facts under the ink, the most important first: name, date and time, address, method. */
  readonly lines: readonly string[];
}

/** A signature by somebody whom a provider identified (e-ID), who drew nothing. */
export interface IdentityStamp {
  readonly kind: 'identity';
  readonly box: PlacedBox;
  /** As the provider tells it. */
  readonly name: string;
  /** Facts under the name, the most important first: personal number (masked by who writes it), date and time, address, provider. */
  readonly lines: readonly string[];
}

/** What was scanned of an identity document, in the box for it. */
export interface ScanStamp {
  readonly kind: 'id_scan';
  readonly box: PlacedBox;
  /** PNG or JPEG, any size: fitted into the box whole, its aspect kept. Absent where no image may be kept. */
  readonly image?: Uint8Array;
  /** Facts under the image; in the middle of the box where there is none. */
  readonly lines: readonly string[];
}
