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

export interface ProofContext {
  readonly deps: SigningDeps;
  readonly document: DocumentState;
  readonly signee: Signee;
  readonly proofId: string;
  /** `idHash`. */
  readonly sessionHash: string;
  /** Null for a proof that the signature method needs. */
  readonly field: FormField | null;
  /** Of the prepared PDF. */
  readonly fields: readonly FormField[];
  readonly now: Date;
  /** The end of the session. */
  readonly removeAt: Date;
  /** Null if a provider caused the step. */
  readonly origin: ProofOrigin | null;
}

export interface ProofOrigin {
  readonly ipAddress: string;
  /** As of a visitor. */
  readonly network?: string | undefined;
  readonly userAgent: string;
  /** Where a provider leads back to. */
  readonly pageUrl: string;
}

export interface ProofUpload {
  readonly content: Readable;
  readonly originalName: string;
  /** Of several files. */
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

/** Kept with the document, or was. */
export type KeptProofRef = Pick<Proof, 'documentId' | 'signeeId' | 'proofId' | 'createdAt'>;

/** With the document at once; it cannot be taken back. */
interface KeepingRules<State> {
  /**
   * They end it at the provider, and keep a success all the same: when it is given up, and `minutes` after
   * its start.
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
 * Its functions run outside of transactions and may call providers; an error fails `start`, and leaves a
 * proof pending otherwise.
 */
export interface ProofDefinition<Kind extends string, State, Start, Input> {
  readonly kind: Kind;
  readonly capability: Capability | null;
  /** If the capability does not say so. */
  isConfigured?(deps: Pick<SigningDeps, 'companyRegister'>): boolean;
  readonly triggers: readonly string[];
  /** Unless the session ends before. */
  readonly minutes: number;
  /** To one proof. */
  readonly maxAttempts: number;
  /** Of one signee within 24 hours. */
  readonly maxStarts: number;
  /** Between two starts of one signee. */
  readonly cooldownSeconds: number;
  /** Of one field. */
  readonly maxSucceeded: number;
  /** If that is given up, so is this. */
  readonly restsOn?: string;
  /** By a QR code: what it needs a camera for. */
  readonly isForPhone?: boolean;
  /** Besides what the signature method and the form need. */
  isNeededBy?(signee: Signee): boolean;
  readonly kept?: KeepingRules<State>;
  readonly state: z.ZodType<State>;
  /** Of two steps at the same time; without it the later one is stored. */
  merge?(stored: State, next: State): State;
  readonly startInput: z.ZodType<Start>;
  /** For a window that does not have them. Throws for invalid ones. */
  listEntered?(input: Start, fields: readonly FormField[]): readonly FieldValue[];
  start(context: ProofContext, input: Start): Promise<ProofOutcome<State>>;
  /** From the page to a pending proof. */
  readonly answer?: {
    readonly input: z.ZodType<Input>;
    run(context: ProofContext, state: State, input: Input): Promise<ProofOutcome<State>>;
  };
  /** Once, after a success that the page brought was stored. */
  readonly succeeded?: (context: ProofContext) => Promise<void>;
  /** From the page to a pending proof. */
  readonly receive?: {
    /** `run` reads no more. */
    readonly maxBytes: number;
    run(context: ProofContext, state: State, upload: ProofUpload): Promise<ProofOutcome<State>>;
  };
  /** Asks the provider. */
  readonly poll?: {
    readonly seconds: number;
    /** Also while no page is open: the report may never come. Absent: never. */
    isWatched?(state: State): boolean;
    run(context: ProofContext, state: State): Promise<ProofOutcome<State>>;
  };
  /** Also a successful one. Removes what it stored, or cancels at the provider. */
  readonly cancel?: (context: ProofContext, state: State) => Promise<void>;
  /** Removed with the document, and after the signature unless that needs them. */
  listBlobs?(state: State): readonly string[];
  /** Kept with the signature, encrypted, until the document is removed. */
  keep?(state: State): Readonly<Record<string, string | null>> | null;
  /** On the page before it is started. */
  introduce?(
    target: Pick<ProofContext, 'signee' | 'field'>,
    deps: Pick<SigningDeps, 'electronicId' | 'companyRegister' | 'idScanner'>,
  ): ProofDetails;
  describe(state: State, entered: readonly FieldValue[]): ProofDetails;
}

/** Without its types. */
export type AnyProofDefinition<Kind extends string = string> = ProofDefinition<
  Kind,
  unknown,
  unknown,
  unknown
>;

/** Removes its types for the table: the schemas admit only what its functions take. */
export function defineProof<const Kind extends string, State, Start, Input = never>(
  definition: ProofDefinition<Kind, State, Start, Input>,
): AnyProofDefinition<Kind> {
  return definition as unknown as AnyProofDefinition<Kind>;
}
