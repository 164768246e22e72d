/** Why the service does not start. */
export type StartErrorCode =
  /** An environment variable has a value that cannot be used: correct it. */
  | 'setting_invalid'
  /** The address is taken: another PORT, or stop what runs there. */
  | 'port_in_use'
  /** The data folder cannot be used, or another process uses it. */
  | 'data_dir_unusable'
  /** The database does not answer or refuses: DATABASE_URL. */
  | 'database_unusable'
  /** The S3 store does not answer, or refuses: S3_ENDPOINT, S3_BUCKET and the keys. */
  | 'storage_unusable'
  /** What seals has no usable key or certificate, or does not answer: SEAL_P12, SEAL_KEY, SEAL_REMOTE_URLS. */
  | 'seal_unusable'
  /** `vite build` failed. */
  | 'web_not_built';

/** Stops the start. `message` is the one line people see; it names the setting and holds no secret. */
export class StartError extends Error {
  readonly code: StartErrorCode;

  constructor(code: StartErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'StartError';
    this.code = code;
  }
}
