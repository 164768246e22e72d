import { describe, expect, it } from 'vitest';
import { toDraft } from '../configuration.ts';
import { patchBetween } from './autosave.ts';
import { alreadySaved, toSave } from './item-store.ts';

const NOW = new Date();
const DRAFT = { id: 'draft', userId: 'user', problems: [], name: 'Lease' } as const;
const BOX = { page: 0, x: 60, y: 600 };

/** What opening the draft would write; null for nothing. */
const writtenByOpening = (item: Parameters<typeof alreadySaved>[0], defaults = {}) =>
  patchBetween(
    alreadySaved(item, 'draft', defaults),
    toSave(toDraft(item, defaults), 'draft', item.name ?? '', NOW),
  );

describe('opening a draft', () => {
  it('writes nothing of what the draft leaves out, as after an upload', () => {
    const signeeDetails = [
      { fullName: 'Ada', signatureBox: BOX },
      { signaturePlacement: 'new_page' },
    ] as const;
    expect(writtenByOpening({ ...DRAFT, signeeDetails }, { language: 'sv' })).toBeNull();
    expect(writtenByOpening(DRAFT)).toBeNull();
  });

  it('writes nothing of what its template has but its roles, which the draft needs to be sent', () => {
    const role = { fullName: 'Tenant', signaturePlacement: 'new_page' };
    const written = writtenByOpening(DRAFT, { personalMessage: 'Hello', signeeDetails: [role] });
    expect(Object.keys(written ?? {})).toEqual(['signeeDetails']);
    expect(written?.signeeDetails).toMatchObject([{ signaturePlacement: 'new_page' }]);
  });

  it('writes that a signature without a position is on a new page, as it is shown', () => {
    const signeeDetails = [{ fullName: 'Ada' }];
    expect(writtenByOpening({ ...DRAFT, signeeDetails })).toMatchObject({
      signeeDetails: [{ fullName: 'Ada', signaturePlacement: 'new_page' }],
    });
  });
});
