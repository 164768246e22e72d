import { describe, expect, it } from 'vitest';
import { buildAuditEntry } from '../testing/builders.ts';
import { canonicalForm, chainEntry } from './audit-entry.ts';

/** By sha256sum over the text below, independent of our code. */
const KNOWN_HASH = 'a7ee38f67b8053389e7289eb4c6ec789cd3d218c32e0fbd25c3fde6b33b4437b';
const KNOWN_FORM =
  '{"accountId":"a-1","date":"2026-03-04T05:06:07.089Z","details":"{\\"z\\":\\"Łukasz \\\\ud800\\",\\"a\\":1}",' +
  '"entryId":"e-1","fileHeads":["ab",null],"fileIds":["f-1","f-2"],"previousHash":"cd","sequence":3,' +
  '"subject":{"id":"d-1","kind":"document"},"type":"document.created","userId":null}';

describe('the hash of an audit entry', () => {
  const entry = buildAuditEntry({
    entryId: 'e-1',
    subject: { kind: 'document', id: 'd-1' },
    type: 'document.created',
    accountId: 'a-1',
    userId: null,
    fileIds: ['f-1', 'f-2'],
    details: { z: 'Łukasz \ud800', a: 1 },
  });

  it('is SHA-256 of its canonical form, which never changes', () => {
    const chained = chainEntry(entry, { sequence: 2, hash: 'cd' }, ['ab', null]);
    expect(canonicalForm(chained)).toBe(KNOWN_FORM);
    expect(chained).toMatchObject({ sequence: 3, previousHash: 'cd', hash: KNOWN_HASH });
  });

  it('begins a chain without a predecessor', () => {
    expect(chainEntry(entry, null, [null, null])).toMatchObject({ sequence: 1, previousHash: null });
  });
});
