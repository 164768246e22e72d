import { BUILT_AT } from '@countersign/identity/testing';
import { describe, expect, it } from 'vitest';
import { buildDocument, buildFile, buildSignee } from '../testing/builders.ts';
import type { DocumentState } from './document.ts';
import { requireCanSee, requireCanSign, signingAccess } from './signing-access.ts';

const signee = buildSignee();
const later = new Date(BUILT_AT.getTime() + 1);
const open = (changes: Partial<DocumentState>) =>
  buildDocument(buildFile({ accountId: 'a', userId: 'u' }), {
    ...{ status: 'awaiting_signatures', signees: [signee] },
    ...changes,
  });

describe('access of a signee', () => {
  it.each([
    ['retention', open({ expiryDate: BUILT_AT })],
    ['the deadline that the sender set', open({ signingDeadline: BUILT_AT })],
    ['a deadline passed while it was prepared', open({ status: 'created', signingDeadline: BUILT_AT })],
  ])('ends with %s, before any job has run', (_, document) => {
    expect(signingAccess(document, signee, BUILT_AT)).toEqual({
      ...{ canSee: false, canSign: false },
      reason: 'expired',
    });
    for (const event of ['sign', 'decline'] as const)
      expect(() => requireCanSign(document, signee, BUILT_AT, event)).toThrow('document_not_signable');
    expect(() => requireCanSee(document, signee, BUILT_AT)).toThrow('document_not_signable');
  });

  it('lasts until then', () => {
    expect(signingAccess(open({ signingDeadline: later }), signee, BUILT_AT).canSign).toBe(true);
    expect(() => requireCanSign(open({ signingDeadline: later }), signee, BUILT_AT)).not.toThrow();
  });

  it('does not end for a completed document, which has no deadline any more', () => {
    const completed = open({ status: 'completed', signingDeadline: BUILT_AT });
    expect(signingAccess(completed, signee, later)).toMatchObject({ canSee: true, reason: 'completed' });
  });
});
