import type { DocumentBody, SigneeBody } from '@countersign/api/bodies';
import { describe, expect, it } from 'vitest';
import { canDelete, canRevoke, isSealing, nameOf, signeesInTurn } from './model.tsx';

const signee = (changes: Partial<SigneeBody> = {}): SigneeBody => ({
  signeeId: 'signee-1',
  fullName: 'Ada',
  emailAddress: 'ada@example.com',
  phoneNumber: null,
  signatureType: 'digital_ink',
  signaturePlacement: 'new_page',
  signingOrder: 1,
  signatureStatus: 'awaiting_signature',
  signedAt: null,
  signatureLevel: null,
  reminders: { reminderSentCount: 0, lastReminderSentAt: null, reminderCooldown: 0 },
  updates: { lastUpdateAt: null, updateCooldown: 0 },
  ...changes,
});

const document = (changes: Partial<DocumentBody> = {}) =>
  ({ status: 'awaiting_signatures', signeeDetails: [signee()], ...changes }) as DocumentBody;

describe('what a document page offers', () => {
  it('[3-07] [3-08] [D5-10] revokes what is not fully signed, and what has failed', () => {
    expect(canRevoke(document())).toBe(true);
    expect(canRevoke(document({ status: 'created' }))).toBe(true);
    expect(canRevoke(document({ signeeDetails: [signee({ signatureStatus: 'signed' })] }))).toBe(false);
    expect(canRevoke(document({ status: 'error' }))).toBe(true);
    expect(canRevoke(document({ status: 'completed' }))).toBe(false);
  });

  it('[3-12] [3-13] deletes what is completed or revoked', () => {
    expect(canDelete({ status: 'completed' })).toBe(true);
    expect(canDelete({ status: 'revoked' })).toBe(true);
    expect(canDelete({ status: 'awaiting_signatures' })).toBe(false);
  });

  // The list said that such a document waited for others, while sealing was delayed.
  it('[D12-02] says of a document in a list that nobody is waited for once all have signed', () => {
    const progress = (signed: number) => ({
      ...{ signees: 2, signed, waitingFor: [] },
      ...{ isWaitingForCaller: false, isDeclined: false, isExpired: false },
      ...{ people: [], signBy: null, endedAt: null },
    });
    expect(isSealing({ status: 'awaiting_signatures', progress: progress(2) })).toBe(true);
    expect(isSealing({ status: 'awaiting_signatures', progress: progress(1) })).toBe(false);
    expect(isSealing({ status: 'completed', progress: progress(2) })).toBe(false);
  });

  it('names who is next, in signing order', () => {
    const first = signee({ signatureStatus: 'signed' });
    const second = signee({ fullName: '', signingOrder: 2 });
    const third = signee({ signingOrder: 3 });
    const next = signeesInTurn(document({ signeeDetails: [third, second, first] }));
    expect(next.map(nameOf)).toEqual(['ada@example.com']);
    expect(signeesInTurn(document({ status: 'revoked' }))).toEqual([]);
  });
});
