import { createHash } from 'node:crypto';
import { SealError } from '../errors.ts';
import {
  type AuthorityFailure,
  askAuthorities,
  type Timestamp,
  type TimestampSource,
} from './ask-authorities.ts';
import type { TimestampAuthority } from './timestamp-authority.ts';

/** Asks for all timestamps of one seal. An authority that failed is not asked again for the same seal. */
export interface Timestamper {
  /**
   * A timestamp of the kind the next one will be, for its size and its certificates: the last one that one of the
   * authorities gave, else one that is asked for now. Undefined when no authority gives any.
   */
  rehearse(): Promise<Timestamp | undefined>;
  /** A timestamp of `bytes`. Undefined when no authority gives one; throws `timestamp_unavailable` when it is required. */
  stamp(bytes: Uint8Array): Promise<Timestamp | undefined>;
  /** The same for what has this SHA-256. */
  stampDigest(digest: Uint8Array): Promise<Timestamp | undefined>;
}

/** The last timestamp of each authority, as this thread knows it. */
const lastTimestamps = new WeakMap<TimestampAuthority, Timestamp>();

/** Who is asked, and whether a seal may do without. */
export interface TimestamperOptions extends TimestampSource {
  readonly demand: 'required' | 'preferred';
  /** Is told of authorities that failed, as soon as they did. */
  readonly tell: (failures: readonly AuthorityFailure[]) => void;
}

export function createTimestamper(options: TimestamperOptions): Timestamper {
  const failures: AuthorityFailure[] = [];
  let authorities = options.authorities;
  const stampDigest = async (digest: Uint8Array) => {
    const result = await askAuthorities(digest, { ...options, authorities });
    failures.push(...result.failures);
    options.tell(result.failures);
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

/** Whoever gave the last one will most likely give the next: those before may be down. */
function findLatest(authorities: readonly TimestampAuthority[]): Timestamp | undefined {
  return authorities
    .flatMap((authority) => lastTimestamps.get(authority) ?? [])
    .reduce<Timestamp | undefined>(
      (latest, one) => (latest && latest.time >= one.time ? latest : one),
      undefined,
    );
}

function describeFailure(failures: readonly AuthorityFailure[]): SealError {
  const told = failures.map(({ authority, message }) => `${authority}: ${message}`).join('; ');
  const reason = failures.at(-1)?.reason ?? 'no_authority';
  return new SealError(
    'timestamp_unavailable',
    `No timestamp authority gave a right timestamp. ${told || 'None is configured'}`,
    { authorities: failures.length, reason },
  );
}
