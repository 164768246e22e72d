import type { Capability } from '@countersign/identity';

/** Limits of the product, which the server's configuration may change. */
export interface SigningSettings {
  /** Days from the last change of a document to its removal [D5-19]. */
  readonly retentionDays: number;
  /** Bytes. */
  readonly maxFileBytes: number;
  /** Until the body of the slowest upload is there, or refused. */
  readonly maxUploadSeconds: number;
  /** Milliseconds of processor time per upload; beyond is `too_complex`. */
  readonly maxUploadCpuMs: number;
  /** Uploads, merges and verifications of one account at a time; beyond is `too_many_uploads`. */
  readonly maxUploadsOfAccount: number;
  /** Verifications without an account at a time, of all networks and of one; beyond is `service_busy`. */
  readonly maxAnonymousVerifications: number;
  readonly maxVerificationsOfNetwork: number;
  readonly maxWebhooks: number;
  /** One-time codes that visitors of one public link, or of all of an account, did not enter, in an hour. */
  readonly maxVisitorCodesOfLink: number;
  readonly maxVisitorCodesOfAccount: number;
  /** Capabilities whose provider is configured. */
  readonly providers: ReadonlySet<Capability>;
  /** Bytes of a PNG. */
  readonly maxInkBytes: number;
  /** Bytes of a sealed file that is attached to an email; a larger one is linked. */
  readonly maxAttachmentBytes: number;
  /** Default of `sharingSetting` [4.4-23]. */
  readonly defaultSharing: 'private' | 'shared';
  /** Whether evidence shows only parts of email addresses and phone numbers. */
  readonly masksContacts: boolean;
  /** Whether images of scanned identity documents are kept after sealing, until the document is removed. */
  readonly keepsScanImages: boolean;
  /** Whether the sealing certificate is self-signed by this service: every seal says so. */
  readonly sealsForDevelopment: boolean;
}

const MEBIBYTE = 1024 * 1024;

export const DEFAULT_SETTINGS: SigningSettings = {
  retentionDays: 90,
  /** 50 MB [2.1-04], read as mebibytes so that no file within the limit is refused. */
  maxFileBytes: 50 * MEBIBYTE,
  maxUploadSeconds: 3600,
  /** Not in the specification: three times what 150,000 annotations with scripts take. */
  maxUploadCpuMs: 20_000,
  /** Not in the specification: one is processed, the others wait on disk, 50 MB each. */
  maxUploadsOfAccount: 16,
  /** Not in the specification: 3 GB on disk, of 32 networks. */
  maxAnonymousVerifications: 64,
  maxVerificationsOfNetwork: 2,
  /** Per account. */
  maxWebhooks: 20,
  /** Not in the specification: each may cost the price of an SMS. */
  maxVisitorCodesOfLink: 100,
  maxVisitorCodesOfAccount: 300,
  providers: new Set(),
  /** Not in the specification: five times a canvas of 2000 x 800 pixels with ink. */
  maxInkBytes: MEBIBYTE,
  /** Common mail servers accept 20 to 25 MB, of which base64 uses a third. */
  maxAttachmentBytes: 10 * MEBIBYTE,
  defaultSharing: 'private',
  masksContacts: false,
  keepsScanImages: false,
  sealsForDevelopment: false,
};
