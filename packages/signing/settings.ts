import type { SignatureProvider } from './methods/methods.ts';

/** Limits of the product. The server may change them by configuration. */
export interface SigningSettings {
  /** Days a document is kept after its last change [D5-19]. */
  readonly retentionDays: number;
  /** Largest upload in bytes; one byte more is refused. */
  readonly maxFileBytes: number;
  /** ms of processor time that one upload may take; one that takes more is `too_complex`. */
  readonly maxUploadCpuMs: number;
  /** Uploads and merges of one account that may be in progress; one more is `too_many_uploads`. */
  readonly maxUploadsOfAccount: number;
  readonly maxWebhooks: number;
  /** Providers of signature methods that are configured. */
  readonly signatureProviders: readonly SignatureProvider[];
  /** Largest drawn signature in bytes (PNG). */
  readonly maxInkBytes: number;
  /** Largest sealed file in bytes that is attached to an email; a larger one is linked. */
  readonly maxAttachmentBytes: number;
  /** `sharingSetting` of documents whose request has none [4.4-23]. */
  readonly defaultSharing: 'private' | 'shared';
  /** Whether the evidence in a sealed file shows only parts of e-mail addresses and phone numbers. */
  readonly masksContacts: boolean;
  /** Whether what seals is a certificate that this service made for itself: every seal says so. */
  readonly sealsForDevelopment: boolean;
}

const MEBIBYTE = 1024 * 1024;

export const DEFAULT_SETTINGS: SigningSettings = {
  retentionDays: 90,
  /** The limit is 50 MB [2.1-04]. Mebibytes are the larger reading: no file within the limit is refused. */
  maxFileBytes: 50 * MEBIBYTE,
  /** 150,000 annotations with scripts take 6 s, the largest real files 3 s; ours: three times that. */
  maxUploadCpuMs: 20_000,
  /** Ours: one is worked on, and what waits lies on disk, 50 MB each. */
  maxUploadsOfAccount: 16,
  /** Of one account. Every event is delivered to each. */
  maxWebhooks: 20,
  signatureProviders: [],
  /** A canvas of 2000 x 800 pixels with ink stays under 200 kB; ours: five times that. */
  maxInkBytes: MEBIBYTE,
  /** Common mail servers take 20 to 25 MB, of which base64 uses a third. */
  maxAttachmentBytes: 10 * MEBIBYTE,
  defaultSharing: 'private',
  masksContacts: false,
  sealsForDevelopment: false,
};
