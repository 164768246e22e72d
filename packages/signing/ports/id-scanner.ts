import type { Language } from '@countersign/identity';

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
  /** A document of which one side would do: nothing shows that the two belong together. */
  'two_sides',
  'expired',
  /** The scan took too long or too much memory. */
  'too_complex',
] as const;
export type ScanRefusal = (typeof SCAN_REFUSALS)[number];

export type ScanSide = 'front' | 'back';

/** JPEG, PNG or WebP. */
export interface DocumentPictures {
  readonly front: Uint8Array;
  readonly back: Uint8Array | null;
}

/** Which documents are accepted. */
export interface ScanConditions {
  readonly passportsOnly: boolean;
  /** Only the side with the machine-readable zone is needed, and no portrait. */
  readonly isBasic: boolean;
  /** ISO 8601. */
  readonly today: string;
}

/** Any pictures of the signee. */
export interface ScanRequest extends DocumentPictures, ScanConditions {}

/** What a document says of its holder. Dates are of ISO 8601. */
export interface ScannedIdentity {
  readonly isPassport: boolean;
  /** As printed: three letters of ISO 3166-1 as a rule; `D` is Germany. */
  readonly issuingState: string;
  /** Empty if it was not read. */
  readonly nationality: string;
  readonly lastName: string;
  readonly firstName: string;
  readonly documentNumber: string;
  readonly birthDate: string;
  /** The last day of validity; null if the document has none. */
  readonly expiryDate: string | null;
  readonly personalNumber: string | null;
  /** Absent or null if it was not read: the machine-readable zone has neither. */
  readonly issueDate?: string | null;
  readonly placeOfBirth?: string | null;
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

/** Reads pictures that the signee takes on the signing page. Rejects with `ScannerBusy` if it cannot now. */
export interface PictureScanner {
  /**
   * Of one signee, one scan at a time, and the accounts in turn: who sends many pictures keeps no others waiting. `readRequest`
   * is called once there is room: the pictures have megabytes.
   */
  scan(readRequest: () => Promise<ScanRequest>, requester: ScanRequester): Promise<ScanAnswer>;
}

export interface HostedScanRequest {
  /** The id of the proof, which the provider reports back. */
  readonly reference: string;
  /** Where the provider's page leads afterwards, whatever happened there. */
  readonly returnUrl: string;
  readonly language: Language;
}

export type HostedScanFailure = 'cancelled' | 'provider_failed';

/** Other than `pending`, it is final: another scan needs another session. */
export type HostedScanAnswer =
  | ScanAnswer
  | { readonly outcome: 'pending' }
  | { readonly outcome: 'failed'; readonly reason: HostedScanFailure };

/**
 * Takes and checks the pictures on a page of its own. Rejects if it cannot be reached, or has no such session. The conditions are
 * checked when the answer is read: the provider's page may take any document.
 */
export interface HostedScanner {
  /** Shown to the signee, and in the evidence. */
  readonly name: string;
  start(request: HostedScanRequest): Promise<{ readonly sessionId: string; readonly url: string }>;
  /** As often as it is called. */
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
