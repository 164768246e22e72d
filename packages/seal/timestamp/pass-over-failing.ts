import { PASSED_OVER_MS } from '../limits.ts';
import { describeNetworkError } from '../network/network-error.ts';
import {
  FailedLately,
  type NetworkAnswer,
  type NetworkRequest,
  type SendRequest,
} from '../network/send-request.ts';
import { QUERY_TYPE } from './timestamp-request.ts';

/** Where tests and special wishes reach in; what is left out has the number of limits.ts. */
export interface PassOverOptions {
  readonly now?: () => Date;
  readonly forMs?: number;
}

interface Failure {
  readonly at: number;
  readonly message: string;
}

/**
 * The same way out, which remembers for some minutes which timestamp authorities gave no answer: one that hangs would cost
 * every seal ten seconds. A request to it rejects with `failed_lately` and is not sent, unless it is marked `fresh`: that
 * is how a seal asks when all others failed too. To be shared by all seals of a process.
 */
export function passOverFailing(send: SendRequest, options: PassOverOptions = {}): SendRequest {
  const { now = () => new Date(), forMs = PASSED_OVER_MS } = options;
  const failures = new Map<string, Failure>();
  return async (request) => {
    if (request.headers['content-type'] !== QUERY_TYPE) return send(request);
    const failure = request.fresh ? undefined : failures.get(request.url);
    const agoMs = failure ? now().getTime() - failure.at : forMs;
    if (failure && agoMs < forMs) throw describeFailure(failure, agoMs);
    const tell = (message: string) => failures.set(request.url, { at: now().getTime(), message });
    const answer = await sendTelling(send, request, tell);
    if (answer.status === 200) failures.delete(request.url);
    else tell(`HTTP status ${answer.status}`);
    return answer;
  };
}

async function sendTelling(
  send: SendRequest,
  request: NetworkRequest,
  tell: (message: string) => void,
): Promise<NetworkAnswer> {
  try {
    return await send(request);
  } catch (error) {
    tell(describeNetworkError(error));
    throw error;
  }
}

function describeFailure({ message }: Failure, agoMs: number): FailedLately {
  const seconds = Math.round(agoMs / 1000);
  return new FailedLately(`It failed ${seconds} s ago (${message}); the others are asked first`);
}
