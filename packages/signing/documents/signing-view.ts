import { dateIn } from '@countersign/base/time';
import { timeZoneOf } from '@countersign/identity';
import type { PlacedBox } from '@countersign/toolkit';
import { describeAssistant } from '../assistant/ask-question.ts';
import type { SigningDeps } from '../deps.ts';
import { methodOf } from '../methods/methods.ts';
import { channelsOf, describeSender, findSender, ownerJob, replyToOf } from '../notifications/messages.ts';
import { maskContact } from '../personal-data.ts';
import { offeredKinds } from '../proofs/define-proof.ts';
import { listChecks, listSessionProofs, withProofs } from '../proofs/session-proofs.ts';
import {
  findSession,
  isVerified,
  NEW_VISITOR,
  storedUserAgent,
  type Visitor,
  type VisitorOrigin,
} from '../sessions/find-session.ts';
import { type SigningSession, secondsUntilNextCode } from '../sessions/session.ts';
import { startSession } from '../sessions/start-session.ts';
import type { Decision } from './audited-decision.ts';
import { changeDocument } from './decision.ts';
import {
  type DocumentState,
  describeSlot,
  isUnstarted,
  type PreparedView,
  replaceSignee,
  type Signee,
} from './document.ts';
import { isSeen } from './field-entries.ts';
import { listOpenFields } from './field-owners.ts';
import { fileVersionOf, findByLink, type LinkTarget, requireSignee } from './find-by-link.ts';
import { EMPTY_VIEW, findPreparedView } from './prepared-view.ts';
import { findExpiryDate } from './retention.ts';
import { listBoxes } from './signee-boxes.ts';
import { describeSigneeForm, type FieldContext } from './signee-fields.ts';
import { isFullySigned, type SigningAccess, signingAccess } from './signing-access.ts';
import type { OtherBox, SigningView } from './signing-page-view.ts';
import { canMove } from './status.ts';

/** Phones change their address with their network. */
const MAX_ADDRESSES = 10;

/** The first is an event; later ones from new addresses are for the evidence. Returns null for the rest. */
export function recordOpening(
  document: DocumentState,
  signeeId: string,
  now: Date,
  origin?: VisitorOrigin,
): Decision | null {
  const signee = requireSignee(document, signeeId);
  if (!signingAccess(document, signee, now).canSign) return null;
  const { openedAt, openedFrom = [] } = signee;
  const address = origin?.ipAddress;
  const isNew = address !== undefined && !openedFrom.includes(address);
  if (openedAt !== null && (!isNew || openedFrom.length >= MAX_ADDRESSES)) return null;
  const opened = { openedAt: openedAt ?? now, ...(isNew && { openedFrom: [...openedFrom, address] }) };
  const type = openedAt === null ? 'document.opened' : 'document.opened_again';
  return {
    document: { ...document, signees: replaceSignee(document, signeeId, opened) },
    entries: [{ type, date: now, details: { signeeId, ...describeOrigin(origin) } }],
    jobs:
      openedAt === null && document.notifyOwner
        ? [ownerJob(document, 'owner_opened', { about: signeeId })]
        : [],
  };
}

/** Describes the origin for the evidence, as that of a signature. */
function describeOrigin(origin: VisitorOrigin | undefined) {
  return origin && { ipAddress: origin.ipAddress, userAgent: storedUserAgent(origin.userAgent) };
}

export async function viewForSignee(
  deps: SigningDeps,
  target: LinkTarget,
  session: SigningSession | null,
): Promise<SigningView> {
  const now = deps.clock.now();
  const access = accessTo(target, session, now);
  const proofs = access.canSign ? await listSessionProofs(deps.database.read, session, target.signee) : [];
  const { document, signee } = withProofs(target, proofs);
  const sender = await findSender(deps.database.read, document);
  const { senderName, accountName, color, logoUrl } = describeSender(deps, sender);
  // Large forms have megabytes, and pages that wait for others ask again and again.
  const content = access.canSign ? await findPreparedView(deps, document) : EMPTY_VIEW;
  const context = { document, signee, today: dateIn(timeZoneOf(sender.account), now) };
  const isOffered = offeredKinds(deps, sender.account);
  const view = buildSigningView(context, access, content, {
    senderName,
    ...(accountName !== senderName && { senderOrganisation: accountName }),
    senderColor: color,
    senderLogoUrl: logoUrl,
    consentText: deps.messages.consent(document.language),
    checks: access.canSign
      ? listChecks(target, listOpenFields(content.fields, target), proofs, { isOffered, now, deps })
      : [],
  });
  if (isVerified(target, session)) {
    const assistant = access.canSee && session !== null ? describeAssistant(deps, document) : {};
    const contacts = { copyTo: describeCopy(document, signee), replyTo: replyToOf(document, sender) };
    return { ...view, ...assistant, ...contacts, redirectUrl: findRedirect(document, signee) };
  }
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

/** The members of the service replace those of the same name in the sender's address. */
function findRedirect(
  { documentId, redirectUrl, declined }: DocumentState,
  { signeeId, signature }: Signee,
): string | undefined {
  const event = declined?.signeeId === signeeId ? 'declined' : signature && 'signed';
  if (redirectUrl === undefined || event === null) return undefined;
  const url = new URL(redirectUrl);
  for (const [name, value] of Object.entries({ documentId, signeeId, event }))
    url.searchParams.set(name, value);
  return url.href;
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
  const boxes = canSign ? listBoxes(document) : [];
  return {
    documentId: document.documentId,
    documentName: document.name,
    language: document.language,
    ...texts,
    personalMessage: document.personalMessage,
    ...describeDeadline(document),
    ending: describeEnding(document, reason),
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
    reason,
    ...describeSlot(document, signee),
  };
}

/** While a signature is missing. A visitor of a public link signs in one sitting. */
function describeDeadline(document: DocumentState): Pick<SigningView, 'signingDeadline'> {
  const isOpen = canMove(document.status, 'revoked') && !isFullySigned(document);
  if (!isOpen || document.publicLink !== undefined) return {};
  return { signingDeadline: findExpiryDate(document).toISOString() };
}

/** An expired document ended on its last day, also before the job that withdraws it. */
function describeEnding(document: DocumentState, reason: SigningAccess['reason']): SigningView['ending'] {
  const { completedAt, revokedAt, declined, expiryDate } = document;
  const lastDay = reason === 'expired' ? (document.signingDeadline ?? expiryDate) : null;
  const endedAt = lastDay ?? completedAt ?? declined?.declinedAt ?? revokedAt;
  return endedAt === null
    ? undefined
    : { endedAt: endedAt.toISOString(), deletedAt: expiryDate.toISOString() };
}

/** The message goes to every contact of the signee; one says enough. */
function describeCopy({ status }: DocumentState, signee: Signee): string | undefined {
  const [channel] = channelsOf(signee);
  const contact = signee.emailAddress ?? signee.phoneNumber;
  if (channel === undefined || contact === null) return undefined;
  if (status !== 'completed' && !canMove(status, 'completed')) return undefined;
  return maskContact(signee.emailAddress === null ? 'sms' : 'email', contact);
}

/** The page promises only these messages. */
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

/** [D7-10] The first opening is an event. */
async function openSigningLink(
  deps: SigningDeps,
  token: string,
  visitor: Visitor = NEW_VISITOR,
): Promise<SigningView> {
  const target = await findByLink(deps.database.read, token);
  const found = await findSession(deps.database.read, target, visitor, deps.clock.now());
  const session = found ?? (await startSession(deps, target, visitor));
  return openTarget(deps, target, session, visitor);
}

/** Opens the document for a signee who may sign. */
export async function openTarget(
  deps: SigningDeps,
  target: LinkTarget,
  session: SigningSession | null,
  visitor: Visitor,
): Promise<SigningView> {
  const opened = isVerified(target, session) ? await withOpening(deps, target, visitor) : target;
  return viewForSignee(deps, opened, session);
}

async function withOpening(deps: SigningDeps, target: LinkTarget, { origin }: Visitor): Promise<LinkTarget> {
  const { documentId } = target.document;
  const { signeeId } = target.signee;
  // Most later openings only read.
  if (recordOpening(target.document, signeeId, deps.clock.now(), origin) === null) return target;
  const opened = await changeDocument(deps, documentId, (document) =>
    recordOpening(document, signeeId, deps.clock.now(), origin),
  );
  return opened === null ? target : { ...target, document: opened, signee: requireSignee(opened, signeeId) };
}

export const openingOperations = { open: openSigningLink };
