import type { Capability } from '@countersign/identity';
import { MEBIBYTE } from './configuration/limits.ts';
import type { SharingSetting } from './configuration/members.ts';

/** The server's configuration may change them. */
export interface SigningSettings {
  /** From the last change of a document to its removal [D5-19]. */
  readonly retentionDays: number;
  /** Bytes. */
  readonly maxFileBytes: number;
  /** Of the slowest upload. */
  readonly maxUploadSeconds: number;
  /** At a time; beyond is `too_many_uploads`. */
  readonly maxUploadsOfAccount: number;
  /** At a time, of all networks and of one; beyond is `service_busy`. */
  readonly maxAnonymousVerifications: number;
  readonly maxVerificationsOfNetwork: number;
  /** At a time, of all signees, those of one account, and one; beyond is `service_busy`. */
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
  /** Of a sealed file in an email; a larger one is linked. */
  readonly maxAttachmentBytes: number;
  /** [4.4-23] */
  readonly defaultSharing: SharingSetting;
  /** In the evidence. */
  readonly masksContacts: boolean;
  /** After sealing, until the document is removed. */
  readonly keepsScanImages: boolean;
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
  sealsForDevelopment: false,
};
