import { expect, it } from 'vitest';
import { dropNullMembers } from './body.ts';

it('drops null members at any depth and keeps elements of arrays', () => {
  const body = { a: null, b: { c: null, d: 0 }, e: [null, { f: null, g: '' }] };
  expect(dropNullMembers(body)).toEqual({ b: { d: 0 }, e: [null, { g: '' }] });
});

it('keeps a member called __proto__ a plain member', () => {
  const dropped = dropNullMembers(JSON.parse('{"__proto__": {"admin": true}}'));
  expect((dropped as { admin?: boolean }).admin).toBeUndefined();
});
