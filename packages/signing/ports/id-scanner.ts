/** Why a picture of an identity document was not accepted. */
export const SCAN_REFUSALS = [
  /** Not JPEG, PNG or WebP, or damaged. */
  'not_a_picture',
  'heic_not_supported',
  'too_large',
  'too_small',
  'blurred',
  'glare',
  'no_zone',
  'not_readable',
  /** A check digit or date is wrong, or it is another kind of document. */
  'not_valid',
  /** The machine-readable zone is on the other side. */
  'back_missing',
  'portrait_missing',
  'not_a_passport',
  'expired',
  /** The scan took too long or too much memory. */
  'too_complex',
] as const;
export type ScanRefusal = (typeof SCAN_REFUSALS)[number];

export type ScanSide = 'front' | 'back';

export interface ScanRequest {
  /** Any picture of the signee: JPEG, PNG or WebP. */
  readonly front: Uint8Array;
  readonly back: Uint8Array | null;
  readonly passportsOnly: boolean;
  /** Only the side with the machine-readable zone is needed, and no portrait. */
  readonly isBasic: boolean;
  /** ISO 8601. */
  readonly today: string;
}

/** What a document says of its holder. Dates are of ISO 8601. */
export interface ScannedIdentity {
  readonly isPassport: boolean;
  /** As printed: three letters of ISO 3166-1 as a rule; `D` is Germany. */
  readonly issuingState: string;
  readonly nationality: string;
  readonly lastName: string;
  readonly firstName: string;
  readonly documentNumber: string;
  readonly birthDate: string;
  /** The last day of validity; null if the document has none. */
  readonly expiryDate: string | null;
  readonly personalNumber: string | null;
}

/** JPEGs without metadata. */
export interface ScannedImages {
  /** 3:2 */
  readonly front: Uint8Array;
  /** 3:4; null for basic scans. */
  readonly portrait: Uint8Array | null;
  /** 3:2; null if the document was scanned from one side. */
  readonly documentRear: Uint8Array | null;
}

export type ScanAnswer =
  | {
      readonly outcome: 'read';
      readonly identity: ScannedIdentity;
      readonly images: ScannedImages;
    }
  | { readonly outcome: 'refused'; readonly side: ScanSide; readonly reason: ScanRefusal };

interface ScanRequester {
  readonly signeeId: string;
  /** Of the document. */
  readonly accountId: string;
}

/** Reads identity documents. Rejects with `ScannerBusy` if it cannot now. */
export interface IdScanner {
  /**
   * Of one signee, one scan at a time, and the accounts in turn: who sends many pictures keeps no others waiting. `readRequest`
   * is called once there is room: the pictures have megabytes.
   */
  scan(readRequest: () => Promise<ScanRequest>, requester: ScanRequester): Promise<ScanAnswer>;
}

export class ScannerBusy extends Error {
  constructor(options: { readonly cause?: unknown } = {}) {
    super('the scanner of identity documents is busy', options);
    this.name = 'ScannerBusy';
  }
}
