import { dateIn, findTimeZone } from '@countersign/identity';
import { methodOf } from '../methods/methods.ts';
import { describeSender } from '../notifications/describe-sender.ts';
import { channelsOf } from '../notifications/document-message.ts';
import type { PlacedBox } from '../ports/pdf-toolkit.ts';
import { findOfferedKinds } from '../proofs/proof-target.ts';
import { listChecks, listSessionProofs, withProofs } from '../proofs/session-proofs.ts';
import { isVerified } from '../sessions/find-session.ts';
import { secondsUntilNextCode } from '../sessions/one-time-code.ts';
import type { SigningSession } from '../sessions/session.ts';
import type { OtherBox, SigningDeps, SigningView } from '../signing.ts';
import type { DocumentState, Signee } from './document.ts';
import { isSeen } from './field-entries.ts';
import { fileVersionOf } from './file-version.ts';
import type { LinkTarget } from './find-by-link.ts';
import { maskContact } from './mask-contact.ts';
import { EMPTY_VIEW, findPreparedView, type PreparedView } from './prepared-view.ts';
import { findExpiryDate } from './retention.ts';
import { describeSigneeForm, type FieldContext } from './signee-fields.ts';
import { type SigningAccess, signingAccess } from './signing-access.ts';
import { isFullySigned } from './signing-order.ts';
import { describeSlot, isUnstarted } from './slots.ts';
import { canMove } from './status-transitions.ts';

export async function viewForSignee(
  deps: SigningDeps,
  target: LinkTarget,
  session: SigningSession | null,
): Promise<SigningView> {
  const now = deps.clock.now();
  const access = accessTo(target, session, now);
  const proofs = access.canSign ? await listSessionProofs(deps.database.read, session, target.signee) : [];
  const { document, signee } = withProofs(target, proofs);
  const { senderName, accountName, color, logoUrl } = await describeSender(deps, document);
  // Large forms have megabytes, and pages that wait for others ask again and again.
  const content = access.canSign ? await findPreparedView(deps, document) : EMPTY_VIEW;
  const timeZone = await findTimeZone(deps.database.read, document.accountId);
  const context = { document, signee, today: dateIn(timeZone, now) };
  const isOffered = await findOfferedKinds(deps.database.read, deps, document.accountId);
  const view = buildSigningView(context, access, content, {
    senderName,
    ...(accountName !== senderName && { senderOrganisation: accountName }),
    ...(color && { senderColor: color }),
    ...(logoUrl && { senderLogoUrl: logoUrl }),
    consentText: deps.messages.consent(document.language),
    checks: access.canSign ? listChecks(target, content.fields, proofs, { isOffered, now, deps }) : [],
  });
  if (isVerified(target, session)) return view;
  const guarded = { ...view, personalMessage: '' };
  if (access.reason !== 'verification_required' && !hasSigned(access)) return guarded;
  const sessions = await deps.database.read.sessions.listForLink(target.linkHash);
  return withVerification(guarded, target, session, secondsUntilNextCode(sessions, now));
}

/** Until the code is entered, only the state of a document that cannot be signed is shown. */
function accessTo(target: LinkTarget, session: SigningSession | null, now: Date): SigningAccess {
  const access = signingAccess(target.document, target.signee, now);
  if (isVerified(target, session)) return access;
  const waitsForCode = access.reason === 'preparing' && isUnstarted(target.document);
  if (access.canSign || waitsForCode)
    return { canSee: false, canSign: false, reason: 'verification_required' };
  return { ...access, canSee: false };
}

function hasSigned({ reason }: SigningAccess): boolean {
  return reason === 'completed' || reason === 'already_signed';
}

/** Where to look for the code, and nothing of what the sender wrote. */
function withVerification(
  view: SigningView,
  { verification }: LinkTarget,
  session: SigningSession | null,
  cooldownSeconds: number,
): SigningView {
  if (verification === null) return view;
  const { channel, contact } = verification;
  return {
    ...view,
    verification: {
      channel,
      contact: maskContact(channel, contact),
      isCodeSent: session?.state === 'code_sent',
      cooldownSeconds,
    },
  };
}

function buildSigningView(
  context: FieldContext,
  { canSee, canSign, reason }: SigningAccess,
  content: PreparedView,
  texts: Pick<
    SigningView,
    'senderName' | 'senderOrganisation' | 'senderColor' | 'senderLogoUrl' | 'consentText' | 'checks'
  >,
): SigningView {
  const { document, signee } = context;
  const { fields, offers, openTriggers } = describeSigneeForm(content.fields, context);
  const boxes = canSign ? document.boxes : [];
  return {
    documentId: document.documentId,
    documentName: document.name,
    language: document.language,
    ...texts,
    personalMessage: document.personalMessage,
    ...describeDeadline(document),
    messagesToCome: listMessagesToCome(document, signee),
    status: document.status,
    signee: {
      signeeId: signee.signeeId,
      fullName: signee.fullName,
      signatureStatus: signatureStatus(signee),
      ...(canSee && signee.signature && { signedAt: signee.signature.signedAt.toISOString() }),
    },
    signees: canSee ? describeSignees(document, signee) : [],
    boxes: boxes.filter((box) => box.id === signee.signeeId),
    otherBoxes: boxes
      .filter((box) => box.id !== signee.signeeId)
      .map((box) => describeOtherBox(document, box)),
    fields: fields.filter(isSeen),
    hasInk: 'ink' in methodOf(signee.signatureType).parts,
    offers,
    openTriggers,
    pages: content.pages,
    fileVersion: canSee ? fileVersionOf(document) : null,
    canSign,
    ...(reason === undefined ? {} : { reason }),
    ...describeSlot(document, signee),
  };
}

/** While a signature is missing. A visitor of a public link signs in one sitting. */
function describeDeadline(document: DocumentState): Pick<SigningView, 'signingDeadline'> {
  const isOpen = canMove(document.status, 'revoked') && !isFullySigned(document);
  if (!isOpen || document.publicLink !== undefined) return {};
  return { signingDeadline: findExpiryDate(document).toISOString() };
}

/** So that the page promises no others. */
function listMessagesToCome(document: DocumentState, signee: Signee): SigningView['messagesToCome'] {
  if (channelsOf(signee).length === 0 || !canMove(document.status, 'completed')) return [];
  const isCalled = signee.invitedAt === null && !signee.disableInvitationMessage;
  return isCalled && document.publicLink === undefined ? ['your_turn', 'completed'] : ['completed'];
}

/** None for a public link. */
function describeSignees({ publicLink, signees }: DocumentState, self: Signee): SigningView['signees'] {
  if (publicLink !== undefined) return [];
  return signees.map((signee) => ({
    fullName: signee.fullName,
    signatureStatus: signatureStatus(signee),
    isSelf: signee.signeeId === self.signeeId,
  }));
}

function describeOtherBox({ signees }: DocumentState, box: PlacedBox): OtherBox {
  const other = signees.find(({ signeeId }) => signeeId === box.id);
  return { ...box, signatureStatus: signatureStatus(other) };
}

function signatureStatus(signee: Signee | undefined): OtherBox['signatureStatus'] {
  return (signee?.signature ?? null) === null ? 'awaiting_signature' : 'signed';
}
