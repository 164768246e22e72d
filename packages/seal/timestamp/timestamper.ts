import { createHash } from 'node:crypto';
import { SealError } from '../errors.ts';
import {
  type AuthorityFailure,
  obtainTimestamp,
  type Timestamp,
  type TimestampSource,
} from './obtain-timestamp.ts';
import type { TimestampAuthority } from './timestamp-authority.ts';

/** Of one seal. An authority that failed is not tried again. */
export interface Timestamper {
  /** Like the next one, for its size and certificates. Reuses the last one of these authorities. */
  rehearse(): Promise<Timestamp | undefined>;
  /** Throws `timestamp_unavailable` if it is required. */
  stamp(bytes: Uint8Array): Promise<Timestamp | undefined>;
  stampDigest(digest: Uint8Array): Promise<Timestamp | undefined>;
}

const lastTimestamps = new WeakMap<TimestampAuthority, Timestamp>();

export interface TimestamperOptions extends TimestampSource {
  readonly demand: 'required' | 'preferred';
  /** After each request. */
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

/** It will probably respond next. */
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
