import * as asn1js from 'asn1js';
import { TimeStampResp } from 'pkijs';
import type { TimestampFault } from './timestamp-authority.ts';

/** PKIStatus granted and grantedWithMods (RFC 3161 2.4.2). */
const GRANTED: readonly number[] = [0, 1];

/** DER, or why there is none. */
export function readTimestampResponse(body: Uint8Array): Uint8Array | TimestampFault {
  try {
    return readResponse(body);
  } catch (error) {
    // For malformed input.
    return unreadable(error instanceof Error ? error.message : String(error));
  }
}

function readResponse(body: Uint8Array): Uint8Array | TimestampFault {
  const { result, offset } = asn1js.fromBER(new Uint8Array(body));
  if (offset !== body.length || !(result instanceof asn1js.Sequence)) return unreadable('it is no DER');
  // The token that is checked is the one in the file.
  const token = result.valueBlock.value[1]?.toBER();
  const response = new TimeStampResp({ schema: result });
  const { status } = response.status;
  if (!GRANTED.includes(status))
    return { reason: 'refused', message: `The authority rejected the request: status ${status}` };
  return token ? new Uint8Array(token) : unreadable('there is no token');
}

function unreadable(why: string): TimestampFault {
  return { reason: 'not_readable', message: `The response is not a timestamp: ${why}` };
}
