import { DatabaseUnavailable } from '@countersign/signing/ports';

/**
 * Temporary failures (PostgreSQL, appendix A): connection, transaction rollback, resources, shutdown and
 * start, cancelled by the operator, I/O, read-only standby.
 */
const OUTAGE_STATE = /^(08|40|53|57|58)[0-9A-Z]{3}$|^25006$/;
/** They have no code. */
const CONNECTION_LOST = /^(Connection terminated|Client (has encountered|was closed)|Query read timeout)/;
/** Other ERR_ codes are programming errors. */
const SYSTEM_ERROR = /^(?:E(?!RR_)[A-Z0-9_]+|ERR_(?:SOCKET|STREAM|SSL|TLS)_[A-Z0-9_]+)$/;

/** Errors of the connection or the server's state become `DatabaseUnavailable`. */
export function asDatabaseError(error: unknown): unknown {
  return isOutage(error) ? new DatabaseUnavailable(error) : error;
}

function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (!('code' in error) || typeof error.code !== 'string') return CONNECTION_LOST.test(error.message);
  return OUTAGE_STATE.test(error.code) || SYSTEM_ERROR.test(error.code);
}
