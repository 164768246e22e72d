import { RemoteKeyError } from '../../errors.ts';
import { isTimeout } from '../../network/network-error.ts';
import type { SignerFaultReason } from './remote-key.ts';

export function readSignerFault(error: unknown): SignerFaultReason {
  if (error instanceof RemoteKeyError) return error.reason;
  if (isUntrusted(error)) return 'not_trusted';
  return isTimeout(error) ? 'timed_out' : 'not_reachable';
}

/** Node's names of X509_V_ERR_ codes; TLS alerts begin with ERR_SSL_. */
const UNTRUSTED = /^(?!ERR_SSL_).*CERT|^UNABLE_TO_|^HOSTNAME_MISMATCH$/;

function isUntrusted(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ('code' in error && UNTRUSTED.test(String(error.code))) || isUntrusted(error.cause);
}
