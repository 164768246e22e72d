import type { Caller } from '@countersign/identity';
import type { DraftConfiguration, DraftSignee } from '../configuration/configuration.ts';
import type { DocumentState, Signee } from '../documents/document.ts';
import { findVisibleDocument } from '../documents/visibility.ts';
import type { SigningDeps } from '../signing.ts';
import { createDraft, type DraftView } from './save-draft.ts';

export async function duplicateDocument(
  deps: SigningDeps,
  caller: Caller,
  documentId: string,
): Promise<DraftView> {
  const document = await findVisibleDocument(deps.database.read, caller, documentId);
  return createDraft(deps, caller, configurationOf(document));
}

function configurationOf(document: DocumentState): DraftConfiguration {
  const { aiAssistant, personalMessage, externalId, metadata, automaticReminders, notifyOwner } = document;
  return {
    fileId: document.fileId,
    name: document.name,
    signeeDetails: document.signees.map((signee) => signeeOf(signee, document)),
    enableSigningOrder: document.enableSigningOrder,
    fields: document.fields,
    fieldsReadonlyMode: document.fieldsReadonlyMode,
    language: document.language,
    sharingSetting: document.sharingSetting,
    ...(personalMessage === '' ? {} : { personalMessage }),
    ...(aiAssistant === undefined ? {} : { aiAssistant: { enabled: true, ...aiAssistant } }),
    ...(externalId === undefined ? {} : { externalId }),
    ...(metadata === undefined ? {} : { metadata }),
    ...(automaticReminders === undefined ? {} : { automaticReminders }),
    ...(notifyOwner === undefined ? {} : { notifyOwner }),
  };
}

function signeeOf(signee: Signee, { enableSigningOrder }: DocumentState): DraftSignee {
  const { fullName, emailAddress, phoneNumber, phoneNumberDeliveryMethod, signatureBox, idScanBox } = signee;
  return {
    ...(fullName === '' ? {} : { fullName }),
    ...(emailAddress === null ? {} : { emailAddress }),
    ...(phoneNumber === null ? {} : { phoneNumber }),
    ...(phoneNumberDeliveryMethod === undefined ? {} : { phoneNumberDeliveryMethod }),
    signatureType: signee.signatureType,
    signaturePlacement: signee.signaturePlacement,
    ...(signatureBox === null ? {} : { signatureBox }),
    ...(idScanBox === undefined ? {} : { idScanBox }),
    ...(signee.payment === undefined ? {} : { payment: signee.payment }),
    ...(enableSigningOrder ? { signingOrder: signee.signingOrder } : {}),
    disableInvitationMessage: signee.disableInvitationMessage,
    ...(signee.requireMatchingName && { requireMatchingName: true }),
  };
}
