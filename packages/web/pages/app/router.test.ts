import { expect, it } from 'vitest';
import { matchPath } from './router.ts';

it.each([
  ['/documents', '/documents', {}],
  ['/documents', '/documents/', {}],
  ['/documents/:documentId', '/documents/a%20b', { documentId: 'a b' }],
  ['/documents/:documentId', '/documents/%E0%A4%A', { documentId: '%E0%A4%A' }],
  ['/documents/:documentId', '/documents', null],
  ['/documents', '/documents/1', null],
  ['/settings/:section', '/templates/1', null],
])('%s matches %s as %j', (pattern, path, params) => {
  expect(matchPath(pattern, path)).toEqual(params);
});
