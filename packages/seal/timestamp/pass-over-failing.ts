import { PASSED_OVER_MS } from '../limits.ts';
import { describeNetworkError } from '../network/network-error.ts';
import {
  type NetworkAnswer,
  type NetworkRequest,
  RecentlyFailed,
  type SendRequest,
} from '../network/send-request.ts';
import { QUERY_TYPE } from './timestamp-request.ts';

/** For tests; defaults are in limits.ts. */
export interface PassOverOptions {
  readonly now?: () => Date;
  readonly forMs?: number;
}

interface Failure {
  readonly at: number;
  readonly message: string;
}

/**
 * Wraps a sender to skip timestamp authorities that failed recently. One that hangs would delay every seal by
 * ten seconds. Requests to them reject with `failed_lately` unless they are `fresh`, which a seal uses if all
 * others failed. Share it between all seals of a process.
 */
export function passOverFailing(send: SendRequest, options: PassOverOptions = {}): SendRequest {
  const { now = () => new Date(), forMs = PASSED_OVER_MS } = options;
  const failures = new Map<string, Failure>();
  return async (request) => {
    if (request.headers['content-type'] !== QUERY_TYPE) return send(request);
    const failure = request.fresh ? undefined : failures.get(request.url);
    const agoMs = failure ? now().getTime() - failure.at : forMs;
    if (failure && agoMs < forMs) throw describeFailure(failure, agoMs);
    const record = (message: string) => failures.set(request.url, { at: now().getTime(), message });
    const answer = await sendAndRecord(send, request, record);
    if (answer.status === 200) failures.delete(request.url);
    else record(`HTTP status ${answer.status}`);
    return answer;
  };
}

async function sendAndRecord(
  send: SendRequest,
  request: NetworkRequest,
  record: (message: string) => void,
): Promise<NetworkAnswer> {
  try {
    return await send(request);
  } catch (error) {
    record(describeNetworkError(error));
    throw error;
  }
}

function describeFailure({ message }: Failure, agoMs: number): RecentlyFailed {
  const seconds = Math.round(agoMs / 1000);
  return new RecentlyFailed(`It failed ${seconds} s ago (${message}); the others are tried first`);
}
