export interface StoredFile {
  readonly fileId: string;
  readonly accountId: string;
  readonly userId: string;
  /** The blob of the accepted PDF, stripped. */
  readonly blobId: string;
  readonly originalName: string;
  /** Bytes of what was uploaded or merged, before stripping. */
  readonly size: number;
  /** SHA-256 of what was uploaded or merged, before stripping; lower-case hex. */
  readonly sha256: string;
  readonly pages: number;
  readonly createdAt: Date;
  /** Set if the owner deleted it: only its documents use it. */
  readonly deletedAt: Date | null;
}
