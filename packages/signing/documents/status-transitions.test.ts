import { describe, expect, it } from 'vitest';
import { buildDocument, buildFile } from '../testing/builders.ts';
import { DOCUMENT_STATUSES } from './document.ts';
import { canMove, moveTo, nextStatuses } from './status.ts';

describe('the transition table', () => {
  it('revokes whatever is not fully signed, and deletes only what is completed or revoked', () => {
    const into = (target: (typeof DOCUMENT_STATUSES)[number]) =>
      DOCUMENT_STATUSES.filter((status) => canMove(status, target));
    expect(into('revoked')).toEqual(['created', 'processing', 'error', 'awaiting_signatures']);
    expect(into('deleted')).toEqual(['completed', 'revoked']);
    expect(into('completed')).toEqual(['awaiting_signatures']);
    expect(into('created')).toEqual(['processing']);
    expect(nextStatuses('deleted')).toEqual([]);
  });

  it('takes a move outside the table for a bug', () => {
    const document = buildDocument(buildFile({ accountId: 'a', userId: 'u' }), { status: 'completed' });
    expect(() => moveTo(document, 'awaiting_signatures')).toThrow(TypeError);
  });
});
