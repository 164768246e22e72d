import { REQUEST_TIMEOUT_MS } from '../limits.ts';
import { describeNetworkError, isTimeout } from '../network/network-error.ts';
import type { NetworkAnswer, NetworkRequest, SendRequest } from '../network/send-request.ts';
import type { ValidationFault } from './validation-fault.ts';

export async function fetchResponse(
  send: SendRequest,
  request: Omit<NetworkRequest, 'timeoutMs'>,
): Promise<NetworkAnswer | ValidationFault> {
  try {
    const answer = await send({ ...request, timeoutMs: REQUEST_TIMEOUT_MS });
    if (answer.status === 200) return answer;
    return { reason: 'http_status', message: `The server responded with HTTP status ${answer.status}` };
  } catch (error) {
    return { reason: isTimeout(error) ? 'timed_out' : 'not_reachable', message: describeNetworkError(error) };
  }
}
