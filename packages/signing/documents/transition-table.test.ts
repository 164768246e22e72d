import { BUILT_AT } from '@countersign/identity/testing';
import { describe, expect, it } from 'vitest';
import { recordReading } from '../assistant/reading.ts';
import { recordDeletion } from '../remove-content.ts';
import { DEFAULT_SETTINGS } from '../settings.ts';
import {
  buildDocument,
  buildFile,
  buildInkSignature,
  buildPreparation,
  buildSignee,
} from '../testing/builders.ts';
import type { Decision } from './audited-decision.ts';
import { recordReseal } from './delay-sealing.ts';
import { DOCUMENT_STATUSES, type DocumentState, type Signee } from './document.ts';
import { recordDecline, recordExpiry, recordRevocation } from './end-document.ts';
import { recordFailure } from './fail-document.ts';
import { recordPreparation } from './prepare-document.ts';
import { recordCompletion } from './record-completion.ts';
import { recordSignature } from './record-signature.ts';
import { signeesToInvite } from './signing-access.ts';
import { recordOpening } from './signing-view.ts';
import { DOCUMENT_EVENTS, DOCUMENT_TRANSITIONS, type DocumentEvent } from './status.ts';

const DAYS = 90;
const EXPIRES_AT = new Date(BUILT_AT.getTime() + DAYS * 86_400_000);
const BLOB = { blobId: 'b', size: 7, sha256: 'ab' };
const SEALING = { size: 7, sha256: 'ab', seal: { level: 'B-T', timestamp: null, failures: [] } };
const RULES = { retentionDays: DAYS, timeZone: 'UTC', fileSha256: 'ab', salt: 'cd' };
const READING_DEPS = {
  clock: { now: () => BUILT_AT },
  settings: { ...DEFAULT_SETTINGS, retentionDays: DAYS },
};
const signature = buildInkSignature();

const documentOf = (changes: Partial<DocumentState>) =>
  buildDocument(buildFile({ accountId: 'a', userId: 'u' }), { expiryDate: EXPIRES_AT, ...changes });
const unsigned = (status: DocumentState['status']) =>
  documentOf({ status, signees: [buildSignee({ signeeId: 's' })] });
const signed = (status: DocumentState['status']) =>
  documentOf({ status, signees: [buildSignee({ signeeId: 's', signature })] });

/** The rule of each event. */
const DECIDE: Readonly<Record<DocumentEvent, (status: DocumentState['status']) => Decision | null>> = {
  read: (status) => {
    const document: DocumentState = { ...unsigned(status), reading: { status: 'processing' } };
    return recordReading(document, document, { status: 'unavailable', reason: 'no_text' }, READING_DEPS);
  },
  prepare: (status) => {
    const document = unsigned(status);
    return recordPreparation(document, buildPreparation(document), BUILT_AT, DAYS);
  },
  sign: (status) => recordSignature(unsigned(status), 's', signature, [], RULES),
  complete: (status) =>
    recordCompletion({ ...signed(status), sealings: [SEALING] }, BLOB, [], BUILT_AT, DAYS),
  fail: (status) => recordFailure(unsigned(status), 'damaged', BUILT_AT, DAYS),
  reseal: (status) => recordReseal(signed(status), 'u', BUILT_AT),
  revoke: (status) => recordRevocation(unsigned(status), 'u', BUILT_AT, DAYS),
  decline: (status) => recordDecline(unsigned(status), 's', 'No', BUILT_AT, DAYS),
  delete: (status) => recordDeletion(unsigned(status), { userId: 'u' }, BUILT_AT),
  expire: (status) => recordExpiry({ ...unsigned(status), signingDeadline: BUILT_AT }, BUILT_AT, DAYS),
};

const PAIRS = DOCUMENT_EVENTS.flatMap((event) =>
  DOCUMENT_STATUSES.map((status) => ({ event, status, ...DOCUMENT_TRANSITIONS[event][status] })),
);

describe('a document', () => {
  it.each(PAIRS)('$status: $event follows the table ($source)', ({ event, status, ...outcome }) => {
    const decide = () => DECIDE[event](status);
    if ('refused' in outcome) {
      expect(decide).toThrow(expect.objectContaining({ code: outcome.refused }));
      return;
    }
    expect(decide()?.document.status ?? null).toBe(outcome.to);
  });

  it('[3-08] [D12-02] that everybody has signed is not revoked, unless it cannot be sealed', () => {
    const revoke = (document: DocumentState) => recordRevocation(document, 'u', BUILT_AT, DAYS);
    expect(() => revoke(signed('awaiting_signatures'))).toThrow('document_fully_signed');
    const sealingDelay = {
      ...{ since: BUILT_AT, reason: 'internal_error', attempts: 1 },
      nextAttemptAt: BUILT_AT,
    };
    const revoked = revoke({ ...signed('awaiting_signatures'), sealingDelay })?.document;
    expect(revoked).toMatchObject({ status: 'revoked', revokedAt: BUILT_AT });
    expect(revoked).not.toHaveProperty('sealingDelay');
  });

  it('that is revoked sends a notice to those who were invited, over one channel each', () => {
    const signees = [
      buildSignee({ signeeId: 'notified', invitedAt: BUILT_AT, phoneNumber: '+46701234567' }),
      buildSignee({ signeeId: 'later' }),
    ];
    const decision = recordRevocation(
      documentOf({ status: 'awaiting_signatures', signees }),
      'u',
      BUILT_AT,
      DAYS,
    );
    expect(decision?.jobs).toMatchObject([{ to: 'notified', message: 'revoked', channel: 'email' }]);
  });
});

type SigneeState = 'waiting' | 'in_turn' | 'signed';
type SigneeEvent = 'invite' | 'open' | 'sign' | 'decline';

/** Ada in each state; Bo precedes her while she waits. */
const ADA: Readonly<Record<SigneeState, readonly Signee[]>> = {
  waiting: [
    buildSignee({ signeeId: 'ada', signingOrder: 2 }),
    buildSignee({ signeeId: 'bo', signingOrder: 1 }),
  ],
  in_turn: [buildSignee({ signeeId: 'ada' }), buildSignee({ signeeId: 'bo' })],
  signed: [buildSignee({ signeeId: 'ada', signature }), buildSignee({ signeeId: 'bo' })],
};
const withAda = (state: SigneeState) => documentOf({ status: 'awaiting_signatures', signees: ADA[state] });

/** Whether the event does anything, or how it is refused. */
const SIGNEE_OUTCOMES: readonly (readonly [SigneeState, SigneeEvent, boolean | string, string])[] = [
  ['waiting', 'invite', false, '[4.4-14]'],
  ['waiting', 'open', false, '[4.4-14] the document may not be seen yet'],
  ['waiting', 'sign', 'not_your_turn', '[4.4-14]'],
  ['waiting', 'decline', 'not_your_turn', '[4.4-14]'],
  ['in_turn', 'invite', true, '[3-03] [4.4-12] [4.4-13]'],
  ['in_turn', 'open', true, 'the first opening is an event: docs/api/webhooks.md'],
  ['in_turn', 'sign', true, '[2.3-10]'],
  ['in_turn', 'decline', true, 'docs/api/signing-pages.md#decline'],
  ['signed', 'invite', false, 'a job may run twice, and after others'],
  ['signed', 'open', false, 'an opening after signing is no event'],
  ['signed', 'sign', 'already_signed', 'docs/api/signing-pages.md'],
  ['signed', 'decline', 'already_signed', 'docs/api/signing-pages.md#decline'],
];

describe('a signee', () => {
  it.each(SIGNEE_OUTCOMES)('%s: %s gives %s (%s)', (state, event, outcome) => {
    const document = withAda(state);
    if (typeof outcome === 'string')
      expect(() => changes(event, document)).toThrow(expect.objectContaining({ code: outcome }));
    else expect(changes(event, document)).toBe(outcome);
  });
});

/** Whether the event does anything to Ada. */
function changes(event: SigneeEvent, document: DocumentState): boolean {
  if (event === 'invite')
    return signeesToInvite([], document.signees).some(({ signeeId }) => signeeId === 'ada');
  if (event === 'open') return recordOpening(document, 'ada', BUILT_AT) !== null;
  if (event === 'decline')
    return recordDecline(document, 'ada', 'No', BUILT_AT, DAYS).document.declined?.signeeId === 'ada';
  return recordSignature(document, 'ada', signature, [], RULES).entries.length > 0;
}
