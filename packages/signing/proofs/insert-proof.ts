import { invalid } from '@countersign/base';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@countersign/base/time';
import type { SigningDeps } from '../deps.ts';
import { storeDecision } from '../documents/decision.ts';
import type { DocumentState, Signee } from '../documents/document.ts';
import { requireSignee } from '../documents/find-by-link.ts';
import { requireCanSign } from '../documents/signing-access.ts';
import { refuseProblems, SigningError } from '../errors.ts';
import { type AnyProofDefinition, type ProofTarget, proofEntry } from './define-proof.ts';
import { endOfKept, isKept, isOpen } from './kinds.ts';
import { isSucceeded, type Proof, type ProofKind } from './proof.ts';
import { listNeededProofs } from './session-proofs.ts';

export async function insertProof(
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

export function requireNeeded({ kind }: AnyProofDefinition<ProofKind>, signee: Signee): void {
  if (!listNeededProofs(signee).includes(kind)) refuseProblems([invalid('field', 'required')]);
}
