export type AdapterErrorCode =
  /** Another process uses the folder. `params` has path, pid and host. */
  | 'data_dir_locked'
  /** Root would leave files there that the owner cannot read. `params` has path and uid. */
  | 'data_dir_of_another_user'
  /** The database has stopped. Committed work is on disk. */
  | 'database_stopped'
  /** The key has not 32 bytes. `params` has length. */
  | 'encryption_key_invalid'
  | 'encryption_key_wrong'
  /** Another build wrote the database. `params` has migration. */
  | 'migration_unknown'
  /** Rows can be loaded into a new database alone. `params` has the table with other rows. */
  | 'target_not_empty'
  /** What was copied is not what is there. `params` has table or blobId. */
  | 'transfer_differs'
  /** The secret was altered, or is of another row. */
  | 'secret_damaged'
  /** A transaction inside another one would wait for itself. */
  | 'nested_transaction'
  /** A store that `transact` handed out was used after the transaction. */
  | 'outside_transaction'
  /** A store of the database was used inside `transact`, whose stores have to be used there. */
  | 'outer_store_in_transaction'
  /** `params` has table and id. */
  | 'row_missing'
  /** A job was enqueued before `openJobs` or after `stop`. `params` has job. */
  | 'jobs_not_open'
  /** The name has other characters than lower-case letters, digits and underscores. `params` has schema. */
  | 'schema_name_invalid'
  /** The id could name a file outside the blob folder. `params` has blobId. */
  | 'blob_id_invalid'
  | 'smtp_url_invalid'
  /** `params` has channel. */
  | 'channel_not_supported'
  /** The address is not allowed [D7-15] [D7-16]. `params` has host and reason. */
  | 'webhook_url_not_allowed'
  /** An address of a certificate or redirect is not allowed. `params` has host and reason. */
  | 'authority_url_not_allowed'
  /** The address is not public HTTPS [D8-21]. `params` has host and reason. */
  | 'document_url_not_allowed'
  /** An address of a customer's OpenID Connect provider is not public HTTPS. `params` has host and reason. */
  | 'issuer_url_not_allowed'
  /** `params` has timeoutMs. */
  | 'timed_out'
  /** `params` has seconds. */
  | 'provider_busy'
  /** `params` has status, and the provider's code if there is one; without an answer, the network's code. */
  | 'provider_failed'
  /** The answer is too long, or redirects too often. `params` has limit. */
  | 'answer_not_usable';

export type AdapterErrorParams = Readonly<Record<string, string | number>>;

/** An error of the packages' outer side. `message` is for the log, without secrets or personal data. */
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

/** Returns undefined if the bytes are not JSON. */
export function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch {
    return undefined;
  }
}

/** Rejects only after both have ended, when nothing uses their files. The error of the first is preferred. */
export async function settleBoth<A, B>(first: Promise<A>, second: Promise<B>): Promise<readonly [A, B]> {
  await Promise.allSettled([first, second]);
  return [await first, await second];
}
