import { RemoteKeyError } from '../../errors.ts';
import { isTimeout } from '../../network/network-error.ts';
import type { SignerFaultReason } from './remote-key.ts';

/** Why a request to the holder of a key failed, from what it rejected with. */
export function readSignerFault(error: unknown): SignerFaultReason {
  if (error instanceof RemoteKeyError) return error.reason;
  return isTimeout(error) ? 'timed_out' : 'not_reachable';
}
