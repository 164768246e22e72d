export interface StoredFile {
  readonly fileId: string;
  readonly accountId: string;
  readonly userId: string;
  /** Stripped. */
  readonly blobId: string;
  readonly originalName: string;
  /** Before stripping. */
  readonly size: number;
  /** Before stripping; lower-case hex. */
  readonly sha256: string;
  readonly pages: number;
  readonly createdAt: Date;
  /** By the owner: only its documents use it. */
  readonly deletedAt: Date | null;
}
