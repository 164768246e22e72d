import type { PadesLevel } from '../levels.ts';
import type { SendRequest } from '../network/send-request.ts';
import type { SignerFailure } from '../signers/remote/remote-key.ts';
import type { AuthorityFailure } from '../timestamp/ask-authorities.ts';
import type { TimestampAuthority } from '../timestamp/timestamp-authority.ts';
import type { ValidationFailure } from '../validation-data/validation-fault.ts';

/** A server that gave no usable signature, timestamp or validation data, by its address, which is empty when there was none to ask; and why. */
export type ServerFailure = AuthorityFailure | SignerFailure | ValidationFailure;

/** The level a seal shall have, and where what that takes comes from. */
export interface PadesOptions {
  readonly level: PadesLevel;
  /**
   * `required`: sealing fails when the level cannot be reached. `preferred`: the file is sealed at the highest level that
   * can be reached, and the result tells what was missing.
   */
  readonly demand: 'required' | 'preferred';
  /**
   * In the order in which they are tried. Keep the objects from seal to seal: how large an authority's tokens are is
   * remembered with them, so that the dry run asks each only once.
   */
  readonly authorities: readonly TimestampAuthority[];
  readonly send: SendRequest;
  /** The clock that timestamps and validation data are held against; the system's when left out. */
  readonly now?: () => Date;
}

/** What a seal came to. */
export interface SealReport {
  readonly level: PadesLevel;
  /** Who stated when the seal existed, and the time stated. Null at level B-B. */
  readonly timestamp: { readonly authority: string; readonly time: Date } | null;
  /** Servers that were asked in vain, in order: for the log, also when the level was reached. */
  readonly failures: readonly ServerFailure[];
}
