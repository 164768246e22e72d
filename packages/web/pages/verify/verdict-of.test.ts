import { expect, it } from 'vitest';
import { moodOf, verdictOf } from './result-view.tsx';

const whole = { match: 'whole' } as const;
const beginning = { match: 'beginning' } as const;

it.each([
  [whole, 'intact', 'own_whole', 'good'],
  [whole, 'changed', 'own_changed', 'problem'],
  [whole, 'unsigned', 'own_changed', 'problem'],
  [beginning, 'intact', 'own_extended', 'good'],
  [beginning, 'changed', 'own_changed', 'problem'],
  [null, 'intact', 'other_intact', 'calm'],
  [null, 'changed', 'other_changed', 'problem'],
  [null, 'unsigned', 'unsigned', 'problem'],
] as const)('of %j and %s is %s', (origin, state, verdict, mood) => {
  expect(verdictOf({ origin, state })).toBe(verdict);
  expect(moodOf(verdict, true)).toBe(mood);
});

it('an ordinary file that nobody signed is no problem', () => {
  expect(moodOf('unsigned', false)).toBe('calm');
});
