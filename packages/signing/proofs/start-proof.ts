import { invalid } from '@countersign/base';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@countersign/base/time';
import { describeUnknownField } from '@countersign/forms/attributes';
import type { FormField } from '@countersign/toolkit';
import type { SigningDeps } from '../deps.ts';
import { storeDecision } from '../documents/decision.ts';
import type { DocumentState, Signee } from '../documents/document.ts';
import { isSeen, suggestField } from '../documents/field-entries.ts';
import { requireSignee } from '../documents/find-by-link.ts';
import { findPreparedView } from '../documents/prepared-view.ts';
import { requireCanSign } from '../documents/signing-access.ts';
import { refuseProblems, SigningError } from '../errors.ts';
import { explainIssues } from '../schema-problems.ts';
import type { Visitor } from '../sessions/find-session.ts';
import {
  type AnyProofDefinition,
  contextOf,
  findOfferedKinds,
  findProofTarget,
  isOutage,
  type ProofContext,
  type ProofOrigin,
  type ProofOutcome,
  type ProofTarget,
  proofEntry,
  requireOwnProof,
} from './define-proof.ts';
import {
  endOfKept,
  findProofKind,
  isKept,
  isOpen,
  listReplaced,
  PROOF_KINDS,
  proofKindOf,
  viewProof,
} from './kinds.ts';
import { isSucceeded, type Proof, type ProofKind, type ProofView } from './proof.ts';
import { listNeededProofs } from './session-proofs.ts';
import { changeProof, failProof, settleProof } from './settle-proof.ts';

/** Cancels a proof, also a successful one: the signee may do it again. */
async function cancelProof(
  deps: SigningDeps,
  token: string,
  proofId: string,
  visitor: Visitor,
): Promise<ProofView> {
  const target = await findProofTarget(deps, token, visitor);
  const now = deps.clock.now();
  requireCanSign(target.document, target.signee, now);
  const found = requireOwnProof(await deps.database.read.proofs.find(proofId), target);
  if (found.status === 'succeeded' && isKept(found.kind))
    throw new SigningError('proof_over', { status: found.status });
  const isOpen = found.status === 'pending' || found.status === 'succeeded';
  const cancelled = await changeProof(deps, found, (proof) =>
    proof.status === found.status && isOpen ? failProof(proof, 'cancelled', now) : null,
  );
  const { cancel, state } = proofKindOf(found.kind);
  if (isOpen && cancel !== undefined && found.state !== null)
    await cancel(await contextOf(deps, target, found, null), state.parse(found.state));
  return viewProof(cancelled, now);
}

export interface StartProofCommand {
  readonly kind: string;
  /** It is absent for a proof that the signature method needs. */
  readonly field?: string | undefined;
  readonly input: unknown;
  readonly origin: ProofOrigin;
}

/**
 * Then ends an unfinished one of the same field. A proof that succeeded already is the answer. Throws
 * `proof_not_offered` and `proof_limit_reached`.
 */
async function startProof(
  deps: SigningDeps,
  token: string,
  command: StartProofCommand,
  visitor: Visitor,
): Promise<ProofView> {
  const target = await findProofTarget(deps, token, visitor);
  const now = deps.clock.now();
  requireCanSign(target.document, target.signee, now);
  const kind = requireKind(command.kind);
  const { fields } = await findPreparedView(deps, target.document);
  requireSubject(kind, target.signee, command.field, fields);
  const isOffered = await findOfferedKinds(deps.database.read, deps, target.document.accountId);
  if (!isOffered(kind)) throw new SigningError('proof_not_offered', { kind: kind.kind });
  const input = parseInput(kind.startInput, command.input);
  const entered = kind.listEntered?.(input, fields) ?? [];
  const { proof, isNew } = await insertProof(deps, target, kind, { field: command.field ?? null, entered });
  if (!isNew) return viewProof(proof, now);
  const context = await contextOf(deps, target, proof, command.origin);
  const earlier = listReplaced(await listOfSignee(deps, proof), proof, now);
  const settled = await orFail(deps, proof, async () =>
    settleStart(context, proof, await kind.start(context, input)),
  );
  // A proof that ended meanwhile replaced nothing.
  if (settled.state !== null) await cancelReplaced(deps, target, earlier);
  return viewProof(settled, now);
}

async function orFail<T>(deps: SigningDeps, proof: Proof, start: () => Promise<T>): Promise<T> {
  try {
    return await start();
  } catch (error) {
    const reason = error instanceof SigningError ? error.code : 'internal_error';
    // An unexpected error is a fault of this service, and costs no start either.
    const isFree = isOutage(error) || !(error instanceof SigningError);
    await changeProof(deps, proof, (locked) =>
      locked.status === 'pending' ? failProof(locked, reason, deps.clock.now(), isFree) : null,
    );
    throw error;
  }
}

function listOfSignee({ database }: SigningDeps, { documentId, signeeId }: Proof): Promise<readonly Proof[]> {
  return database.read.proofs.listForSignee(documentId, signeeId);
}

/** It ended meanwhile, and its address was not shown. */
async function settleStart(
  context: ProofContext,
  proof: Proof,
  outcome: ProofOutcome<unknown>,
): Promise<Proof> {
  let isStored = outcome.kind !== 'pending';
  try {
    const settled = await settleProof(context, proof, outcome);
    isStored ||= settled.state !== null;
    return settled;
  } finally {
    if (outcome.kind === 'pending' && !isStored)
      await orWarn(() => proofKindOf(proof.kind).cancel?.(context, outcome.state));
  }
}

/** It ends by itself, and does not concern who started another. */
async function orWarn(cancel: () => Promise<void> | undefined): Promise<void> {
  try {
    await cancel();
  } catch (error) {
    process.emitWarning(error instanceof Error ? error : String(error));
  }
}

/** Jobs end what would be kept. */
async function cancelReplaced(deps: SigningDeps, target: ProofTarget, earlier: readonly Proof[]) {
  for (const { proofId } of earlier) await orWarn(() => cancelIfReplaced(deps, target, proofId));
}

async function cancelIfReplaced(deps: SigningDeps, target: ProofTarget, proofId: string): Promise<void> {
  const proof = await deps.database.read.proofs.find(proofId);
  if (proof === null || proof.state === null || proof.reason !== 'superseded' || isKept(proof.kind)) return;
  const { cancel, state } = proofKindOf(proof.kind);
  await cancel?.(await contextOf(deps, target, proof, null), state.parse(proof.state));
}

function requireKind(name: string): AnyProofDefinition<ProofKind> {
  const kind = findProofKind(name);
  const allowed = PROOF_KINDS.map((one) => one.kind).join(', ');
  if (kind === undefined) refuseProblems([invalid('kind', 'choice', { allowed })]);
  return kind as AnyProofDefinition<ProofKind>;
}

function requireSubject(
  kind: AnyProofDefinition<ProofKind>,
  signee: Signee,
  fieldName: string | undefined,
  fields: readonly FormField[],
): void {
  if (fieldName === undefined) {
    requireNeeded(kind, signee);
    return;
  }
  const asking = fields.filter(
    (one) => isSeen(one) && one.attributes.some(({ name }) => kind.triggers.includes(name)),
  );
  if (!asking.some(({ name }) => name === fieldName))
    throw new SigningError('unknown_field', { ...describeUnknownField(fieldName, suggestField(asking)) });
}

function requireNeeded({ kind }: AnyProofDefinition<ProofKind>, signee: Signee): void {
  if (!listNeededProofs(signee).includes(kind)) refuseProblems([invalid('field', 'required')]);
}

/** Parses the member `input` of the request. */
export function parseInput(schema: AnyProofDefinition['startInput'], input: unknown): unknown {
  const parsed = schema.safeParse(input ?? {});
  if (parsed.success) return parsed.data;
  const problems = explainIssues(schema, input, parsed.error.issues);
  refuseProblems(
    problems.map(({ path, params, ...rest }) => {
      const member = path === '' ? 'input' : `input.${path}`;
      return { ...rest, path: member, params: { ...params, member } };
    }),
  );
  throw new TypeError('an issue without a problem');
}

async function insertProof(
  deps: SigningDeps,
  { session, document, signee }: ProofTarget,
  kind: AnyProofDefinition<ProofKind>,
  given: Pick<Proof, 'field'> & { readonly entered: NonNullable<Proof['entered']> },
): Promise<{ readonly proof: Proof; readonly isNew: boolean }> {
  const { field } = given;
  const now = deps.clock.now();
  return deps.database.transact(async (stores) => {
    const locked = await stores.documents.lock(document.documentId);
    if (locked === null) throw new SigningError('link_not_found');
    const current = requireSignee(locked, signee.signeeId);
    requireCanSign(locked, current, now);
    // Another browser took its place at a full link.
    if ((await stores.sessions.find(session.idHash)) === null) throw new SigningError('session_required');
    // The proof may have been started in another browser.
    if (kind.kept !== undefined) requireNeeded(kind, current);
    const known = await stores.proofs.listForSignee(document.documentId, signee.signeeId);
    const own = known.filter(
      (one) => one.kind === kind.kind && one.field === field && one.sessionHash === session.idHash,
    );
    const done = own.filter(isSucceeded);
    const last = done.at(-1);
    if (last !== undefined && done.length >= kind.maxSucceeded) return { proof: last, isNew: false };
    const open = own.find((one) => isOpen(one, now) && one.state !== null);
    if (kind.kept !== undefined && open !== undefined) return { proof: open, isNew: false };
    requireBelowLimits(kind, known, now);
    const proof = newProof(deps, { session, document, signee }, kind, given);
    await stores.proofs.insert(proof);
    const entries = [proofEntry('started', proof)];
    await storeDecision(stores, locked, { document: locked, entries, jobs: [] }, deps);
    return { proof, isNew: true };
  });
}

/** The time that its job has after the end of the proof. */
const KEPT_GRACE_MS = HOUR_MS;

/** The limit counts within 24 hours, because each start adds to the audit trail. */
const MAX_STARTS_IN_OUTAGES = 100;

/**
 * Counts the starts of all browsers of the signee. What failed before it began needs no pause, and an outage costs no
 * start.
 */
function requireBelowLimits(
  { kind, maxStarts, cooldownSeconds }: AnyProofDefinition<ProofKind>,
  known: readonly Proof[],
  now: Date,
): void {
  const starts = known
    .filter((one) => one.kind === kind && one.createdAt.getTime() > now.getTime() - DAY_MS)
    .toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime());
  const sent = starts.filter(
    ({ status, reason, state }) => status !== 'failed' || state !== null || reason === 'cancelled',
  );
  const isInOutage = (one: Proof) => one.isOutage === true;
  const counted = starts.filter((one) => !isInOutage(one));
  const free = Math.max(
    createdAtOf(sent.at(-1)) + cooldownSeconds * 1000,
    createdAtOf(counted.at(-maxStarts)) + DAY_MS,
    createdAtOf(starts.filter(isInOutage).at(-MAX_STARTS_IN_OUTAGES)) + DAY_MS,
  );
  const seconds = Math.ceil((free - now.getTime()) / 1000);
  if (seconds > 0) throw new SigningError('proof_limit_reached', { seconds });
}

function createdAtOf(proof: Proof | undefined): number {
  return proof?.createdAt.getTime() ?? Number.NEGATIVE_INFINITY;
}

function newProof(
  { ids, clock }: SigningDeps,
  { session, document, signee }: Pick<ProofTarget, 'session'> & { document: DocumentState; signee: Signee },
  { kind, minutes }: AnyProofDefinition<ProofKind>,
  { field, entered }: Parameters<typeof insertProof>[3],
): Proof {
  const createdAt = clock.now();
  const end = Math.min(createdAt.getTime() + minutes * MINUTE_MS, session.expiresAt.getTime());
  const keptUntil = isKept(kind) ? endOfKept({ kind, createdAt }).getTime() + KEPT_GRACE_MS : 0;
  return {
    proofId: ids.uuid(),
    sessionHash: session.idHash,
    documentId: document.documentId,
    signeeId: signee.signeeId,
    kind,
    field,
    ...(entered.length > 0 && { entered }),
    status: 'pending',
    reason: null,
    attempts: 0,
    state: null,
    result: null,
    createdAt,
    expiresAt: new Date(end),
    polledAt: null,
    finishedAt: null,
    removeAt: new Date(Math.max(session.expiresAt.getTime(), keptUntil)),
  };
}

export const proofStartOperations = { start: startProof, cancel: cancelProof };
