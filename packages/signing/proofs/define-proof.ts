import type { Readable } from 'node:stream';
import { type Account, availableCapabilities, type Capability } from '@countersign/identity';
import type { FieldValue, FormField } from '@countersign/toolkit';
import type { z } from 'zod';
import type { SigningDeps } from '../deps.ts';
import type { Decision, EntryDraft } from '../documents/audited-decision.ts';
import type { DocumentState, Signee } from '../documents/document.ts';
import { listOpenFields } from '../documents/field-owners.ts';
import { findByLink, findByLinkHash, type LinkTarget } from '../documents/find-by-link.ts';
import { findPreparedView } from '../documents/prepared-view.ts';
import { requireCanSign } from '../documents/signing-access.ts';
import { SIGNING_ERRORS, SigningError, type SigningErrorCode } from '../errors.ts';
import type { Job } from '../jobs/job.ts';
import type { ReadStores } from '../ports/database.ts';
import { findOpenSession, isVerified, subjectOf, type Visitor } from '../sessions/find-session.ts';
import { isSessionOf, type SigningSession } from '../sessions/session.ts';
import { startSession } from '../sessions/start-session.ts';
import type { Proof, ProofDetails, ProofResult } from './proof.ts';

export interface ProofContext {
  readonly deps: SigningDeps;
  readonly document: DocumentState;
  readonly signee: Signee;
  readonly proofId: string;
  /** The `idHash` of the session. */
  readonly sessionHash: string;
  /** The field is null for a proof that the signature method needs. */
  readonly field: FormField | null;
  /** The fields of the prepared PDF that are not another signee's alone. */
  readonly fields: readonly FormField[];
  /** Those of other signees too. */
  readonly allFields: readonly FormField[];
  readonly now: Date;
  /** The end of the session. */
  readonly removeAt: Date;
  /** The origin is null if a provider caused the step. */
  readonly origin: ProofOrigin | null;
}

export interface ProofOrigin {
  readonly ipAddress: string;
  /** The network is the one that limits of a visitor count. */
  readonly network?: string | undefined;
  readonly userAgent: string;
  /** Where a provider leads back to. */
  readonly pageUrl: string;
}

export interface ProofUpload {
  readonly content: Readable;
  readonly originalName: string;
  /** The part names one of several files. */
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

/** Kept with the document, or was. */
export type KeptProofRef = Pick<Proof, 'documentId' | 'signeeId' | 'proofId' | 'createdAt'>;

/** A kept proof is stored with the document at once, and cannot be taken back. */
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
  /** The proof ends after this time, or with the session if that is earlier. */
  readonly minutes: number;
  /** The attempts count for one proof. */
  readonly maxAttempts: number;
  /** The starts count for one signee within 24 hours. */
  readonly maxStarts: number;
  /** The pause lies between two starts of one signee. */
  readonly cooldownSeconds: number;
  /** The limit counts for one field. */
  readonly maxSucceeded: number;
  /** If that is given up, so is this. */
  readonly restsOn?: string;
  /** Whether a QR code hands the proof to a phone, because it needs a camera. */
  readonly isForPhone?: boolean;
  /** Whether a signee needs it for another reason than signature method and form. */
  isNeededBy?(signee: Signee): boolean;
  readonly kept?: KeepingRules<State>;
  readonly state: z.ZodType<State>;
  /** Merges two steps that were taken at the same time; without it the later one is stored. */
  merge?(stored: State, next: State): State;
  readonly startInput: z.ZodType<Start>;
  /** Lists what the page entered, for a window that does not have the fields. Throws if the values are invalid. */
  listEntered?(input: Start, fields: readonly FormField[]): readonly FieldValue[];
  start(context: ProofContext, input: Start): Promise<ProofOutcome<State>>;
  /** The page answers a pending proof. */
  readonly answer?: {
    readonly input: z.ZodType<Input>;
    run(context: ProofContext, state: State, input: Input): Promise<ProofOutcome<State>>;
  };
  /** Runs once, after a success that the page brought was stored. */
  readonly succeeded?: (context: ProofContext) => Promise<void>;
  /** The page sends files to a pending proof. */
  readonly receive?: {
    /** `run` reads no more. */
    readonly maxBytes: number;
    run(context: ProofContext, state: State, upload: ProofUpload): Promise<ProofOutcome<State>>;
  };
  /** The service asks the provider. */
  readonly poll?: {
    readonly seconds: number;
    /**
     * Whether it is polled while no page is open, because the report of the provider may never come. Absent:
     * never.
     */
    isWatched?(state: State): boolean;
    run(context: ProofContext, state: State): Promise<ProofOutcome<State>>;
  };
  /** Removes what the proof stored or cancels it at the provider, also after a success. */
  readonly cancel?: (context: ProofContext, state: State) => Promise<void>;
  /** Removed with the document, and after the signature unless that needs them. */
  listBlobs?(state: State): readonly string[];
  /** Kept with the signature, encrypted, until the document is removed. */
  keep?(state: State): Readonly<Record<string, string | null>> | null;
  /** Says what the page shows before the proof is started. */
  introduce?(
    target: Pick<ProofContext, 'signee' | 'field'>,
    deps: Pick<SigningDeps, 'electronicId' | 'companyRegister' | 'idScanner'>,
  ): ProofDetails;
  describe(state: State, entered: readonly FieldValue[]): ProofDetails;
}

/** A definition whose types of state, start and input are not known. */
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

/**
 * Whether an error passes by itself: the one definition of an outage. It costs the signee neither a try nor a start, and a watched
 * proof stays pending. A kind that explains an outage on the page has an outcome with `isOutage` instead.
 */
export function isOutage(error: unknown): boolean {
  return error instanceof SigningError && SIGNING_ERRORS[error.code] === 'passing';
}

export function isOutageOutcome(outcome: ProofOutcome<unknown>): boolean {
  return 'isOutage' in outcome && outcome.isOutage === true;
}

/** Turns the failure of a provider into an outage: `service_busy`. */
export async function callProvider<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (cause) {
    throw new SigningError('service_busy', {}, { cause });
  }
}

export interface ProofTarget extends LinkTarget {
  readonly session: SigningSession;
}

/**
 * Throws `verification_required`, or `session_required` if the browser keeps no session. The end of the
 * document ends sessions too, and is the reason then.
 */
export async function findProofTarget(
  deps: SigningDeps,
  token: string,
  visitor: Visitor,
): Promise<ProofTarget> {
  const target = await findByLink(deps.database.read, token);
  const found = await findOpenSession(deps.database.read, target, visitor, deps.clock.now());
  const session = found ?? (await startSession(deps, target, visitor));
  if (session === null) {
    requireCanSign(target.document, target.signee, deps.clock.now());
    throw new SigningError('session_required');
  }
  return { ...target, session };
}

/** Finds the target for a phone that has the proof. Returns null if the session or the link is over. */
export async function findTargetOfProof(deps: SigningDeps, proof: Proof): Promise<ProofTarget | null> {
  const { read } = deps.database;
  const session = await read.sessions.find(proof.sessionHash);
  if (session === null) return null;
  const target = await findByLinkHash(read, session.linkHash);
  const isValid = isSessionOf(session, subjectOf(target), deps.clock.now()) && isVerified(target, session);
  return isValid && target.signee.signeeId === proof.signeeId ? { ...target, session } : null;
}

/** Throws `proof_not_found` if the proof is another visitor's. */
export function requireOwnProof(proof: Proof | null, { session, signee }: ProofTarget): Proof {
  if (proof === null || proof.sessionHash !== session.idHash || proof.signeeId !== signee.signeeId)
    throw new SigningError('proof_not_found');
  return proof;
}

export async function contextOf(
  deps: SigningDeps,
  { document, signee }: Pick<LinkTarget, 'document' | 'signee'>,
  { proofId, sessionHash, field, removeAt }: Pick<Proof, 'proofId' | 'sessionHash' | 'field' | 'removeAt'>,
  origin: ProofOrigin | null,
): Promise<ProofContext> {
  const prepared = await findPreparedView(deps, document);
  const fields = listOpenFields(prepared.fields, { document, signee });
  return {
    deps,
    document,
    signee,
    proofId,
    sessionHash,
    fields,
    allFields: prepared.fields,
    removeAt,
    origin,
    field: fields.find(({ name }) => name === field) ?? null,
    now: deps.clock.now(),
  };
}

/** A kind is offered if the account has the capability and a provider is set [2.10-52]. */
export async function findOfferedKinds(
  { accounts }: Pick<ReadStores, 'accounts'>,
  deps: Pick<SigningDeps, 'settings' | 'companyRegister'>,
  accountId: string,
): Promise<(kind: AnyProofDefinition) => boolean> {
  return offeredKinds(deps, await accounts.findAccount(accountId));
}

/** Does what `findOfferedKinds` does, for an account that was read. */
export function offeredKinds(
  deps: Pick<SigningDeps, 'settings' | 'companyRegister'>,
  account: Account | null,
): (kind: AnyProofDefinition) => boolean {
  const capabilities = account === null ? [] : availableCapabilities(account, deps.settings.providers);
  return ({ capability, isConfigured }) =>
    (capability === null || capabilities.includes(capability)) && isConfigured?.(deps) !== false;
}

/** The entry has no contact details, because entries outlive the document. */
export function proofEntry(
  type: 'started' | 'handed_over' | 'rejected' | 'succeeded' | 'failed',
  { signeeId, proofId, kind, field }: Pick<Proof, 'signeeId' | 'proofId' | 'kind' | 'field'>,
  details: EntryDraft['details'] = {},
): EntryDraft {
  return {
    type: `document.proof_${type}`,
    details: { signeeId, proofId, kind, ...(field === null ? {} : { field }), ...details },
  };
}
