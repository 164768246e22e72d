/** Reasons why the service does not start. */
export type StartErrorCode =
  /** An environment variable is invalid. */
  | 'setting_invalid'
  /** The address is in use: choose another PORT, or stop the other process. */
  | 'port_in_use'
  /** The data folder is not usable, or is in use by another process. */
  | 'data_dir_unusable'
  /** The database is unreachable or refuses: DATABASE_URL. */
  | 'database_unusable'
  /** The S3 store is unreachable or refuses: S3_ENDPOINT, S3_BUCKET and the keys. */
  | 'storage_unusable'
  /** The signer has no usable key or certificate, or is unreachable: SEAL_P12, SEAL_KEY, SEAL_REMOTE_URLS. */
  | 'seal_unusable'
  /** `vite build` failed. */
  | 'web_not_built';

/** Aborts startup. `message` is one line for people; it names the setting and contains no secret. */
export class StartError extends Error {
  readonly code: StartErrorCode;

  constructor(code: StartErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'StartError';
    this.code = code;
  }
}
