import { dateIn, findTimeZone } from '@countersign/identity';
import type { PlacedBox } from '../ports/pdf-toolkit.ts';
import { isVerified } from '../sessions/find-session.ts';
import type { SigningSession } from '../sessions/session.ts';
import type { OtherBox, SigningDeps, SigningView } from '../signing.ts';
import type { DocumentState, Signee } from './document.ts';
import { isSeen } from './field-entries.ts';
import { fileVersionOf } from './file-version.ts';
import type { LinkTarget } from './find-by-link.ts';
import { maskEmailAddress, maskPhoneNumber } from './mask-contact.ts';
import { EMPTY_VIEW, findPreparedView, type PreparedView } from './prepared-view.ts';
import { describeSigneeForm, type FieldContext } from './signee-fields.ts';
import { type SigningAccess, signingAccess } from './signing-access.ts';
import { describeSlot, isUnstarted } from './slots.ts';

export async function viewForSignee(
  deps: SigningDeps,
  target: LinkTarget,
  session: SigningSession | null,
): Promise<SigningView> {
  const { document, signee } = target;
  const now = deps.clock.now();
  const access = accessTo(target, session, now);
  const sender = await deps.database.read.accounts.findUser(document.userId);
  const content = access.canSee ? await findPreparedView(deps, document) : EMPTY_VIEW;
  const timeZone = await findTimeZone(deps.database.read, document.accountId);
  const context = { document, signee, today: dateIn(timeZone, now) };
  const view = buildSigningView(context, access, content, {
    senderName: sender?.fullName ?? '',
    consentText: deps.messages.consent(document.language),
  });
  return access.reason === 'verification_required' ? withVerification(view, target, session) : view;
}

/** What the document says, unless the link still has to be proved to be in the right hands. */
function accessTo(target: LinkTarget, session: SigningSession | null, now: Date): SigningAccess {
  const access = signingAccess(target.document, target.signee, now);
  const mayWait = !access.canSee && !isUnstarted(target.document);
  if (mayWait || isVerified(target, session)) return access;
  return { canSee: false, canSign: false, reason: 'verification_required' };
}

/** Enough to know where to look for the code, and nothing of what the sender wrote. */
function withVerification(
  view: SigningView,
  { verification }: LinkTarget,
  session: SigningSession | null,
): SigningView {
  if (verification === null) return view;
  const { channel, contact } = verification;
  const masked = channel === 'email' ? maskEmailAddress(contact) : maskPhoneNumber(contact);
  return {
    ...view,
    personalMessage: '',
    verification: { channel, contact: masked, isCodeSent: session?.state === 'code_sent' },
  };
}

/** Pure: from state and content to the view. */
function buildSigningView(
  context: FieldContext,
  { canSee, canSign, reason }: SigningAccess,
  content: PreparedView,
  texts: Pick<SigningView, 'senderName' | 'consentText'>,
): SigningView {
  const { document, signee } = context;
  const { fields, offers, openTriggers } = describeSigneeForm(content.fields, context);
  const boxes = canSee ? document.boxes : [];
  return {
    documentId: document.documentId,
    documentName: document.name,
    language: document.language,
    ...texts,
    personalMessage: document.personalMessage,
    status: document.status,
    signee: {
      signeeId: signee.signeeId,
      fullName: signee.fullName,
      signatureStatus: signatureStatus(signee),
    },
    boxes: boxes.filter((box) => box.id === signee.signeeId),
    otherBoxes: boxes
      .filter((box) => box.id !== signee.signeeId)
      .map((box) => describeOtherBox(document, box)),
    fields: fields.filter(isSeen),
    offers: canSign ? offers : [],
    openTriggers: canSign ? openTriggers : [],
    pages: content.pages,
    fileVersion: canSee ? fileVersionOf(document) : null,
    canSign,
    ...(reason === undefined ? {} : { reason }),
    ...describeSlot(document, signee),
  };
}

function describeOtherBox({ signees }: DocumentState, box: PlacedBox): OtherBox {
  const other = signees.find(({ signeeId }) => signeeId === box.id);
  return { ...box, signatureStatus: signatureStatus(other) };
}

function signatureStatus(signee: Signee | undefined): OtherBox['signatureStatus'] {
  return (signee?.signature ?? null) === null ? 'awaiting_signature' : 'signed';
}
