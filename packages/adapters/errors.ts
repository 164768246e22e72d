export type AdapterErrorCode =
  /** The data folder is open in another process. params: path, pid, host. */
  | 'data_dir_locked'
  /** The thread of the embedded database ended; committed work is on disk. */
  | 'database_stopped'
  /** The encryption key is not 32 bytes. params: length. */
  | 'encryption_key_invalid'
  /** The data was written with another encryption key. */
  | 'encryption_key_wrong'
  /** A stored secret was altered or belongs to another row. */
  | 'secret_damaged'
  /** `transact` inside `transact` would wait for itself. */
  | 'nested_transaction'
  /** A store was called outside a transaction that it needs. */
  | 'outside_transaction'
  /** The row to update is missing. params: table, id. */
  | 'row_missing'
  /** A job was enqueued before `openJobs` or after `stop`. params: job. */
  | 'jobs_not_open'
  /** Not lower-case letters, digits and underscores. params: schema. */
  | 'schema_name_invalid'
  /** The id could be outside the blob folder. params: blobId. */
  | 'blob_id_invalid'
  /** Not smtp:// or smtps://. */
  | 'smtp_url_invalid'
  /** params: channel. */
  | 'channel_not_supported'
  /** [D7-15] [D7-16] params: host, reason. */
  | 'webhook_url_not_allowed'
  /** A URL of a certificate or of an authority's redirect may not be called. params: host, reason. */
  | 'authority_url_not_allowed'
  /** A client metadata document is not at a public HTTPS address [D8-21]. params: host, reason. */
  | 'document_url_not_allowed'
  /** params: timeoutMs. */
  | 'timed_out'
  /** A message provider limits us. params: seconds. */
  | 'provider_busy'
  /** A message provider failed. params: status, and its code if any. */
  | 'provider_failed'
  /** An authority sent too much or redirected too often. params: limit. */
  | 'answer_not_usable';

export type AdapterErrorParams = Readonly<Record<string, string | number>>;

/** `message` is for the log, without secrets or personal data. */
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
