export interface StoredFile {
  readonly fileId: string;
  readonly accountId: string;
  readonly userId: string;
  /** The blob with the PDF as uploaded and stripped of signature fields. */
  readonly blobId: string;
  readonly originalName: string;
  readonly size: number;
  /** SHA-256 of what was uploaded, before stripping; lower-case hex. */
  readonly sha256: string;
  readonly pages: number;
  readonly createdAt: Date;
}
