import type { Capability } from '@countersign/identity';
import { MEBIBYTE } from './configuration/limits.ts';
import type { SharingSetting } from './configuration/members.ts';

/** The server's configuration may change them. */
export interface SigningSettings {
  /** The days from the last change of a document to its removal [D5-19]. */
  readonly retentionDays: number;
  /** The limit in bytes. */
  readonly maxFileBytes: number;
  /** The time that the slowest upload may take. */
  readonly maxUploadSeconds: number;
  /** The limit of simultaneous uploads; beyond it they are `too_many_uploads`. */
  readonly maxUploadsOfAccount: number;
  /** The limits of simultaneous verifications, of all networks and of one; beyond them is `service_busy`. */
  readonly maxAnonymousVerifications: number;
  readonly maxVerificationsOfNetwork: number;
  /** The limits of simultaneous uploads of all signees, those of one account, and one; beyond is `service_busy`. */
  readonly maxProofUploads: number;
  readonly maxProofUploadsOfAccount: number;
  readonly maxProofUploadsOfSignee: number;
  readonly maxWebhooks: number;
  /** Sent and not entered, in an hour. */
  readonly maxVisitorCodesOfLink: number;
  readonly maxVisitorCodesOfAccount: number;
  /** Those whose provider is configured. */
  readonly providers: ReadonlySet<Capability>;
  /** Bytes of a PNG. */
  readonly maxInkBytes: number;
  /** The largest sealed file in an email; a larger one is linked. */
  readonly maxAttachmentBytes: number;
  /** How documents are shared in an account by default [4.4-23]. */
  readonly defaultSharing: SharingSetting;
  /** Whether contact details are masked in the evidence. */
  readonly masksContacts: boolean;
  /** Whether images of scans are kept after sealing, until the document is removed. */
  readonly keepsScanImages: boolean;
  /** Whether `redirectUrl` may be an http address of this machine: for development. */
  readonly allowsLoopbackRedirects: boolean;
  /** The certificate is self-signed by this service: every seal says so. */
  readonly sealsForDevelopment: boolean;
}

export const DEFAULT_SETTINGS: SigningSettings = {
  retentionDays: 90,
  /** 50 MB [2.1-04], as mebibytes so that no file within the limit is refused. */
  maxFileBytes: 50 * MEBIBYTE,
  maxUploadSeconds: 3600,
  /** Not in the specification: one is processed, the others wait on disk, 50 MB each. */
  maxUploadsOfAccount: 16,
  /** Not in the specification: 3 GB on disk, of 32 networks. */
  maxAnonymousVerifications: 64,
  maxVerificationsOfNetwork: 2,
  /** Not in the specification: 3 GB on disk, as two pictures have 30 MB. */
  maxProofUploads: 96,
  maxProofUploadsOfAccount: 32,
  maxProofUploadsOfSignee: 4,
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
  allowsLoopbackRedirects: false,
  sealsForDevelopment: false,
};
