import type { PadesLevel } from '../levels.ts';
import type { SendRequest } from '../network/send-request.ts';
import type { SignerFailure } from '../signers/remote/remote-key.ts';
import type { AuthorityFailure } from '../timestamp/obtain-timestamp.ts';
import type { TimestampAuthority } from '../timestamp/timestamp-authority.ts';
import type { ValidationFailure } from '../validation-data/validation-fault.ts';

/**
 * A server that gave no usable signature, timestamp or validation data. Its address is empty if none was
 * known.
 */
export type ServerFailure = AuthorityFailure | SignerFailure | ValidationFailure;

/** The level of a seal, and the services it needs. */
export interface PadesOptions {
  readonly level: PadesLevel;
  /**
   * `required`: sealing fails if the level cannot be reached. `preferred`: seals at the highest level that
   * can be reached.
   */
  readonly demand: 'required' | 'preferred';
  /**
   * In order of preference. Reuse the objects: they identify the cached token sizes, which save a request per
   * seal.
   */
  readonly authorities: readonly TimestampAuthority[];
  readonly send: SendRequest;
  /** Clock for checking timestamps and validation data; defaults to the system's. */
  readonly now?: () => Date;
}

/** The result of sealing. */
export interface SealReport {
  readonly level: PadesLevel;
  /** The authority and its time. Null at level B-B. */
  readonly timestamp: { readonly authority: string; readonly time: Date } | null;
  /** Failed requests in order, for the log, also if the level was reached. */
  readonly failures: readonly ServerFailure[];
}
