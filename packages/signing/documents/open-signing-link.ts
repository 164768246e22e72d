import type { SigningDeps, SigningView } from '../signing.ts';
import { changeDocument } from './decision.ts';
import { findByLink, type LinkTarget, requireSignee } from './find-by-link.ts';
import { recordOpening } from './record-opening.ts';
import { viewForSignee } from './signing-view.ts';

/** What the signing page shows; the first opening is an event. */
export async function openSigningLink(deps: SigningDeps, token: string): Promise<SigningView> {
  const target = await findByLink(deps.database.read, token);
  return viewForSignee(deps, await withOpening(deps, target));
}

async function withOpening(deps: SigningDeps, target: LinkTarget): Promise<LinkTarget> {
  const { documentId } = target.document;
  const { signeeId } = target.signee;
  const now = deps.clock.now();
  // Asked before locking: every later opening is a read.
  if (recordOpening(target.document, signeeId, now) === null) return target;
  const opened = await changeDocument(deps, documentId, (document) => recordOpening(document, signeeId, now));
  return opened === null ? target : { document: opened, signee: requireSignee(opened, signeeId) };
}
