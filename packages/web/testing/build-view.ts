import type { SigningView } from '@countersign/signing';

/** The view can be signed. */
export function buildView(change: Partial<SigningView> = {}): SigningView {
  return {
    documentId: 'document-1',
    documentName: 'Lease',
    language: 'sv',
    senderName: 'Maria Lind',
    senderOrganisation: 'Lind Bygg AB',
    personalMessage: '',
    messagesToCome: ['completed'],
    consentText: 'Jag godkänner.',
    status: 'awaiting_signatures',
    signee: { signeeId: 'signee-1', fullName: 'Anna Ek', signatureStatus: 'awaiting_signature' },
    signees: [],
    boxes: [],
    otherBoxes: [],
    fields: [],
    offers: [],
    checks: [],
    hasInk: true,
    openTriggers: [],
    pages: 1,
    fileVersion: 'v1',
    canSign: true,
    ...change,
  };
}
