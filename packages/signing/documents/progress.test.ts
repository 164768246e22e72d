import { describe, expect, it } from 'vitest';
import { buildDocument, buildFile, buildInkSignature, buildSignee } from '../testing/builders.ts';
import { groupOf, isWaitingFor, progressOf } from './list-documents.ts';

const file = buildFile({ accountId: 'account-1', userId: 'user-1' });
const ada = buildSignee({ fullName: 'Ada', emailAddress: 'Ada@Example.com', signingOrder: 1 });
const bo = buildSignee({ fullName: 'Bo', emailAddress: null, phoneNumber: '+46701234567', signingOrder: 2 });
const viewer = { userId: 'user-1', emailAddress: 'ada@example.com' };
const ENDED = {
  ...({ status: 'revoked', completedAt: null } as const),
  ...{ revokedAt: new Date(2), expiryDate: new Date(9) },
};

describe('the progress of a document', () => {
  it('counts signatures and names who signs next, in signing order', () => {
    const document = buildDocument(file, { status: 'awaiting_signatures', signees: [ada, bo] });
    expect(progressOf(document)).toEqual({
      signees: 2,
      signed: 0,
      next: [{ fullName: 'Ada', emailAddress: 'ada@example.com' }],
      people: [
        { name: 'Ada', state: 'waiting' },
        { name: 'Bo', state: 'waiting' },
      ],
      signBy: document.expiryDate.toISOString(),
      endedAt: null,
    });
    const signed = { ...ada, signature: buildInkSignature() };
    const later = progressOf({ ...document, signees: [signed, bo] });
    expect(later).toMatchObject({ signees: 2, signed: 1, next: [{ fullName: 'Bo', emailAddress: null }] });
    expect(later.people.map(({ state }) => state)).toEqual(['signed', 'waiting']);
    expect(isWaitingFor(progressOf(document), viewer)).toBe(true);
    expect(isWaitingFor(later, viewer)).toBe(false);
  });

  it('lists the first five people in signing order, by contact without a name, and what became of them', () => {
    const unnamed = { ...bo, fullName: '', signingOrder: 1 };
    const failure = { channel: 'email', failure: 'recipient_unreachable', at: new Date(0) } as const;
    const unreached = { ...ada, signingOrder: 3, deliveries: [failure] };
    const crowd = Array.from({ length: 5 }, () => ({ ...ada, signingOrder: 4 }));
    const declined = { signeeId: bo.signeeId, reason: '', declinedAt: new Date(0) };
    const { people, signees, signBy, endedAt } = progressOf({
      ...ENDED,
      ...{ signees: [...crowd, unreached, unnamed], declined },
    });
    expect(people).toHaveLength(5);
    expect(people.slice(0, 2)).toEqual([
      { name: '+46701234567', state: 'declined' },
      { name: 'Ada', state: 'unreached' },
    ]);
    expect([signees, signBy, endedAt]).toEqual([7, null, new Date(2).toISOString()]);
  });

  it('has nobody next before the invitations and after the end', () => {
    for (const status of ['created', 'completed', 'revoked'] as const)
      expect(progressOf({ ...ENDED, status, signees: [ada, bo] }).next).toEqual([]);
  });

  it('says that a signee declined, so that lists do not call the document withdrawn', () => {
    const declined = { signeeId: ada.signeeId, reason: 'The price', declinedAt: new Date(0) };
    expect(progressOf({ ...ENDED, signees: [ada], declined })).toMatchObject({ isDeclined: true });
    expect(progressOf({ ...ENDED, signees: [ada] })).not.toHaveProperty('isDeclined');
  });

  it('says that the time was over, so that lists do not call the document withdrawn', () => {
    const expired = { ...ENDED, signees: [ada], signingDeadline: new Date(1) };
    expect(progressOf(expired)).toMatchObject({ isExpired: true });
    expect(progressOf({ ...expired, signingDeadline: new Date(3) })).not.toHaveProperty('isExpired');
  });

  it('puts every status into the group of what is to be done', () => {
    const group = (status: Parameters<typeof progressOf>[0]['status'], userId = 'user-1', signees = [bo]) =>
      groupOf({ status, userId, progress: progressOf({ ...ENDED, status, signees }) }, viewer);
    expect(group('awaiting_signatures')).toBe('waiting_for_others');
    expect(group('awaiting_signatures', 'user-2', [ada])).toBe('waiting_for_me');
    expect(group('created', 'user-1', [ada])).toBe('waiting_for_others');
    expect(group('error')).toBe('waiting_for_me');
    expect(group('error', 'user-2')).toBe('waiting_for_others');
    expect([group('completed'), group('revoked')]).toEqual(['done', 'ended']);
  });
});
