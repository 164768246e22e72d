import { randomBytes } from 'node:crypto';
import * as asn1js from 'asn1js';
import { AlgorithmIdentifier, MessageImprint, TimeStampReq } from 'pkijs';
import { ID_SHA256 } from '../cms/algorithms.ts';
import { MAX_CLOCK_DIFFERENCE_MS, MAX_TIMESTAMP_BYTES, REQUEST_TIMEOUT_MS } from '../limits.ts';
import {
  describeNetworkError,
  isRecentlyFailed,
  isTimeout,
  type NetworkAnswer,
  type SendRequest,
} from '../network.ts';
import {
  checkTimestamp,
  readTimestampResponse,
  type TimestampStatement,
  type TokenFault,
} from './check-timestamp.ts';
import { formatAuthorityUrl, type TimestampAuthority, type TimestampFault } from './timestamp-authority.ts';

/** The media type of a query (RFC 3161 3.4). */
export const QUERY_TYPE = 'application/timestamp-query';
const NONCE_BYTES = 16;

/** `nonce` has the DER contents of the INTEGER. */
interface TimestampRequest {
  readonly bytes: Uint8Array;
  readonly nonce: Uint8Array;
}

/** Creates a request with SHA-256 that asks for certificates (RFC 3161 2.4.1). */
function createTimestampRequest(digest: Uint8Array): TimestampRequest {
  const nonce = createNonce();
  const request = new TimeStampReq({
    version: 1,
    messageImprint: new MessageImprint({
      // Some authorities require NULL, though RFC 5754 2 prefers none.
      hashAlgorithm: new AlgorithmIdentifier({ algorithmId: ID_SHA256, algorithmParams: new asn1js.Null() }),
      hashedMessage: new asn1js.OctetString({ valueHex: new Uint8Array(digest) }),
    }),
    nonce: new asn1js.Integer({ valueHex: new Uint8Array(nonce).buffer }),
    certReq: true,
  });
  return { bytes: new Uint8Array(request.toSchema().toBER()), nonce };
}

/** Positive without leading zeros: all authorities return it unchanged. */
function createNonce(): Uint8Array {
  const nonce = new Uint8Array(randomBytes(NONCE_BYTES));
  nonce[0] = ((nonce[0] ?? 0) & 0x7f) | 0x40;
  return nonce;
}

export interface Timestamp {
  readonly token: Uint8Array;
  readonly time: Date;
  /** URL of the authority without credentials. */
  readonly authority: string;
  readonly statement: TimestampStatement;
}

export interface AuthorityFailure extends TimestampFault {
  readonly authority: string;
}

/** A timestamp with the failures before it. */
export interface TimestampResult {
  readonly timestamp: Timestamp | undefined;
  readonly failures: readonly AuthorityFailure[];
  /** The authorities for the next request: the successful one, those not tried, then those skipped. */
  readonly left: readonly TimestampAuthority[];
}

export interface TimestampSource {
  readonly authorities: readonly TimestampAuthority[];
  readonly send: SendRequest;
  readonly now: () => Date;
}

const REPLY_TYPE = 'application/timestamp-reply';
const NO_DIGEST = new Uint8Array(0);
const UNREADABLE: TimestampFault = { reason: 'not_readable', message: 'The timestamp cannot be read' };

/**
 * Obtains a timestamp of a SHA-256 digest. Authorities that failed recently are tried last. Network errors are
 * returned as failures.
 */
export async function obtainTimestamp(digest: Uint8Array, source: TimestampSource): Promise<TimestampResult> {
  const failures: AuthorityFailure[] = [];
  const untried = [...source.authorities];
  const passedOver: TimestampAuthority[] = [];
  for (const { authority, fresh } of iterateAttempts(untried, passedOver)) {
    const answer = await queryAuthority(digest, authority, source, fresh);
    if (!('reason' in answer))
      return { timestamp: answer, failures, left: [authority, ...untried, ...passedOver] };
    failures.push({ authority: formatAuthorityUrl(authority), ...answer });
    if (answer.reason === 'failed_lately') passedOver.push(authority);
  }
  return { timestamp: undefined, failures, left: [] };
}

/** Tries the skipped ones last, with `fresh`, and removes them from the arrays. */
function* iterateAttempts(untried: TimestampAuthority[], passedOver: TimestampAuthority[]) {
  for (let next = untried.shift(); next !== undefined; next = untried.shift())
    yield { authority: next, fresh: false };
  for (let next = passedOver.shift(); next !== undefined; next = passedOver.shift())
    yield { authority: next, fresh: true };
}

async function queryAuthority(
  digest: Uint8Array,
  authority: TimestampAuthority,
  source: TimestampSource,
  fresh: boolean,
): Promise<Timestamp | TimestampFault> {
  const request = createTimestampRequest(digest);
  const answer = await send(request, authority, source, fresh);
  if ('reason' in answer) return answer;
  const token = readTimestampResponse(answer.body);
  if ('reason' in token) return token;
  const check = checkTimestamp(token, (name) => (name === 'sha256' ? digest : NO_DIGEST));
  const { statement, faults, remarks } = check;
  if (statement === undefined || faults.length > 0) return describeFault(faults[0]);
  // A seal with such a token would not be DER.
  const notDer = remarks.find(({ code }) => code === 'not_der');
  if (notDer) return { reason: 'not_readable', message: notDer.message };
  const fault = checkNonce(statement, request) ?? checkClock(statement, source.now());
  return fault ?? { token, time: statement.time, authority: formatAuthorityUrl(authority), statement };
}

async function send(
  { bytes }: TimestampRequest,
  { url }: TimestampAuthority,
  source: TimestampSource,
  fresh: boolean,
): Promise<NetworkAnswer | TimestampFault> {
  try {
    const answer = await source.send({
      url,
      method: 'POST',
      headers: { 'content-type': QUERY_TYPE, accept: REPLY_TYPE },
      body: bytes,
      timeoutMs: REQUEST_TIMEOUT_MS,
      maxBytes: MAX_TIMESTAMP_BYTES,
      fresh,
    });
    if (answer.status === 200) return answer;
    return { reason: 'http_status', message: `The authority responded with HTTP status ${answer.status}` };
  } catch (error) {
    return { reason: readFault(error), message: describeNetworkError(error) };
  }
}

function readFault(error: unknown): TimestampFault['reason'] {
  if (isRecentlyFailed(error)) return 'failed_lately';
  return isTimeout(error) ? 'timed_out' : 'not_reachable';
}

function describeFault(fault: TokenFault | undefined): TimestampFault {
  return fault === undefined ? UNREADABLE : { reason: fault.reason, message: fault.problem.message };
}

function checkNonce({ nonce }: TimestampStatement, request: TimestampRequest): TimestampFault | undefined {
  if (nonce !== undefined && Buffer.from(nonce).equals(request.nonce)) return undefined;
  return { reason: 'wrong_nonce', message: 'The timestamp is for another request' };
}

function checkClock({ time }: TimestampStatement, now: Date): TimestampFault | undefined {
  if (Math.abs(time.getTime() - now.getTime()) <= MAX_CLOCK_DIFFERENCE_MS) return undefined;
  const message = `The timestamp says ${time.toISOString()}, the local clock ${now.toISOString()}`;
  return { reason: 'wrong_time', message };
}
