import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { storedKeptProof } from './stored-records.ts';
import { defineStoredState } from './stored-state.ts';

const person = defineStoredState('person', z.object({ name: z.string(), age: z.number().nullable() }), [
  ({ title, ...rest }) => ({ ...rest, name: title }),
  (state) => ({ age: null, ...state }),
]);

describe('stored state', () => {
  it('is written with the version that follows from its steps, and read as it was', () => {
    const stored = person.encode({ name: 'Ada', age: 36 });
    expect(stored).toEqual({ version: 3, name: 'Ada', age: 36 });
    expect(person.decode(stored)).toEqual({ name: 'Ada', age: 36 });
  });

  it.each([
    ['of version 1', { version: 1, title: 'Ada' }],
    ['of version 2', { version: 2, name: 'Ada' }],
  ])('%s takes the steps that it lacks', (_, stored) => {
    expect(person.decode(stored)).toEqual({ name: 'Ada', age: null });
  });

  it.each([
    ['no version', { name: 'Ada', age: 1 }, 'version undefined is unknown'],
    ['a later version', { version: 4, name: 'Ada', age: 1 }, 'version 4 is unknown'],
    ['a version that is not a number', { version: 'x' }, 'version x is unknown'],
    ['another shape', { version: 3, name: 'Ada', age: 'secret' }, 'stored person: age: invalid_type'],
    ['a list', [], 'not an object'],
    ['nothing', null, 'not an object'],
  ])('is refused if it is of %s, without showing values', (_, stored, message) => {
    const decode = () => person.decode(stored);
    expect(decode).toThrow(TypeError);
    expect(decode).toThrow(message);
    expect(decode).not.toThrow('secret');
  });
});

it('what is kept of proofs has a version', () => {
  const content = { personalNumber: '191212121212', signature: null };
  expect(storedKeptProof.encode(content)).toEqual({ version: 1, ...content });
  expect(storedKeptProof.decode({ version: 1, ...content })).toEqual(content);
});
