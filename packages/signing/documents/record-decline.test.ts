import { BUILT_AT } from '@countersign/identity/testing';
import { describe, expect, it } from 'vitest';
import { buildDocument, buildFile, buildSignee } from '../testing/builders.ts';
import { recordDecline } from './end-document.ts';
import { signingAccess } from './signing-access.ts';

const REASON = 'The salary is wrong';
const ada = buildSignee({ signeeId: 'ada', invitedAt: BUILT_AT });
const bo = buildSignee({ signeeId: 'bo', invitedAt: BUILT_AT });
const cai = buildSignee({ signeeId: 'cai' });
const document = buildDocument(buildFile({ accountId: 'a', userId: 'u' }), {
  ...{ status: 'awaiting_signatures', signees: [ada, bo, cai] },
});
const decision = recordDecline(document, 'ada', REASON, BUILT_AT, 90);

describe('declining', () => {
  it('revokes the document, and says by whom and why', () => {
    const declined = { signeeId: 'ada', reason: REASON, declinedAt: BUILT_AT };
    expect(decision.document).toMatchObject({ status: 'revoked', revokedAt: BUILT_AT, declined });
  });

  it('is what the signee sees; the others see that somebody declined: the sender has withdrawn nothing', () => {
    const seen = [ada, bo].map((signee) => signingAccess(decision.document, signee, BUILT_AT).reason);
    expect(seen).toEqual(['declined', 'declined_by_other']);
  });

  it('sends the owner a message, and a notice to the others who were invited', () => {
    expect(decision.jobs).toMatchObject([
      { to: 'owner', message: 'owner_declined', about: 'ada' },
      { to: 'bo', message: 'declined' },
    ]);
  });

  it('is in the audit trail without the reason, which is removed with the document', () => {
    expect(decision.entries.map(({ type }) => type)).toEqual(['document.declined', 'document.revoked']);
    expect(JSON.stringify(decision.entries)).not.toContain(REASON);
  });
});
