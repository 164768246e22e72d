import { expect, it } from 'vitest';
import { inkBody } from './signing-client.ts';

it('a drawn picture is sent as bare base64', () => {
  expect(inkBody({ kind: 'drawn', picture: 'data:image/png;base64,iVBORw0KGgo=' })).toEqual({
    kind: 'drawn',
    png: 'iVBORw0KGgo=',
  });
});

it('a typed name is sent as typed', () => {
  expect(inkBody({ kind: 'typed', typedName: 'Łukasz Żółć', font: 'caveat' })).toEqual({
    kind: 'typed',
    typedName: 'Łukasz Żółć',
    font: 'caveat',
  });
});
