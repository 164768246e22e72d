import { RemoteKeyError } from '../../errors.ts';
import { isTimeout } from '../../network/network-error.ts';
import type { SignerFaultReason } from './remote-key.ts';

/** Why a request to the holder of a key failed, from what it rejected with. */
export function readSignerFault(error: unknown): SignerFaultReason {
  if (error instanceof RemoteKeyError) return error.reason;
  if (isUntrusted(error)) return 'not_trusted';
  return isTimeout(error) ? 'timed_out' : 'not_reachable';
}

/** Codes of what is wrong with a certificate, as Node names OpenSSL's X509_V_ERR_...; alerts of TLS begin otherwise. */
const UNTRUSTED = /^(?!ERR_SSL_).*CERT|^UNABLE_TO_|^HOSTNAME_MISMATCH$/;

/** `fetch` has the code in the cause. */
function isUntrusted(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ('code' in error && UNTRUSTED.test(String(error.code))) || isUntrusted(error.cause);
}
