import { describe, expect, it } from 'vitest';
import { addSignee, changeSignee, EMPTY_DRAFT, moveSignee, removeSignee } from './draft.ts';

const three = ['a', 'b', 'c'].reduce((all, key) => addSignee(all, { key }), EMPTY_DRAFT);
const order = ({ signees }: typeof three) => signees.map(({ key, signingOrder }) => `${key}${signingOrder}`);

describe('signees', () => {
  it('are added after the others, and swap turns when they are moved', () => {
    expect(order(three)).toEqual(['a1', 'b2', 'c3']);
    expect(order(moveSignee(three, 'c', -1))).toEqual(['a1', 'c2', 'b3']);
    expect(moveSignee(three, 'a', -1)).toBe(three);
  });

  it('are changed and removed', () => {
    const changed = changeSignee(three, 'b', { fullName: 'Bo' });
    expect(changed.signees.map(({ fullName }) => fullName)).toEqual(['', 'Bo', '']);
    expect(order(removeSignee(changed, 'b'))).toEqual(['a1', 'c3']);
  });
});
