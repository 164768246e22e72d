import type { DocumentState, Signee } from '../documents/document.ts';
import { isSeen } from '../documents/field-entries.ts';
import { requireSignee } from '../documents/find-by-link.ts';
import { findPreparedView } from '../documents/prepared-view.ts';
import { requireCanSign } from '../documents/signing-access.ts';
import { SigningError } from '../errors.ts';
import type { FormField } from '../ports/pdf-toolkit.ts';
import { invalid, refuseProblems } from '../problems.ts';
import { explainIssues } from '../schema/schema-problems.ts';
import type { Visitor } from '../sessions/find-session.ts';
import type { SigningDeps } from '../signing.ts';
import type { AnyProofDefinition, ProofOrigin } from './define-proof.ts';
import { findProofKind, PROOF_KINDS, type ProofKind } from './kinds.ts';
import { isSucceeded, type Proof, statusOf } from './proof.ts';
import {
  contextOf,
  findOfferedKinds,
  findProofTarget,
  type ProofTarget,
  proofEntry,
} from './proof-target.ts';
import { type ProofView, viewProof } from './proof-view.ts';
import { listNeededProofs } from './session-proofs.ts';
import { appendEntries, changeProof, failProof, settleProof } from './settle-proof.ts';

const DAY_MS = 86_400_000;

export interface StartProofCommand {
  readonly kind: string;
  /** The trigger's field; absent for a proof that the signature method needs. */
  readonly field?: string | undefined;
  readonly input: unknown;
  readonly origin: ProofOrigin;
}

/**
 * POST /proofs: begins a proof, and ends an unfinished one of the same field. A proof that succeeded already is the
 * answer. Throws `proof_not_offered` and `proof_limit_reached`.
 */
export async function startProof(
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
  const { proof, isNew } = await insertProof(deps, target, kind, command.field ?? null);
  if (!isNew) return viewProof(proof, now);
  const context = await contextOf(deps, target, proof, command.origin);
  try {
    const outcome = await kind.start(context, input);
    return viewProof(await settleProof(context, proof, outcome), now);
  } catch (error) {
    const reason = error instanceof SigningError ? error.code : 'internal_error';
    await changeProof(deps, proof, (locked) => failProof(locked, reason, deps.clock.now()));
    throw error;
  }
}

function requireKind(name: string): AnyProofDefinition<ProofKind> {
  const kind = findProofKind(name);
  const allowed = PROOF_KINDS.map((one) => one.kind).join(', ');
  if (kind === undefined) refuseProblems([invalid('kind', 'choice', { allowed })]);
  return kind as AnyProofDefinition<ProofKind>;
}

/** A field of the form that starts the kind, or the signature method. */
function requireSubject(
  kind: AnyProofDefinition<ProofKind>,
  signee: Signee,
  fieldName: string | undefined,
  fields: readonly FormField[],
): void {
  if (fieldName === undefined) {
    if (!listNeededProofs(signee).includes(kind.kind)) refuseProblems([invalid('field', 'required')]);
    return;
  }
  const field = fields.find((one) => one.name === fieldName && isSeen(one));
  if (field?.attributes.some(({ name }) => kind.triggers.includes(name)) !== true)
    throw new SigningError('unknown_field', { field: fieldName });
}

/** The problems are those of the member `input`. */
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
  field: string | null,
): Promise<{ readonly proof: Proof; readonly isNew: boolean }> {
  const now = deps.clock.now();
  return deps.database.transact(async (stores) => {
    const locked = await stores.documents.lock(document.documentId);
    if (locked === null) throw new SigningError('link_not_found');
    requireCanSign(locked, requireSignee(locked, signee.signeeId), now);
    const known = await stores.proofs.listForSignee(document.documentId, signee.signeeId);
    const own = known.filter(
      (one) => one.sessionHash === session.idHash && one.kind === kind.kind && one.field === field,
    );
    const done = own.filter(isSucceeded);
    const last = done.at(-1);
    if (last !== undefined && done.length >= kind.maxSucceeded) return { proof: last, isNew: false };
    const open = own.find((one) => statusOf(one, now) === 'pending' && one.state !== null);
    if (kind.isKept === true && open !== undefined) return { proof: open, isNew: false };
    requireBelowLimits(kind, known, now);
    const replaced = own
      .filter((one) => statusOf(one, now) === 'pending')
      .map((one) => failProof(one, 'superseded', now));
    for (const { proof } of replaced) await stores.proofs.update(proof);
    const proof = newProof(deps, { session, document, signee }, kind, field);
    await stores.proofs.insert(proof);
    const entries = [...replaced.flatMap((one) => one.entries), proofEntry('started', proof)];
    await appendEntries(stores, deps, locked, entries);
    return { proof, isNew: true };
  });
}

/** Of all browsers of the signee. One that failed before it began, as the provider was down, needs no pause. */
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
  const free = Math.max(
    (sent.at(-1)?.createdAt.getTime() ?? Number.NEGATIVE_INFINITY) + cooldownSeconds * 1000,
    (starts.at(-maxStarts)?.createdAt.getTime() ?? Number.NEGATIVE_INFINITY) + DAY_MS,
  );
  const seconds = Math.ceil((free - now.getTime()) / 1000);
  if (seconds > 0) throw new SigningError('proof_limit_reached', { seconds });
}

function newProof(
  { ids, clock }: SigningDeps,
  { session, document, signee }: Pick<ProofTarget, 'session'> & { document: DocumentState; signee: Signee },
  { kind, minutes }: AnyProofDefinition<ProofKind>,
  field: string | null,
): Proof {
  const createdAt = clock.now();
  const end = Math.min(createdAt.getTime() + minutes * 60_000, session.expiresAt.getTime());
  return {
    proofId: ids.uuid(),
    sessionHash: session.idHash,
    documentId: document.documentId,
    signeeId: signee.signeeId,
    ...{ kind, field },
    status: 'pending',
    reason: null,
    attempts: 0,
    state: null,
    result: null,
    createdAt,
    expiresAt: new Date(end),
    polledAt: null,
    finishedAt: null,
    removeAt: session.expiresAt,
  };
}
