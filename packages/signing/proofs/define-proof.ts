import type { Readable } from 'node:stream';
import type { Capability } from '@countersign/identity';
import type { z } from 'zod';
import type { Decision, EntryDraft } from '../documents/decision.ts';
import type { DocumentState, Signee } from '../documents/document.ts';
import type { SigningErrorCode } from '../errors.ts';
import type { Job } from '../jobs/job.ts';
import type { FieldValue, FormField } from '../ports/pdf-toolkit.ts';
import type { SigningDeps } from '../signing.ts';
import type { Proof, ProofResult } from './proof.ts';

/** What a kind of proof may know. */
export interface ProofContext {
  readonly deps: SigningDeps;
  readonly document: DocumentState;
  readonly signee: Signee;
  readonly proofId: string;
  /** `idHash` of the signing session. */
  readonly sessionHash: string;
  /** The trigger's field; null for a proof that the signature method needs. */
  readonly field: FormField | null;
  /** Every field of the prepared PDF. */
  readonly fields: readonly FormField[];
  readonly now: Date;
  /** The end of the session. */
  readonly removeAt: Date;
  /** Of the browser; null if a provider caused the step. */
  readonly origin: ProofOrigin | null;
}

export interface ProofOrigin {
  readonly ipAddress: string;
  readonly userAgent: string;
  /** The address of the signing page, to come back to from a provider. */
  readonly pageUrl: string;
}

/** A file that the signee sends to a proof. */
export interface ProofUpload {
  readonly content: Readable;
  readonly originalName: string;
  /** Which of several files, as the kind names them. */
  readonly part: string;
}

export type ProofOutcome<State> =
  /** `isOutage`: a provider could not be asked, so that the answer costs no try. */
  | { readonly kind: 'pending'; readonly state: State; readonly isOutage?: boolean }
  /** The answer is wrong; there may be tries left. Thrown to the caller after it was counted. */
  | { readonly kind: 'rejected'; readonly error: SigningErrorCode }
  /** `reason`: an error code or a word of the kind. `isOutage`: of a provider, so that it costs neither a try nor a start. */
  | { readonly kind: 'failed'; readonly reason: string; readonly isOutage?: boolean }
  | { readonly kind: 'succeeded'; readonly state: State; readonly result: ProofResult };

/** Plain JSON, shown on the page. */
export type ProofDetails = Readonly<
  Record<string, string | number | boolean | null | readonly string[] | readonly FieldValue[]>
>;

/** The proof of a kind that is kept with the document, or was. */
export type KeptProofRef = Pick<Proof, 'documentId' | 'signeeId' | 'proofId' | 'createdAt'>;

/** How a success is kept with the document at once. It cannot be taken back. */
interface KeepingRules<State> {
  /**
   * Returns the jobs that end it at the provider, and keep a success all the same: when it is given up, and `minutes` after its
   * start, until when it may succeed whatever became of the proof and its session.
   */
  listEnds(proof: KeptProofRef, state: State): readonly Job[];
  /** What the audit trail says of a success, besides the proof: it stays when the document is removed. */
  describeSuccess(facts: ProofResult['facts']): EntryDraft['details'];
  /** What follows a success that no signature can use. */
  reportUnused(
    document: Pick<DocumentState, 'documentId'>,
    proof: Pick<Proof, 'signeeId' | 'proofId'>,
    facts: ProofResult['facts'],
  ): Pick<Decision, 'entries' | 'jobs'>;
}

/**
 * A kind of proof. Its functions run outside of transactions and may call providers; an error that they throw fails
 * `start`, and leaves a proof pending otherwise.
 */
export interface ProofDefinition<Kind extends string, State, Start, Input> {
  readonly kind: Kind;
  /** The capability that the account must have; null if none. */
  readonly capability: Capability | null;
  /** Whether its providers are configured, if the capability does not say so. */
  isConfigured?(deps: Pick<SigningDeps, 'companyRegister'>): boolean;
  /** Attributes of fields that start it. */
  readonly triggers: readonly string[];
  /** Minutes until it expires, unless the session ends before. */
  readonly minutes: number;
  /** Answers to one proof. */
  readonly maxAttempts: number;
  /** Starts of one signee within 24 hours. */
  readonly maxStarts: number;
  /** Seconds between two starts of one signee. */
  readonly cooldownSeconds: number;
  /** Successful proofs of one field. */
  readonly maxSucceeded: number;
  /** A kind for the signature method that it rests on: if that is given up, so is this. */
  readonly restsOn?: string;
  /** Whether a phone may go on with it, by a QR code: what it needs a camera for. */
  readonly isForPhone?: boolean;
  /** Whether a signee needs it besides what the signature method and the form need. */
  isNeededBy?(signee: Signee): boolean;
  readonly kept?: KeepingRules<State>;
  readonly state: z.ZodType<State>;
  /** The state to store, if two steps ran at the same time; without it the later one is stored. */
  merge?(stored: State, next: State): State;
  readonly startInput: z.ZodType<Start>;
  /** The values of the form to store beside the state, for a window that does not have them. Throws for invalid ones. */
  listEntered?(input: Start, fields: readonly FormField[]): readonly FieldValue[];
  start(context: ProofContext, input: Start): Promise<ProofOutcome<State>>;
  /** What the page sends to a pending proof. */
  readonly answer?: {
    readonly input: z.ZodType<Input>;
    run(context: ProofContext, state: State, input: Input): Promise<ProofOutcome<State>>;
  };
  /** A file that the page sends to a pending proof. */
  readonly receive?: {
    /** Of one upload. `run` reads no more. */
    readonly maxBytes: number;
    run(context: ProofContext, state: State, upload: ProofUpload): Promise<ProofOutcome<State>>;
  };
  /** Asks the provider how it stands. */
  readonly poll?: {
    /** Not asked again within so many seconds, whichever node the page asks. */
    readonly seconds: number;
    /** Whether it is asked also while no page is open: its report may never come. Absent: never. */
    isWatched?(state: State): boolean;
    run(context: ProofContext, state: State): Promise<ProofOutcome<State>>;
  };
  /** After the proof was given up, also a successful one. Removes what it stored, or cancels at the provider. */
  readonly cancel?: (context: ProofContext, state: State) => Promise<void>;
  /** What it stored: removed with the document, and after the signature unless that needs it. */
  listBlobs?(state: State): readonly string[];
  /** What is kept of a successful proof with the signature, encrypted, until the document is removed. */
  keep?(state: State): Readonly<Record<string, string | null>> | null;
  /** What the page shows before it is started, such as where a code would go. */
  introduce?(
    target: Pick<ProofContext, 'signee' | 'field'>,
    deps: Pick<SigningDeps, 'electronicId' | 'companyRegister' | 'idScanner'>,
  ): ProofDetails;
  describe(state: State, entered: readonly FieldValue[]): ProofDetails;
}

/** A kind in the table, without its types. */
export type AnyProofDefinition<Kind extends string = string> = ProofDefinition<
  Kind,
  unknown,
  unknown,
  unknown
>;

/** Checks a kind and removes its types for the table: the schemas admit only what its functions take. */
export function defineProof<const Kind extends string, State, Start, Input = never>(
  definition: ProofDefinition<Kind, State, Start, Input>,
): AnyProofDefinition<Kind> {
  return definition as unknown as AnyProofDefinition<Kind>;
}
