import { createHash } from 'node:crypto';
import { SealError } from '../errors.ts';
import { PASSED_OVER_MS } from '../limits.ts';
import {
  describeNetworkError,
  type NetworkAnswer,
  type NetworkRequest,
  RecentlyFailed,
  type SendRequest,
} from '../network.ts';
import {
  type AuthorityFailure,
  obtainTimestamp,
  QUERY_TYPE,
  type Timestamp,
  type TimestampSource,
} from './obtain-timestamp.ts';
import type { TimestampAuthority } from './timestamp-authority.ts';

/** The options are for tests; defaults are in limits.ts. */
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
    if (failure && agoMs < forMs) throw describeRecentFailure(failure, agoMs);
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

function describeRecentFailure({ message }: Failure, agoMs: number): RecentlyFailed {
  const seconds = Math.round(agoMs / 1000);
  return new RecentlyFailed(`It failed ${seconds} s ago (${message}); the others are tried first`);
}

/** The timestamper of one seal. An authority that failed is not tried again. */
export interface Timestamper {
  /** Obtains a timestamp of the size and certificates of the next one. Reuses the last one of these authorities. */
  rehearse(): Promise<Timestamp | undefined>;
  /** Throws `timestamp_unavailable` if it is required. */
  stamp(bytes: Uint8Array): Promise<Timestamp | undefined>;
  stampDigest(digest: Uint8Array): Promise<Timestamp | undefined>;
}

const lastTimestamps = new WeakMap<TimestampAuthority, Timestamp>();

export interface TimestamperOptions extends TimestampSource {
  readonly demand: 'required' | 'preferred';
  /** This is called after each request. */
  readonly onFailures: (failures: readonly AuthorityFailure[]) => void;
}

export function createTimestamper(options: TimestamperOptions): Timestamper {
  const failures: AuthorityFailure[] = [];
  let authorities = options.authorities;
  const stampDigest = async (digest: Uint8Array) => {
    const result = await obtainTimestamp(digest, { ...options, authorities });
    failures.push(...result.failures);
    options.onFailures(result.failures);
    authorities = result.left;
    if (authorities[0] && result.timestamp) lastTimestamps.set(authorities[0], result.timestamp);
    if (result.timestamp === undefined && options.demand === 'required') throw describeFailure(failures);
    return result.timestamp;
  };
  return {
    rehearse: async () => findLatest(authorities) ?? stampDigest(createHash('sha256').digest()),
    stamp: (bytes) => stampDigest(createHash('sha256').update(bytes).digest()),
    stampDigest,
  };
}

/** Finds the authority that will probably respond next. */
function findLatest(authorities: readonly TimestampAuthority[]): Timestamp | undefined {
  return authorities
    .flatMap((authority) => lastTimestamps.get(authority) ?? [])
    .reduce<Timestamp | undefined>(
      (latest, one) => (latest && latest.time >= one.time ? latest : one),
      undefined,
    );
}

function describeFailure(failures: readonly AuthorityFailure[]): SealError {
  const details = failures.map(({ authority, message }) => `${authority}: ${message}`).join('; ');
  const reason = failures.at(-1)?.reason ?? 'no_authority';
  return new SealError(
    'timestamp_unavailable',
    `No timestamp authority returned a valid timestamp. ${details || 'None is configured'}`,
    { authorities: failures.length, reason },
  );
}
