import { describe, expect, it } from 'vitest';
import { EMPTY_DRAFT } from './draft.ts';
import { findObstacles } from './problems.ts';
import { newSignee } from './signee.ts';

type Given = Parameters<typeof findObstacles>[0];

const missing = (key: string): Given['serverProblems'][number] => ({
  ...{ place: { kind: 'signee', key, member: '' }, code: 'contact_required', message: 'No contact' },
});
const given = (emailAddress: string, changes: Partial<Given> = {}): Given => ({
  draft: { ...EMPTY_DRAFT, signees: [newSignee({ key: 'a', emailAddress }), newSignee({ key: 'b' })] },
  inputProblems: [],
  serverProblems: [missing('a'), missing('b')],
  saveState: { state: 'saving' } as Given['saveState'],
  ...changes,
});

describe('what is left to do', () => {
  it('is a contact of whoever has none', () => {
    expect(findObstacles(given(''))).toMatchObject([{ signeeKey: 'a' }, { signeeKey: 'b' }]);
  });

  it('is no contact that was entered since the draft was saved', () => {
    expect(findObstacles(given('a@example.com'))).toMatchObject([{ kind: 'signee', signeeKey: 'b' }]);
  });

  it('is somebody who signs, but nothing while the draft is in conflict', () => {
    const nobody = given('', { draft: EMPTY_DRAFT, serverProblems: [] });
    expect(findObstacles(nobody)).toEqual([{ kind: 'sentence', key: 'needsSignee' }]);
    const conflict = given('', { saveState: { state: 'conflict' } as Given['saveState'] });
    expect(findObstacles(conflict)).toEqual([{ kind: 'sentence', key: 'conflict' }]);
  });
});
