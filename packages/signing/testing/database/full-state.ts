import { randomUUID } from 'node:crypto';
import { BUILT_AT } from '@countersign/identity/testing';
import type { DocumentState } from '../../documents/document.ts';
import { buildInkSignature, buildSignee } from '../builders.ts';

/** Every member set, to values that are easily changed by mistake. */
export function fullState(): Partial<DocumentState> {
  const values = [
    { name: 'Kön|svc-x[1]', value: ['Ja', 'Nej'] },
    { name: 'quote\'s "name"', value: '契約 🖋️ ñ' },
  ];
  const signature = buildInkSignature({
    ...{ ipAddress: '2001:db8::1', userAgent: 'Test/1 (ü)', values },
    ink: { kind: 'drawn', blobId: randomUUID() },
  });
  const signee = buildSignee({ signature, invitedAt: BUILT_AT, openedAt: BUILT_AT, emailAddress: null });
  const box = {
    id: signee.signeeId,
    type: 'signature' as const,
    page: 1,
    x: 74.7,
    y: 0.1,
    width: 219,
    height: 58,
  };
  return {
    name: "O'Neil \\ Łódź % _ 契約 🖋️",
    personalMessage: 'line one\nline two\ttabbed',
    language: 'sv',
    fields: values,
    fieldsReadonlyMode: 'filled',
    aiAssistant: { textToSpeech: true, language: 'uk' },
    externalId: "Ärende '7'",
    metadata: { $date: 'not a date', Kön: '契約 🖋️', 'a.b': '' },
    signingDeadline: new Date('2026-06-30T12:00:00.001Z'),
    automaticReminders: { afterDays: 3, everyDays: 7 },
    notifyOwner: true,
    copies: [
      { emailAddress: 'copy@example.com' },
      {
        ...{ fullName: "O'Brien, 契約", emailAddress: 'ü@exämple.com', language: 'es' },
        deliveryProblem: { reason: 'recipient_invalid', at: BUILT_AT },
      },
    ],
    redirectUrl: 'https://example.com/tack?a=%20ü#del',
    replyTo: 'replies@example.com',
    signees: [
      {
        ...{ ...signee, automaticReminderAt: BUILT_AT, formFields: [{ name: 'Önskemål.1|svc-date-now' }] },
        idScanBox: { page: 0, x: 0.1, y: 74.7, scale: 0.25 },
      },
      buildSignee({ phoneNumber: '+46701234567', signatureBox: null }),
    ],
    preparedBlobId: randomUUID(),
    boxes: [{ ...box, label: 'Łukasz Żółć' }],
    sealedBlobId: 'sealed-1',
    sealingDelay: {
      ...{ since: BUILT_AT, reason: 'timestamp_unavailable', attempts: 3 },
      ...{ nextAttemptAt: BUILT_AT, toldAt: BUILT_AT },
    },
    sealedSha256: 'cd'.repeat(32),
    errorMessage: 'text_not_drawable: 🖋️',
    completedAt: new Date('2026-12-31T23:59:59.999Z'),
    revokedAt: new Date('2027-01-01T00:00:00.001Z'),
  };
}
