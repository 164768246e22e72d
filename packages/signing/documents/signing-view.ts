import { dateIn, findTimeZone } from '@countersign/identity';
import type { PlacedBox } from '../ports/pdf-toolkit.ts';
import type { OtherBox, SigningDeps, SigningView } from '../signing.ts';
import type { DocumentState, Signee } from './document.ts';
import { isSeen } from './field-entries.ts';
import type { LinkTarget } from './find-by-link.ts';
import { EMPTY_VIEW, findPreparedView, type PreparedView } from './prepared-view.ts';
import { describeSigneeForm, type FieldContext } from './signee-fields.ts';
import { signingAccess } from './signing-access.ts';

/** One document as one signee may see it now. */
export async function viewForSignee(
  deps: SigningDeps,
  { document, signee }: LinkTarget,
): Promise<SigningView> {
  const { canSee } = signingAccess(document, signee);
  const sender = await deps.database.read.accounts.findUser(document.userId);
  const content = canSee ? await findPreparedView(deps, document) : EMPTY_VIEW;
  const timeZone = await findTimeZone(deps.database.read, document.accountId);
  const context = { document, signee, today: dateIn(timeZone, deps.clock.now()) };
  return buildSigningView(context, content, {
    senderName: sender?.fullName ?? '',
    consentText: deps.words.consent(document.language),
  });
}

/** The pure part: state and content in, view out. */
function buildSigningView(
  context: FieldContext,
  content: PreparedView,
  texts: Pick<SigningView, 'senderName' | 'consentText'>,
): SigningView {
  const { document, signee } = context;
  const { canSee, canSign, reason } = signingAccess(document, signee);
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
    canSign,
    ...(reason === undefined ? {} : { reason }),
  };
}

function describeOtherBox({ signees }: DocumentState, box: PlacedBox): OtherBox {
  const other = signees.find(({ signeeId }) => signeeId === box.id);
  return { ...box, signatureStatus: signatureStatus(other) };
}

function signatureStatus(signee: Signee | undefined): OtherBox['signatureStatus'] {
  return (signee?.signature ?? null) === null ? 'awaiting_signature' : 'signed';
}
