import { describe, expect, it } from 'vitest';
import { readEvidenceRecord } from './verify-file.ts';

const ID = '0f0e0d0c-0b0a-4908-8706-050403020100';
const read = (value: unknown) => readEvidenceRecord(Buffer.from(JSON.stringify(value)));

describe('evidence.json', () => {
  it('of any version is read as far as it goes', () => {
    const signee = { fullName: 'Ada', signedAt: '2026-03-04T05:06:07.089Z', signatureType: 'digital_ink' };
    const events = [
      { type: 'created', at: '2026-03-04T05:06:00.000Z' },
      { type: 'sealed', at: '2026-03-04T05:06:08.000Z' },
    ];
    expect(read({ version: 1, documentId: ID, name: 'Contract', signees: [signee], events })).toEqual({
      documentId: ID,
      name: 'Contract',
      sealedAt: '2026-03-04T05:06:08.000Z',
      signees: [{ ...signee, ink: null, identification: null }],
      trail: null,
    });
    const identification = { provider: 'BankID', fullName: 'Ada King' };
    const identified = { ...signee, identification: { ...identification, personalNumber: '********-1212' } };
    expect(read({ version: 4, signees: [identified] })?.signees).toEqual([
      { ...signee, ink: null, identification },
    ]);
    expect(read({ version: 2, trail: { sequence: 6, hash: 'ab', entries: [] } })?.trail).toEqual({
      sequence: 6,
      hash: 'ab',
    });
  });

  it('of somebody else is nothing, or less, and never an error', () => {
    for (const text of ['', 'no JSON', '[]', '"text"', 'null', '['.repeat(100_000)])
      expect(readEvidenceRecord(Buffer.from(text))).toBeNull();
    expect(readEvidenceRecord(null)).toBeNull();
    const wrong = {
      documentId: `${ID}<script>`,
      name: 7,
      signees: [
        null,
        'Ada',
        {
          fullName: {},
          signedAt: 'yesterday',
          signatureType: 'other',
          ink: [],
          identification: { provider: 7 },
        },
      ],
      events: { type: 'sealed' },
      trail: { sequence: 1.5, hash: 'ab' },
    };
    expect(read(wrong)).toEqual({
      documentId: null,
      name: null,
      sealedAt: null,
      signees: [{ fullName: '', signedAt: null, signatureType: null, ink: null, identification: null }],
      trail: null,
    });
  });
});
