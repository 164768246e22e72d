export interface StoredFile {
  readonly fileId: string;
  readonly accountId: string;
  readonly userId: string;
  /** The blob with the PDF as it was accepted: without signatures of others and active content. */
  readonly blobId: string;
  readonly originalName: string;
  /** Bytes of what was uploaded or merged, before stripping. */
  readonly size: number;
  /** SHA-256 of what was uploaded or merged, before stripping; lower-case hex. */
  readonly sha256: string;
  readonly pages: number;
  readonly createdAt: Date;
  /** Set when its owner deleted it: only the documents made from it still know it. */
  readonly deletedAt: Date | null;
}
