import { invalid } from '@countersign/base';
import { describeUnknownField } from '@countersign/forms/attributes';
import type { SigningDeps } from '../deps.ts';
import type { Signee } from '../documents/document.ts';
import { isSeen, suggestField } from '../documents/field-entries.ts';
import { findOwners, isOfOther, nameOwners, type OwnedField } from '../documents/field-owners.ts';
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
  requireOwnProof,
} from './define-proof.ts';
import { insertProof, requireNeeded } from './insert-proof.ts';
import { findProofKind, isKept, listReplaced, PROOF_KINDS, proofKindOf, viewProof } from './kinds.ts';
import type { Proof, ProofKind, ProofView } from './proof.ts';
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
  requireSubject(kind, target.signee, command.field, nameOwners(fields, findOwners(target.document)));
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
  fields: readonly OwnedField[],
): void {
  if (fieldName === undefined) {
    requireNeeded(kind, signee);
    return;
  }
  const asking = fields.filter(
    (one) => isSeen(one) && one.attributes.some(({ name }) => kind.triggers.includes(name)),
  );
  const asked = asking.find(({ name }) => name === fieldName);
  if (asked !== undefined && isOfOther(asked, signee.signeeId))
    throw new SigningError('field_of_another_signee', {
      field: fieldName,
      owner: asked.owner?.fullName || 'none',
    });
  if (asked === undefined)
    throw new SigningError('unknown_field', { ...describeUnknownField(fieldName, suggestField(asking)) });
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

export const proofStartOperations = { start: startProof, cancel: cancelProof };
