import { availableCapabilities } from '@countersign/identity';
import type { EntryDraft } from '../documents/decision.ts';
import { findByLink, findByLinkHash, type LinkTarget } from '../documents/find-by-link.ts';
import { startSession } from '../documents/open-signing-link.ts';
import { findPreparedView } from '../documents/prepared-view.ts';
import { requireCanSign } from '../documents/signing-access.ts';
import { SigningError } from '../errors.ts';
import type { ReadStores } from '../ports/database.ts';
import { findOpenSession, isVerified, subjectOf, type Visitor } from '../sessions/find-session.ts';
import { isSessionOf, type SigningSession } from '../sessions/session.ts';
import type { SigningDeps } from '../signing.ts';
import type { AnyProofDefinition, ProofContext, ProofOrigin } from './define-proof.ts';
import type { Proof } from './proof.ts';

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

/** For a phone that has the proof. Null if the session or the link is over. */
export async function findTargetOfProof(deps: SigningDeps, proof: Proof): Promise<ProofTarget | null> {
  const { read } = deps.database;
  const session = await read.sessions.find(proof.sessionHash);
  if (session === null) return null;
  const target = await findByLinkHash(read, session.linkHash);
  const isValid = isSessionOf(session, subjectOf(target), deps.clock.now()) && isVerified(target, session);
  return isValid && target.signee.signeeId === proof.signeeId ? { ...target, session } : null;
}

/** Throws `proof_not_found`. */
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
  const { fields } = await findPreparedView(deps, document);
  return {
    ...{ deps, document, signee, proofId, sessionHash, fields, removeAt, origin },
    field: fields.find(({ name }) => name === field) ?? null,
    now: deps.clock.now(),
  };
}

/** By capability and provider [2.10-52]. */
export async function findOfferedKinds(
  { accounts }: Pick<ReadStores, 'accounts'>,
  deps: Pick<SigningDeps, 'settings' | 'companyRegister'>,
  accountId: string,
): Promise<(kind: AnyProofDefinition) => boolean> {
  const account = await accounts.findAccount(accountId);
  const capabilities = account === null ? [] : availableCapabilities(account, deps.settings.providers);
  return ({ capability, isConfigured }) =>
    (capability === null || capabilities.includes(capability)) && isConfigured?.(deps) !== false;
}

/** Without contact details: entries outlive the document. */
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
