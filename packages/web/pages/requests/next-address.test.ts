import { expect, it } from 'vitest';
import { nextAddress, START } from './navigation.ts';

const ORIGIN = 'https://sign.example.com';

it.each([
  ['/documents/1?tab=a', '/documents/1?tab=a'],
  [
    '/oauth?client_id=a&redirect_uri=https%3A%2F%2Fb.example',
    '/oauth?client_id=a&redirect_uri=https%3A%2F%2Fb.example',
  ],
  ['/a/../b', '/b'],
])('goes on to %s', (next, address) => {
  expect(nextAddress(next, ORIGIN)).toBe(address);
});

it.each([
  null,
  '',
  'documents',
  'https://evil.example/',
  'https://sign.example.com/',
  '//evil.example/',
  '/\\evil.example/',
  '/\t/evil.example/',
  '\n//evil.example/',
  '/\n\\evil.example/',
  '/.//evil.example/',
  '/a/..//evil.example/',
  'javascript:alert(1)',
])('does not leave the service for %j', (next) => {
  expect(nextAddress(next, ORIGIN)).toBe(START);
});
