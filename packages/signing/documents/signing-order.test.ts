import { describe, expect, it } from 'vitest';
import { buildInkSignature, buildSignee } from '../testing/builders.ts';
import type { Signee } from './document.ts';
import { signeesInTurn, signeesToInvite } from './signing-access.ts';

function ordered(...orders: readonly number[]): readonly Signee[] {
  return orders.map((signingOrder, index) => buildSignee({ signingOrder, signeeId: `s${index}` }));
}

function signedBy(signees: readonly Signee[], ...ids: readonly string[]): readonly Signee[] {
  return signees.map((signee) =>
    ids.includes(signee.signeeId) ? { ...signee, signature: buildInkSignature() } : signee,
  );
}

const idsOf = (signees: readonly Signee[]) => signees.map((signee) => signee.signeeId);

describe('signing order', () => {
  it('[4.4-12] [4.4-13] lets everybody sign at once when all orders are equal', () => {
    expect(idsOf(signeesInTurn(ordered(1, 1, 1)))).toEqual(['s0', 's1', 's2']);
  });

  it('[4.4-14] takes the lowest order among those who have not signed, gaps and disorder included', () => {
    const signees = ordered(7, 2, 7, 4);
    expect(idsOf(signeesInTurn(signees))).toEqual(['s1']);
    expect(idsOf(signeesInTurn(signedBy(signees, 's1')))).toEqual(['s3']);
    expect(idsOf(signeesInTurn(signedBy(signees, 's1', 's3')))).toEqual(['s0', 's2']);
    expect(signeesInTurn(signedBy(signees, 's0', 's1', 's2', 's3'))).toEqual([]);
  });

  it('[2.4-28] [3-03] [3-04] invites whose turn has just come, but who wants no invitation', () => {
    const signees = ordered(1, 2, 2).map((signee) => ({
      ...signee,
      disableInvitationMessage: signee.signeeId === 's2',
    }));
    expect(idsOf(signeesToInvite([], signees))).toEqual(['s0']);
    expect(idsOf(signeesToInvite(signees, signedBy(signees, 's0')))).toEqual(['s1']);
    const both = signedBy(signees, 's0');
    expect(signeesToInvite(both, signedBy(both, 's1'))).toEqual([]);
  });
});
