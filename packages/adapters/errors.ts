/** Every foreseen refusal of the adapters. */
export type AdapterErrorCode =
  /** The data folder is open in another process. params: path, pid, host. Stop that one, or choose another folder. */
  | 'data_dir_locked'
  /** The thread of the embedded database ended. Restart the service; committed work is on disk. */
  | 'database_stopped'
  /** The encryption key is not 32 bytes. params: length. */
  | 'encryption_key_invalid'
  /** The data was written under another encryption key. Give the one it was created with. */
  | 'encryption_key_wrong'
  /** A stored secret was altered, or belongs to another row. */
  | 'secret_damaged'
  /** `transact` inside `transact`: a second connection would wait for the first for ever. */
  | 'nested_transaction'
  /** A store that needs a transaction (to lock, append or enqueue) was called outside one. */
  | 'outside_transaction'
  /** A row to be updated is not there. params: table, id. */
  | 'row_missing'
  /** A job was enqueued before `openJobs`, or after `stop`. params: job. */
  | 'jobs_not_open'
  /** A schema name that is not lower-case letters, digits and underscores. params: schema. */
  | 'schema_name_invalid'
  /** An id that could leave the blob folder. params: blobId. */
  | 'blob_id_invalid'
  /** A mail server address that is not smtp:// or smtps://. */
  | 'smtp_url_invalid'
  /** The notifier does not carry this channel. params: channel. */
  | 'channel_not_supported'
  /** A webhook's URL may not be called [D7-15] [D7-16]. params: host, reason. Give one that is public. */
  | 'webhook_url_not_allowed'
  /** What a certificate, or a redirect of an authority, names may not be called. params: host, reason. */
  | 'authority_url_not_allowed'
  /** An authority (timestamps, OCSP, CRLs) did not answer in time. params: timeoutMs. */
  | 'timed_out'
  /** A provider of messages asked us to wait. params: seconds. */
  | 'provider_busy'
  /** A provider of messages refused or failed. params: status, and its code if it has one. */
  | 'provider_failed'
  /** An authority sent more than was asked for, or redirected too often. params: limit. */
  | 'answer_not_usable';

export type AdapterErrorParams = Readonly<Record<string, string | number>>;

/** An adapter said no. `message` is for the log; it holds no secret and no personal data. */
export class AdapterError extends Error {
  readonly code: AdapterErrorCode;
  readonly params: AdapterErrorParams;

  constructor(code: AdapterErrorCode, params: AdapterErrorParams = {}, options: { cause?: unknown } = {}) {
    super(describe(code, params), options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AdapterError';
    this.code = code;
    this.params = params;
  }
}

function describe(code: AdapterErrorCode, params: AdapterErrorParams): string {
  const details = Object.entries(params).map(([name, value]) => `${name} ${value}`);
  return details.length === 0 ? code : `${code} (${details.join(', ')})`;
}
