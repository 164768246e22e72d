import type { Language } from '@countersign/base/locale';

export const SCAN_REFUSALS = [
  /** The picture is not JPEG, PNG or WebP, or is damaged. */
  'not_a_picture',
  'heic_not_supported',
  'too_large',
  'too_small',
  'blurred',
  'glare',
  'no_zone',
  'not_readable',
  /** A check digit or date, or another kind of document. */
  'not_valid',
  /** The machine-readable zone is there. */
  'back_missing',
  'portrait_missing',
  'not_a_passport',
  /** Nothing shows that the two belong together. */
  'two_sides',
  'expired',
  /** The picture needs too much time or memory. */
  'too_complex',
] as const;
export type ScanRefusal = (typeof SCAN_REFUSALS)[number];

export type ScanSide = 'front' | 'back';

/** JPEG, PNG or WebP. */
export interface DocumentPictures {
  readonly front: Uint8Array;
  readonly back: Uint8Array | null;
}

export interface ScanConditions {
  readonly passportsOnly: boolean;
  /** A basic scan has only the side with the machine-readable zone, and no portrait. */
  readonly isBasic: boolean;
  /** ISO 8601. */
  readonly today: string;
}

export interface ScanRequest extends DocumentPictures, ScanConditions {}

/** What the document says. Dates are in ISO 8601. */
export interface ScannedIdentity {
  readonly isPassport: boolean;
  /** Three letters of ISO 3166-1 as a rule; `D` is Germany. */
  readonly issuingState: string;
  /** It is empty if it was not read. */
  readonly nationality: string;
  readonly lastName: string;
  readonly firstName: string;
  readonly documentNumber: string;
  readonly birthDate: string;
  /** It is null if the document has none. */
  readonly expiryDate: string | null;
  readonly personalNumber: string | null;
  /** They are absent or null if they were not read, as the machine-readable zone has neither. */
  readonly issueDate?: string | null;
  readonly placeOfBirth?: string | null;
}

/** The images are JPEGs without metadata. */
export interface ScannedImages {
  /** The sides are 3:2. */
  readonly front: Uint8Array;
  /** 3:4; null for basic scans. */
  readonly portrait: Uint8Array | null;
  /** 3:2; null if scanned from one side. */
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
  readonly accountId: string;
}

/** Reads pictures that the signee takes on the signing page. Rejects with `ScannerBusy`. */
export interface PictureScanner {
  /**
   * One scan of a signee at a time, and the accounts in turn. `readRequest` is called when its turn comes: the
   * pictures have megabytes.
   */
  scan(readRequest: () => Promise<ScanRequest>, requester: ScanRequester): Promise<ScanAnswer>;
}

export interface HostedScanRequest {
  /** The proof, as the provider reports it back. */
  readonly reference: string;
  /** Whatever happened at the provider. */
  readonly returnUrl: string;
  readonly language: Language;
}

export type HostedScanFailure = 'cancelled' | 'provider_failed';

/** Every answer but `pending` is final. */
export type HostedScanAnswer =
  | ScanAnswer
  | { readonly outcome: 'pending' }
  | { readonly outcome: 'failed'; readonly reason: HostedScanFailure };

/**
 * With a page of its own. Rejects if it cannot be reached, or has no such session. The conditions are checked
 * when the answer is read: the page may take any document.
 */
export interface HostedScanner {
  /** The name that the signee and the evidence show. */
  readonly name: string;
  start(request: HostedScanRequest): Promise<{ readonly sessionId: string; readonly url: string }>;
  /** The answer may be fetched repeatedly. */
  fetch(
    sessionId: string,
    conditions: ScanConditions,
    requester: Pick<ScanRequester, 'accountId'>,
  ): Promise<HostedScanAnswer>;
}

export type IdScanner = PictureScanner | HostedScanner;

export function isHosted(scanner: IdScanner): scanner is HostedScanner {
  return 'fetch' in scanner;
}

export class ScannerBusy extends Error {
  constructor(options: { readonly cause?: unknown } = {}) {
    super('the scanner of identity documents is busy', options);
    this.name = 'ScannerBusy';
  }
}
