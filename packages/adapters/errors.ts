export type AdapterErrorCode =
  /** By another process. params: path, pid, host. */
  | 'data_dir_locked'
  /** Committed work is on disk. */
  | 'database_stopped'
  /** Not 32 bytes. params: length. */
  | 'encryption_key_invalid'
  | 'encryption_key_wrong'
  /** Another build wrote the database. params: migration. */
  | 'migration_unknown'
  /** Altered, or of another row. */
  | 'secret_damaged'
  /** A transaction inside another one would wait for itself. */
  | 'nested_transaction'
  /** A store that `transact` handed out was used after the transaction. */
  | 'outside_transaction'
  /** A store of the database was used inside `transact`, whose stores have to be used there. */
  | 'outer_store_in_transaction'
  /** params: table, id. */
  | 'row_missing'
  /** Before `openJobs` or after `stop`. params: job. */
  | 'jobs_not_open'
  /** Not lower-case letters, digits and underscores. params: schema. */
  | 'schema_name_invalid'
  /** It could be outside the blob folder. params: blobId. */
  | 'blob_id_invalid'
  | 'smtp_url_invalid'
  /** params: channel. */
  | 'channel_not_supported'
  /** [D7-15] [D7-16] params: host, reason. */
  | 'webhook_url_not_allowed'
  /** Of a certificate or a redirect. params: host, reason. */
  | 'authority_url_not_allowed'
  /** Not public HTTPS [D8-21]. params: host, reason. */
  | 'document_url_not_allowed'
  /** params: timeoutMs. */
  | 'timed_out'
  /** params: seconds. */
  | 'provider_busy'
  /** params: status, and its code if any. */
  | 'provider_failed'
  /** Too much, or redirected too often. params: limit. */
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

/** Undefined if the bytes are not JSON. */
export function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch {
    return undefined;
  }
}

/** Rejects only after both have ended: then nothing uses their files. The first's error goes before. */
export async function settleBoth<A, B>(first: Promise<A>, second: Promise<B>): Promise<readonly [A, B]> {
  await Promise.allSettled([first, second]);
  return [await first, await second];
}
