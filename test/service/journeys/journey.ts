import type { Answer } from '../api-client.ts';
import type { JourneyRun } from './journey-run.ts';

/**
 * What people do with the service, as data. `{name}` in a path, a body or an expectation is replaced by what a step before
 * kept under that name.
 */
export interface Journey {
  readonly name: string;
  readonly steps: readonly Step[];
}

export type Step = Call | Upload | Mails | Events | Check;

/** `owner` unless given; `reader` has a token that only reads, `bare` is an account without capabilities. */
export type Who = 'owner' | 'reader' | 'bare' | 'signer';

/** Where a value is in an answer: `signeeDetails.0.signeeId`. */
type Kept = string | ((answer: Answer) => string);

interface Call {
  /** `POST /v1/docs` */
  readonly call: string;
  readonly as?: Who;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** The status code. */
  readonly answers: number;
  /** Members that the body has, at least. */
  readonly with?: unknown;
  readonly keep?: Readonly<Record<string, Kept>>;
  /** Repeats the call until its answer is as expected. */
  readonly eventually?: true;
}

interface Upload {
  /** Name of a fixture. */
  readonly upload: string;
  readonly keep: string;
}

interface Mails {
  readonly mailsTo: string;
  /** Exactly as many there are, soon. */
  readonly count: number;
  /** What the newest one says. */
  readonly keep?: Readonly<Record<string, RegExp>>;
}

interface Events {
  readonly eventsOf: string;
  /** Types of all events that the webhook at `{hook}` got, in any order. */
  readonly types: readonly string[];
}

interface Check {
  readonly check: string;
  run(journey: JourneyRun): Promise<void>;
}
