import { findTimeZone } from '../accounts/find-account.ts';
import { dateIn } from '../accounts/time-zone.ts';
import { concealPasswords } from '../files/conceal-passwords.ts';
import { withLocalPath } from '../files/pdf-blobs.ts';
import { asClientError } from '../pdf-faults.ts';
import type { FormField, PlacedBox } from '../ports/pdf-toolkit.ts';
import type { OtherBox, SigningDeps, SigningView } from '../signing.ts';
import type { DocumentState, Signee } from './document.ts';
import { isSeen } from './field-entries.ts';
import type { LinkTarget } from './find-by-link.ts';
import { describeSigneeForm, type FieldContext } from './signee-fields.ts';
import { signingAccess } from './signing-access.ts';
import { signingOptions } from './task-options.ts';

/** What the prepared PDF holds. */
export interface PreparedContent {
  readonly fields: readonly FormField[];
  readonly pages: number;
}

const NO_CONTENT: PreparedContent = { fields: [], pages: 0 };

/** One document as one signee may see it now. */
export async function viewForSignee(
  deps: SigningDeps,
  { document, signee }: LinkTarget,
): Promise<SigningView> {
  const { canSee } = signingAccess(document, signee);
  const sender = await deps.database.read.accounts.findUser(document.userId);
  const content = canSee ? await readPrepared(deps, document) : NO_CONTENT;
  const timeZone = await findTimeZone(deps.database.read, document.accountId);
  const context = { document, signee, today: dateIn(timeZone, deps.clock.now()) };
  return buildSigningView(context, content, {
    senderName: sender?.fullName ?? '',
    consentText: deps.words.consent(document.language),
  });
}

/** Fields and page count of the PDF that people sign. */
export async function readPrepared(
  { blobs, toolkit }: SigningDeps,
  document: DocumentState,
): Promise<PreparedContent> {
  const { preparedBlobId } = document;
  if (preparedBlobId === null) return NO_CONTENT;
  const options = signingOptions(document);
  try {
    return await withLocalPath(blobs, preparedBlobId, async (path) => ({
      fields: concealPasswords(await toolkit.readFields(path, options)),
      pages: (await toolkit.readPages(path, options)).length,
    }));
  } catch (error) {
    throw asClientError(error);
  }
}

/** The pure part: state and content in, view out. */
function buildSigningView(
  context: FieldContext,
  content: PreparedContent,
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
